// The home of Claude Code: where its files are, and which of its processes run.
import { basename, dirname, join } from 'node:path'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { isObject, stringAt } from '../../../protocol/wire/message.ts'
import { cutText } from '../log/log-reading.ts'
import { readlinkSync } from 'node:fs'
import { isRunning } from '../../../system/tap-folder.ts'
import { smallText, statsNow, WatchedFolder, UnchangedFiles } from '../log/log-files.ts'

/** The home that a transcript lies in; null: it lies elsewhere, such as a copy. */
export function homeOfTranscript(path: string): string | null {
  const projects = dirname(dirname(path))
  return basename(projects) === 'projects' ? dirname(projects) : null
}

const doings = ['busy', 'shell', 'idle', 'waiting'] as const

/** What a running Claude Code says of itself, in `sessions/<pid>.json`. Raw. */
export interface RunningClaude {
  readonly pid: number
  readonly sessionId: string
  readonly folder: string | null
  /** The name that its user gave the session. */
  readonly name: string | null
  /** `shell`: it rests, and a command that it has begun runs in the background. null: this version, or kind of process, does not say. */
  readonly doing: (typeof doings)[number] | null
  /** What it waits for; null: it is not known to wait for its user. */
  readonly waitsFor: string | null
  readonly statusSinceMs: number | null
  /** The space of process ids that it lives in, as a container has its own; null: not said. */
  readonly pidSpace: string | null
}

/** Files of this form only: others beside them hold keys. */
export const registryFile = /^\d{1,10}\.json$/

/** Reads a file of the registry; null: it is none that names a session. Versions before 2.1.139 write none. */
export function readRegistryFile(text: string): RunningClaude | null {
  const value = jsonIn(text)
  if (!isObject(value)) return null
  const { pid, statusUpdatedAt } = value
  const sessionId = stringAt(value, 'sessionId')
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0 || sessionId === undefined)
    return null
  const status = stringAt(value, 'status')
  const isWaiting = status === 'waiting'
  const name = stringAt(value, 'name')
  return {
    pid,
    sessionId,
    folder: stringAt(value, 'cwd') ?? null,
    name: value['nameSource'] === 'derived' ? null : (name ?? null),
    doing: doings.find((word) => word === status) ?? null,
    waitsFor: isWaiting ? cutText(stringAt(value, 'waitingFor') ?? 'an answer', 200) : null,
    statusSinceMs: typeof statusUpdatedAt === 'number' ? statusUpdatedAt : null,
    pidSpace: /pid:\[\d+\]/.exec(stringAt(value, 'pidDomain') ?? '')?.[0] ?? null,
  }
}

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
      const read = (): RunningClaude | null => readRegistryFile(smallText(path, maxRegistryBytes) ?? '')
      const own = await this.#files.read(path, stats, read)
      // Its process was killed, so that it could not remove its file; where it cannot be seen from here, nobody knows.
      const isDead = own?.pidSpace === space && !isRunning(own.pid)
      if (own !== null && !isDead) running.push(own)
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

/** The space of process ids of this process, where the system has such spaces. */
function ownPidSpace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return null
  }
}
