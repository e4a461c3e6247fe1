/** The status and the times of a step, and why it is not done although the agent says so. */
import { shortTime, spokenTime, timeOfDayWithSeconds } from '../../lib/text/duration.ts'
import { isBlankText, safe, type SafeText, shownLine, safeLine } from '../../lib/text/safe-text.ts'
import type { RunningWork } from '../../plans/plan.ts'
import {
  type SlowStep,
  type StepFacts,
  type TrackedEntry,
  isGivenUp,
} from '../../plans/steps/tracked-entry.ts'
import { counted } from '../../lib/text/wording.ts'

export interface StepWordsAt {
  readonly facts: StepFacts
  /** The time of day at the run's time 0, in milliseconds since the epoch. */
  readonly wallOffsetMs: number
  readonly isAtWork: boolean
}

/** What a step is called. Some agents send steps in whose words nobody sees anything. */
export function stepWords(content: string): string {
  return isBlankText(content) ? '(no words)' : content
}

/** Less than this is not told. */
const leastToldMs = 1000

/** `began 14:00:41, worked 1 minute 2 seconds, waited 31 seconds for answers, done 14:02:14`: the times of a step in words. */
export function stepTimeWords({ status }: Pick<TrackedEntry, 'status'>, frame: StepWordsAt): SafeText {
  const { facts, wallOffsetMs, isAtWork } = frame
  const { beganAtMs, endedAtMs, stretches, workedMs, waitedMs } = facts
  const at = (atMs: number): SafeText => timeOfDayWithSeconds(atMs + wallOffsetMs)
  const end = statusAtEnd(status, isAtWork)
  const ended = endedAtMs === null ? end : safe`${end} ${at(endedAtMs)}`
  if (beganAtMs === null) return status === 'pending' ? safe`not begun` : safe`${ended}, not seen in progress`
  const parts = [
    safe`began ${at(beganAtMs)}`,
    ...(stretches > 1 ? [safe`in progress ${stretches} times`] : []),
    safe`worked ${spokenTime(workedMs)}`,
    ...(waitedMs < leastToldMs ? [] : [safe`waited ${spokenTime(waitedMs)} for answers`]),
    ended,
  ]
  return parts.join(', ') as SafeText
}

function statusAtEnd(status: string, isAtWork: boolean): SafeText {
  switch (status) {
    case 'completed':
      return safe`done`
    case 'in_progress':
      return isAtWork ? safe`in progress` : safe`unfinished`
    case 'pending':
      return safe`not done yet`
    default:
      return shownLine(status, 'word')
  }
}

/** Follows a step that the agent reports as over while something runs that was begun while it was in progress. */
export const stepStillRuns = safe`said to be done, still runs`

/** Why a plan is not complete, or a step not done, that the agent reports as such: `1 sub-agent still runs`. */
export function stillRunsWords(running: readonly RunningWork[]): string {
  const what = running.every(({ isSubagent }) => isSubagent) ? 'sub-agent' : 'task'
  return counted(running.length, `${what} still runs`, `${what}s still run`)
}

/** That a step takes far longer than the others while nothing comes. Raw: quotes the step. */
export function stalledWords({ entry, index, tookMs, usualMs }: SlowStep): string {
  const took = `it took ${shortTime(tookMs)} so far, the others about ${shortTime(usualMs)}`
  return `Step ${index + 1} seems to be stalled (${entry.content.slice(0, 100)}): ${took}, and nothing comes from the agent`
}

/** In Unicode, and in ASCII. */
type Glyph = readonly [string, string]

const givenUp: Glyph = ['⊘', '-']
const knownGlyphs: ReadonlyMap<string, Glyph> = new Map([
  ['completed', ['✓', 'x']],
  ['in_progress', ['»', '>']],
  ['pending', ['○', '.']],
  ['cancelled', givenUp],
  // Not the protocol's: agents that keep their lists themselves have it.
  ['blocked', ['⊟', '!']],
])
const unfinished: Glyph = ['◐', 'o']
const unknown: Glyph = ['?', '?']

/** A step in progress is `unfinished` if the agent is not working. */
export interface GlyphLook {
  readonly isAscii: boolean
  readonly isAtWork: boolean
}

/** The symbol of a status, the same as on the screen. */
export function statusGlyph(status: string, { isAscii, isAtWork }: GlyphLook): SafeText {
  const isUnfinished = status === 'in_progress' && !isAtWork
  const glyph = isUnfinished
    ? unfinished
    : (knownGlyphs.get(status) ?? (isGivenUp(status) ? givenUp : unknown))
  return safeLine(glyph[isAscii ? 1 : 0])
}

/** A status in words; for an unknown status the agent's word. */
export function statusWord(status: string, isAtWork = true): SafeText {
  if (status === 'in_progress' && !isAtWork) return safe`unfinished`
  const words = status.slice(0, 60).replaceAll('_', ' ').trim()
  return isBlankText(words) ? safe`no status` : safeLine(words)
}

export function isKnownStatus(status: string): boolean {
  return knownGlyphs.has(status)
}

/** `high`, `low` or the agent's word; null: medium or none. */
export function priorityWord(priority: string): SafeText | null {
  return priority === '' || priority === 'medium' ? null : shownLine(priority, 'word')
}
