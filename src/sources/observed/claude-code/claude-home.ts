import { readlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ObservedPlaces } from '../../../app/ports/observed-source.ts'
import { entriesIn, smallText, statsAt } from '../log/small-files.ts'
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

/** What runs now, by its registry; null: this version has none, so that nothing is known. */
export async function runningClaudes(home: string): Promise<readonly RunningClaude[] | null> {
  const folder = join(home, 'sessions')
  if ((await statsAt(folder))?.isDirectory() !== true) return null
  const entries = await entriesIn(folder, maxRunning)
  return entries.flatMap(({ name }) => {
    if (!registryFile.test(name)) return []
    const text = smallText(join(folder, name), maxRegistryBytes)
    const running = text === null ? null : readRegistryFile(text)
    return running === null || isDead(running) ? [] : running
  })
}

/** Its process was killed, so that it could not remove its file. False where its process cannot be seen from here. */
function isDead({ pid, pidSpace }: RunningClaude): boolean {
  if (pidSpace !== ownPidSpace()) return false
  try {
    // Signal 0 is not sent: it asks whether the process exists.
    process.kill(pid, 0)
    return false
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'ESRCH'
  }
}

/** The space of process ids of this process, where the system has such spaces. */
function ownPidSpace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return null
  }
}
