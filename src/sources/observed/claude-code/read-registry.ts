import { jsonIn } from '../../../lib/json/read-json.ts'
import { isObject, stringAt } from '../../../protocol/wire/message.ts'
import { cutText } from '../log/log-reading.ts'

/** What a running Claude Code says of itself, in `sessions/<pid>.json`. Raw. */
export interface RunningClaude {
  readonly pid: number
  readonly sessionId: string
  readonly folder: string | null
  /** The name that its user gave the session. */
  readonly name: string | null
  /** What it waits for; null: it does not wait for its user. */
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
  const isWaiting = stringAt(value, 'status') === 'waiting'
  const name = stringAt(value, 'name')
  return {
    pid,
    sessionId,
    folder: stringAt(value, 'cwd') ?? null,
    name: value['nameSource'] === 'derived' ? null : (name ?? null),
    waitsFor: isWaiting ? cutText(stringAt(value, 'waitingFor') ?? 'an answer', 200) : null,
    statusSinceMs: typeof statusUpdatedAt === 'number' ? statusUpdatedAt : null,
    pidSpace: /pid:\[\d+\]/.exec(stringAt(value, 'pidDomain') ?? '')?.[0] ?? null,
  }
}
