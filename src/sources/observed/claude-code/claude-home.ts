import { basename, dirname, join } from 'node:path'
import type { ObservedPlaces } from '../../../app/ports/observed-source.ts'
import { entriesIn, smallText } from '../log/small-files.ts'
import { readRegistryFile, registryFile, type RunningClaude } from './read-registry.ts'

/** Where Claude Code keeps its files. */
export function claudeHome({ claudeHome: given, env, homeFolder }: ObservedPlaces): string {
  const own = env['CLAUDE_CONFIG_DIR']
  return given ?? (own === undefined || own === '' ? join(homeFolder, '.claude') : own)
}

/** The home that a transcript lies in; null: it lies elsewhere, such as a copy. */
export function homeOfTranscript(path: string): string | null {
  const projects = dirname(dirname(path))
  return basename(projects) === 'projects' ? dirname(projects) : null
}

const maxRunning = 500
const maxRegistryBytes = 64 * 1024

/** What runs now, by its registry; null: there is none, so that nothing is known. */
export async function runningClaudes(home: string): Promise<readonly RunningClaude[] | null> {
  const folder = join(home, 'sessions')
  const entries = await entriesIn(folder, maxRunning)
  if (entries.length === 0) return null
  return entries.flatMap(({ name }) => {
    if (!registryFile.test(name)) return []
    const text = smallText(join(folder, name), maxRegistryBytes)
    return (text === null ? null : readRegistryFile(text)) ?? []
  })
}
