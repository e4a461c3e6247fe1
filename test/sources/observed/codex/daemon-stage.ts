// Sessions of Codex beside a daemon, as tests observe and continue them. POSIX only: sockets in folders, and their modes.
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import type { ObservedStatus } from '../../../../src/app/ports/observed-source.ts'
import type { Session } from '../../../../src/app/state/session.ts'
import { codex } from '../../../../src/sources/observed/codex/codex.ts'
import { patienceMs } from '../../../support/changes.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { observedSession, placesIn, type ObservedSession } from '../../../support/observed-session.ts'
import { fakeDaemon, type FakeDaemon, type FakeThread } from './fake-daemon.ts'

export const id = '00000000-0000-4000-8000-000000000001'
/** So long a change in a log takes to be seen at most, and after that so long what it does not tell counts. */
export const soonMs = 1000
export const settledMs = 4000

export const told: ObservedStatus = { state: 'following', isTold: true, lives: true }
export const fileOnly: ObservedStatus = { state: 'following' }
export const closed = { state: 'waiting', why: 'closed in Codex until it is resumed', hasEnded: true }

export interface Home {
  readonly path: string
  /** Adds records to the log of a session. */
  log(...records: readonly object[]): void
}

let seconds = 0

export function record(type: string, payload: object): object {
  const timestamp = new Date(Date.UTC(2025, 11, 31, 12, 0, seconds++)).toISOString()
  return { timestamp, type, payload }
}

export const event = (type: string, more: object = {}): object => record('event_msg', { type, ...more })
export const call = (name: string, input: object, callId = 'call'): object =>
  record('response_item', { type: 'function_call', name, arguments: JSON.stringify(input), call_id: callId })
export const output = (text = 'ok', callId = 'call'): object =>
  record('response_item', { type: 'function_call_output', call_id: callId, output: text })
export const asks = call('request_user_input', {
  questions: [{ id: 'db', question: 'Which store?', options: [{ label: 'SQLite' }] }],
})

/** A home with one session, whose turn runs. */
export function homeWith(sessionId = id, home = path.join(emptyFolder(), 'home')): Home {
  const folder = path.join(home, 'sessions', '2025', '12', '31')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `rollout-2025-12-31T12-00-00-${sessionId}.jsonl`)
  const log = (...records: readonly object[]): void =>
    appendFileSync(file, records.map((each) => `${JSON.stringify(each)}\n`).join(''))
  log(record('session_meta', { id: sessionId, cwd: '/home/me/parser' }), event('task_started'))
  return { path: home, log }
}

export async function observed(home: Home, sessionId = id): Promise<ObservedSession> {
  const all = await codex.find(placesIn(path.dirname(home.path), { env: { CODEX_HOME: home.path } }))
  const found = all.find((each) => each.id === sessionId)
  if (found === undefined) throw new Error('it is not found')
  return observedSession(codex, found)
}

/** Waits for what comes over a socket, while no time passes for the program. */
export async function soon(look: () => unknown, expected: unknown): Promise<void> {
  await expect.poll(look, { timeout: patienceMs, interval: 5 }).toEqual(expected)
}

export const lastStatus = (session: ObservedSession) => (): ObservedStatus | undefined =>
  session.statuses.at(-1)
export const asked = (session: ObservedSession) => (): readonly string[] =>
  session
    .app()
    .state()
    .permissions.map(({ title }) => title)

export function sessionIn(session: ObservedSession): Session {
  const own = session.app().state().sessions.get(id)
  if (own === undefined) throw new Error('there is no such session')
  return own
}

/** A session that is followed, with a daemon that has it open. */
export async function withDaemon(
  thread: FakeThread,
): Promise<{ readonly home: Home; readonly daemon: FakeDaemon; readonly session: ObservedSession }> {
  const home = homeWith()
  const daemon = await fakeDaemon(home.path)
  daemon.threads.set(id, thread)
  const session = await observed(home)
  await soon(lastStatus(session), told)
  return { home, daemon, session }
}
