import { writeJson } from '../../lib/json/write-json.ts'
import { toldTime, type AppEvent, type EventOf } from '../../app/state/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { describeShown, describeUnavailable } from '../../app/words/document.ts'
import {
  strayOutput,
  strayOutputRemedy,
  strayWords,
  finalStderrMs,
  finalStderr,
  withoutStack,
} from '../../app/words/problem.ts'
import type { PlanDocuments } from '../../app/ports/plan-document.ts'
import type { Clock } from '../../lib/clock.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { type WatchedDocument, PlanFeed, type PlanWriter } from '../changes/plan-feed.ts'
import { changedPlanLines } from '../../app/words/plan.ts'
import { endedTurns, eventWords, problemWords } from '../changes/event-words.ts'
import type { LineSink, Output, OutputEnd } from '../stream/output.ts'
import { preciseTime } from '../../lib/text/duration.ts'
import { PlanLog } from './plan-log.ts'
import { stderrLine } from '../../app/words/text.ts'
import { counted } from '../../lib/text/wording.ts'

export interface TextOptions {
  readonly sink: LineSink
  readonly documents: PlanDocuments
  readonly clock: Clock
  readonly ascii: boolean
}

const maxStderrLines = 5
/** Further problems are only in the total at the end. */
const maxListedProblems = 200

/**
 * Writes changes as lines for people: a new plan whole, then a line for each change; growing texts at most once a second, and
 * whole when they are complete or the turn ends; at the end the last state of every plan.
 */
export function openTextOutput({ sink, documents, clock, ascii }: TextOptions): Output {
  const problems = new Set<string>()
  let startMs: number | null = null
  /** The last event tells its time. */
  let hasTimes = true
  const onEvent = (event: AppEvent, after: AppState, before: AppState): void => {
    startMs ??= event.atMs
    hasTimes = event.isUntimed !== true
    feed.onEvent(event, after, before)
    const atMs = toldTime(event)
    const ended = endedTurns(event, after, before)
    const words = [...eventWords(event, after, before), ...changedPlanLines(after, before)]
    if (ended.length > 0 || words.length > 0) feed.flush()
    for (const session of ended) writeAll(atMs, plans.wholeTexts(after, session.id))
    writeAll(atMs, words)
    if (event.type === 'problem-found') onProblem(event)
    if (event.type === 'link-changed' && event.link.state === 'ended') writeStderr(after)
  }
  const plans = new PlanLog(ascii, (sessionId, key) => feed.documentOf(sessionId, key))
  const writer: PlanWriter = {
    onPlan: (state, place, atMs) => writeAll(atMs, plans.changed(state, place, atMs)),
    onDocument,
    forget: (sessionId) => plans.forget(sessionId),
  }
  const feed = new PlanFeed({ sink, documents, writer })

  async function end(end: OutputEnd, state: AppState): Promise<void> {
    startMs ??= end.atMs
    const atMs = hasTimes ? end.atMs : null
    feed.flush(state)
    const stray = strayOutput(state)
    if (stray !== null) {
      write(atMs, safeLine(`problem: ${strayWords(stray)}. ${strayOutputRemedy(stray, state)}`))
    }
    if (state.problemCount > 0) write(atMs, safe`problems in all: ${state.problemCount}`)
    for (const line of plans.finalState(state, end.atMs)) sink.write(line)
    await feed.close()
  }

  function onDocument(state: AppState, { sessionId, plan, document }: WatchedDocument): void {
    if (document.state === 'loading') return
    const sentences =
      document.state === 'unavailable'
        ? [safeLine(describeUnavailable(document.reason, document.uri))]
        : describeShown(document).map((note) => safeLine(note))
    const place = { sessionId, key: plan.key }
    const atMs = hasTimes ? clock.nowMs() : null
    writeAll(atMs, plans.documentChanged(state, place, { document, sentences }))
  }

  function onProblem(event: EventOf<'problem-found'>): void {
    const { code, text, path } = event.problem
    const key = writeJson([code, text.slice(0, 200), path?.slice(0, 200)])
    if (problems.has(key) || problems.size >= maxListedProblems) return
    problems.add(key)
    write(toldTime(event), problemWords(event))
  }

  function writeStderr(state: AppState): void {
    if (state.link.state !== 'ended' || state.link.end.kind === 'closed') return
    const { lines, older } = finalStderr(state)
    for (const line of withoutStack(lines).slice(-maxStderrLines)) {
      sink.write(stderrLine(line, 2000))
    }
    if (lines.length === 0 && older > 0)
      sink.write(
        safe`  stderr: nothing in its last ${preciseTime(finalStderrMs, true)}, ${counted(older, 'line')} before`,
      )
  }

  function writeAll(atMs: number | null, lines: readonly SafeText[]): void {
    for (const line of lines) write(atMs, line)
  }

  /** Indented lines belong to the line before and get no timestamp. Without a time a line has a sign in its place. */
  function write(atMs: number | null, line: SafeText): void {
    const sinceStart = atMs === null ? safe`-` : preciseTime(atMs - (startMs ?? atMs), true)
    sink.write(line.startsWith('  ') ? line : safe`[${sinceStart}] ${line}`)
  }

  return { onEvent, end }
}
