import { cpSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { emptyFolder } from '../../support/empty-folder.ts'

const recorded = fileURLToPath(new URL('../../recordings/observed/', import.meta.url))

/** A copy of what an agent has left behind in a session, in a folder of its own. */
export function recordedHome(name: string): string {
  const home = path.join(emptyFolder(), 'home')
  cpSync(path.join(recorded, name), home, { recursive: true })
  return home
}

/** The files below a folder with this ending, in order of their names. */
export function filesBelow(folder: string, ending: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => path.join(folder, name))
}

/** The same of Claude Code, with the file of its one session. */
export function recordedSession(name: string): { readonly home: string; readonly file: string } {
  const home = recordedHome(name)
  const [file = ''] = filesBelow(home, '.jsonl')
  return { home, file }
}
