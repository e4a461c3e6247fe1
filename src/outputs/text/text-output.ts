import { writeJson } from '../../lib/json/write-json.ts'
import { isCounted } from '../../protocol/wire/wire-problem.ts'
import type { AppEvent } from '../../app/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { describeShown, describeUnavailable } from '../../app/wording/describe-plan-document.ts'
import { lastWordsMs, lastWordsOf, withoutStack } from '../../app/wording/last-words.ts'
import type { PlanDocuments } from '../../app/ports/plan-document.ts'
import type { Clock } from '../../lib/clock.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { watchDocuments, type DocumentWatch, type WatchedDocument } from '../changes/document-watch.ts'
import { duration } from './text-pieces.ts'
import { endedTurns, eventWords, problemWords } from '../wording/event-words.ts'
import type { LineSink } from '../line-sink.ts'
import type { Output, OutputEnd } from '../output.ts'
import { PlanLog } from './plan-log.ts'
import {
  isBeingWritten,
  planPlaceKey,
  touchedPlans,
  voidedBy,
  type PlanPlace,
} from '../changes/touched-plans.ts'

export interface TextOptions {
  readonly sink: LineSink
  readonly documents: PlanDocuments
  readonly clock: Clock
  readonly ascii: boolean
}

const maxStderrLines = 5
/** Further problems are only counted. */
const problemsListed = 200

/**
 * Writes changes as lines for people: a new plan whole, then a line for each change; growing texts at most once a second, and
 * whole when they are complete or the turn ends; at the end the last state of every plan.
 */
export function createTextOutput(options: TextOptions): Output {
  return new TextOutput(options)
}

class TextOutput implements Output {
  readonly #sink: LineSink
  readonly #clock: Clock
  readonly #documents: DocumentWatch
  readonly #plans: PlanLog
  readonly #problems = new Set<string>()
  /** Listed problems that count as the agent's. */
  #counted = 0
  readonly #stopRelief: () => void
  /** Plans that changed while the reader was slow, or that the agent is still writing: reported later as one change. */
  readonly #waiting = new Map<string, PlanPlace>()
  #state: AppState | null = null
  #startMs: number | null = null

  constructor({ sink, documents, clock, ascii }: TextOptions) {
    this.#sink = sink
    this.#clock = clock
    this.#documents = watchDocuments(documents, (watched) => this.#onDocument(watched))
    this.#plans = new PlanLog(ascii, (sessionId, key) => this.#documents.documentOf(sessionId, key))
    this.#stopRelief = sink.onRelief(() => this.#reportWaiting())
  }

  onEvent = (event: AppEvent, after: AppState, before: AppState): void => {
    this.#state = after
    this.#startMs ??= event.atMs
    const voided = voidedBy(event)
    if (voided !== null) this.#forget(voided, after)
    this.#onPlans(event, after, before)
    const ended = endedTurns(event, after, before)
    const words = eventWords(event, after, before)
    if (ended.length > 0 || words.length > 0) this.#reportWaiting()
    for (const session of ended) this.#writeAll(event.atMs, this.#plans.wholeTexts(after, session.id))
    this.#writeAll(event.atMs, words)
    if (event.type === 'problem-found') this.#onProblem(event)
    if (event.type === 'link-changed' && event.link.state === 'ended') this.#writeStderr(after)
  }

  async end(end: OutputEnd, state: AppState): Promise<void> {
    this.#state = state
    this.#startMs ??= end.atMs
    this.#reportWaiting()
    if (state.problemCount > this.#counted) {
      this.#write(end.atMs, safe`problems in all, with repeats: ${state.problemCount}`)
    }
    for (const line of this.#plans.finalState(state)) this.#sink.write(line)
    this.#stopRelief()
    this.#documents.close()
    await this.#sink.finish()
  }

  #forget(sessionId: string, after: AppState): void {
    this.#plans.forget(sessionId)
    this.#documents.followAll(after)
  }

  #onPlans(event: AppEvent, after: AppState, before: AppState): void {
    const places = touchedPlans(event, after, before)
    if (places.length === 0) return
    for (const place of places) {
      const canWait = this.#sink.isCongested() || isBeingWritten(place, after)
      if (canWait) this.#waiting.set(planPlaceKey(place), place)
      else this.#writeAll(event.atMs, this.#plans.changed(after, place, event.atMs))
    }
    // The line of the plan first, then that of its document.
    if (event.type === 'session-opened') this.#documents.followAll(after)
    else this.#documents.follow(after, places)
  }

  #reportWaiting(): void {
    if (this.#state === null || this.#waiting.size === 0) return
    const places = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const place of places) {
      const plan = this.#state.sessions.get(place.sessionId)?.plans.get(place.key)
      const atMs = plan === undefined ? 0 : (plan.removedAtMs ?? plan.changedAtMs)
      this.#writeAll(atMs, this.#plans.changed(this.#state, place, atMs))
    }
  }

  #onDocument({ sessionId, plan, document }: WatchedDocument): void {
    if (this.#state === null || document.state === 'loading') return
    const atMs = this.#clock.nowMs()
    const sentences =
      document.state === 'unavailable'
        ? [safeLine(describeUnavailable(document.reason, document.uri))]
        : describeShown(document).map((note) => safeLine(note))
    this.#writeAll(
      atMs,
      this.#plans.documentChanged(this.#state, { sessionId, key: plan.key }, { document, sentences }),
    )
  }

  #onProblem(event: Extract<AppEvent, { type: 'problem-found' }>): void {
    const { code, text, path } = event.problem
    const name = writeJson([code, text.slice(0, 200), path?.slice(0, 200)])
    if (this.#problems.has(name) || this.#problems.size >= problemsListed) return
    this.#problems.add(name)
    if (isCounted(event.problem)) this.#counted++
    this.#write(event.atMs, problemWords(event))
  }

  #writeStderr(state: AppState): void {
    if (state.link.state !== 'ended' || state.link.end.kind === 'closed') return
    const { lines, older } = lastWordsOf(state)
    for (const line of withoutStack(lines).slice(-maxStderrLines)) {
      this.#sink.write(safe`  stderr | ${safeLine(line.slice(0, 2000))}`)
    }
    if (lines.length === 0 && older > 0)
      this.#sink.write(
        safe`  stderr: nothing in its last ${duration(lastWordsMs)}, ${older} ${older === 1 ? safe`line` : safe`lines`} before`,
      )
  }

  #writeAll(atMs: number, lines: readonly SafeText[]): void {
    for (const line of lines) this.#write(atMs, line)
  }

  /** Indented lines belong to the line before and get no time. */
  #write(atMs: number, line: SafeText): void {
    const sinceStart = duration(atMs - (this.#startMs ?? atMs))
    this.#sink.write(line.startsWith('  ') ? line : safe`[${sinceStart}] ${line}`)
  }
}
