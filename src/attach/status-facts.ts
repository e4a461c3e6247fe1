import type { SurveyedSession } from '../app/state/observed.ts'
import { summaryOf } from '../app/observed/session-summary.ts'
import { within, type Clock, wallClock } from '../lib/clock.ts'
import type { FoundSession, ObservedKind } from '../app/ports/observed-source.ts'
import { Observation } from './observation.ts'
import { Buffer } from 'node:buffer'
import { readSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { isatty } from 'node:tty'
import { jsonIn } from '../lib/json/read-json.ts'
import { factsOf, statusLine, type StatusFacts, type StatusForm } from '../outputs/status-line/status-line.ts'
import { stringAt } from '../protocol/wire/message.ts'
import { claudeCode, recogniseClaudeCode } from '../sources/observed/claude-code/claude-code.ts'

/** What a status line tells of all sessions of a list; null: nothing. */
export function factsOfList(sessions: readonly SurveyedSession[], nowMs: number): StatusFacts | null {
  const read = sessions.flatMap(({ session: { agent, changedAtMs }, summary }) =>
    summary === null ? [] : [{ ...summary, agent, changedAtMs }],
  )
  return factsOf(read, nowMs)
}

/** What takes longer is not told: Claude Code waits. */
const patienceMs = 2000

/** What a status line tells of one session, without looking for others; null: nothing, or it cannot be read in time. */
async function factsAt(kind: ObservedKind, found: FoundSession, clock: Clock): Promise<StatusFacts | null> {
  let isRead: () => void = () => undefined
  const read = new Promise<void>((resolve) => (isRead = resolve))
  const observation: Observation = new Observation({
    kind,
    found,
    clock,
    start: { infersPlans: true, historyBytes: 0 },
    times: 'wall',
    onEvent: () => undefined,
    onChange: () => {
      if (observation.status.state !== 'reading-past') isRead()
    },
  })
  await within(clock, patienceMs, read)
  const isWhole = observation.status.state !== 'reading-past'
  const { doing, about, plan } = summaryOf(observation.state())
  observation.close()
  const isTold = isWhole && (plan !== null || doing === 'waits')
  return isTold ? { doing, about, plan, agent: found.agent, waiting: doing === 'waits' ? 1 : 0 } : null
}

/** More than Claude Code says. */
const longestInput = 256 * 1024

/** The line about the session that Claude Code names in JSON; '': nothing to tell. Never rejects. */
export async function claudeLine(input: string, hostClock: Clock, form: StatusForm): Promise<string> {
  try {
    const path = stringAt(jsonIn(input), 'transcript_path')
    if (path === undefined || !isAbsolute(path)) return ''
    const found = await recogniseClaudeCode(path)
    if (found === null) return ''
    const facts = await factsAt(claudeCode, found, wallClock(hostClock))
    return facts === null ? '' : statusLine(facts, form)
  } catch {
    // An error in it would stand in the line of Claude Code.
    return ''
  }
}

/** What Claude Code writes to the stdin of its status line; '' where somebody else is there. A stream would take several milliseconds to load. */
export function readInput(): string {
  if (isatty(0)) return ''
  const bytes = Buffer.alloc(longestInput)
  let size = 0
  try {
    for (let read = -1; read !== 0 && size < longestInput; size += read)
      read = readSync(0, bytes, size, longestInput - size, null)
  } catch {
    return ''
  }
  return bytes.toString('utf8', 0, size)
}
