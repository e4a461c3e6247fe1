import path from 'node:path'
import type { PlanFiles } from '../app/ports/plan-taking.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { absolutePath, homeFolder } from '../system/user-environment.ts'
import { newFileWords, writeNewFile } from './new-file.ts'
import { PlanFolder } from './plan-folder.ts'

/** Saves plans where the user says. Names are proposed as for proposed plans, in `folder`. */
export function planFiles(folder: Pick<PlanFolder, 'fileFor'>): PlanFiles {
  const copies = new PlanFolder(null, null)
  /** The same text is saved once. */
  let last: { readonly text: string; readonly file: string } | null = null
  return {
    fileFor: (title) => folder.fileFor(title),
    async saveAs(given, text) {
      const file = expanded(given)
      if (file === null) return fail('the working folder is gone: give an absolute path')
      const fault = await writeNewFile(file, text)
      return fault === null ? ok(given) : fail(newFileWords(fault))
    },
    async saveCopy(title, text): Promise<Result<string, string>> {
      if (last?.text === text) return ok(last.file)
      const saved = await copies.save(title, text)
      if (saved.ok) last = { text, file: saved.value }
      return saved
    },
  }
}

/** The absolute path of what the user has typed, with `~` for the home folder; null: there is no folder it is relative to. */
function expanded(given: string): string | null {
  const home = /^~(?=[/\\]|$)/.test(given) ? homeFolder() : null
  return home === null ? absolutePath(given) : path.join(home, given.slice(1))
}
