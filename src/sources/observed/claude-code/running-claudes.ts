import { readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { smallText, statsNow } from '../log/small-files.ts'
import { UnchangedFiles } from '../log/unchanged-files.ts'
import { WatchedFolder } from '../log/watched-folder.ts'
import { readRegistryFile, registryFile, type RunningClaude } from './read-registry.ts'

const maxRunning = 500
const maxRegistryBytes = 64 * 1024
/** More homes than that are not remembered. */
const maxHomes = 20

/** What Claude Code says of its running processes, in one home. */
class ClaudeRegistry {
  readonly #path: string
  readonly #folder: WatchedFolder
  readonly #files = new UnchangedFiles<RunningClaude | null>(2 * maxRunning)
  #look: Promise<readonly RunningClaude[] | null> | null = null

  constructor(home: string) {
    this.#path = join(home, 'sessions')
    this.#folder = new WatchedFolder(this.#path, maxRunning)
  }

  /** Those who ask while it is looked at share that look. */
  async running(): Promise<readonly RunningClaude[] | null> {
    this.#look ??= this.#read().finally(() => (this.#look = null))
    return await this.#look
  }

  async #read(): Promise<readonly RunningClaude[] | null> {
    const entries = await this.#folder.entries()
    if (entries === null) return null
    const running: RunningClaude[] = []
    const space = ownPidSpace()
    for (const { name } of entries) {
      if (!registryFile.test(name)) continue
      const path = join(this.#path, name)
      const stats = statsNow(path)
      if (stats === null) continue
      const own = await this.#files.read(path, stats, async () => await Promise.resolve(registered(path)))
      if (own !== null && !isDead(own, space)) running.push(own)
    }
    return running
  }
}

const registries = new Map<string, ClaudeRegistry>()

/** What runs now, by the registry of a home; null: this version has none, so that nothing is known. */
export async function runningClaudes(home: string): Promise<readonly RunningClaude[] | null> {
  const registry = registries.get(home) ?? new ClaudeRegistry(home)
  registries.set(home, registry)
  for (const oldest of registries.keys()) {
    if (registries.size <= maxHomes) break
    registries.delete(oldest)
  }
  return await registry.running()
}

function registered(path: string): RunningClaude | null {
  const text = smallText(path, maxRegistryBytes)
  return text === null ? null : readRegistryFile(text)
}

/** Its process was killed, so that it could not remove its file. False where its process cannot be seen from here. */
function isDead({ pid, pidSpace }: RunningClaude, ownSpace: string | null): boolean {
  if (pidSpace !== ownSpace) return false
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
