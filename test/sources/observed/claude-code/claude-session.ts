// Sessions of Claude Code as tests observe and continue them.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FoundSession } from '../../../../src/app/ports/observed-source.ts'
import type { Session } from '../../../../src/app/state/session.ts'
import { claudeCode } from '../../../../src/sources/observed/claude-code/claude-code.ts'
import { observedSession, placesIn, type ObservedSession } from '../../../support/observed-session.ts'

export const id = '00000000-0000-4000-8000-000000000001'
/** So long a change takes to be seen at most. */
export const soonMs = 1000

export async function only(home: string): Promise<FoundSession> {
  const [found] = await claudeCode.find(placesIn(path.dirname(home), { env: { CLAUDE_CONFIG_DIR: home } }))
  if (found === undefined) throw new Error('it is not found')
  return found
}

export async function observed(home: string): Promise<ObservedSession> {
  const session = observedSession(claudeCode, await only(home))
  await session.time.pass(soonMs)
  return session
}

export function sessionIn(observing: ObservedSession, sessionId = id): Session {
  const session = observing.app().state().sessions.get(sessionId)
  if (session === undefined) throw new Error('there is no such session')
  return session
}

export function says(record: object): string {
  return `${JSON.stringify({ sessionId: id, timestamp: '2026-11-22T23:59:00.000Z', version: '2.1.316', ...record })}\n`
}

export function prompt(text: string): string {
  return says({ type: 'user', message: { role: 'user', content: text } })
}

export function runs(home: string, fields: object): void {
  mkdirSync(path.join(home, 'sessions'), { recursive: true })
  const value = { pid: process.pid, sessionId: id, cwd: '/home/me/parser', ...fields }
  writeFileSync(path.join(home, 'sessions', `${process.pid}.json`), JSON.stringify(value))
}
