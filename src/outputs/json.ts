import type { AppEvent } from '../app/app-event.ts'
import type { AppState } from '../app/app-state.ts'
import type { PermissionAnswer, PermissionRequest } from '../app/permission.ts'
import type { PlanDocuments } from '../app/plan-document.ts'
import type { Session } from '../app/session.ts'
import type { Clock } from '../lib/clock.ts'
import { planKey, type Plan } from '../plans/plan.ts'
import { watchDocuments, type DocumentWatch, type WatchedDocument } from './document-watch.ts'
import { endedTurns } from './event-words.ts'
import { jsonSchemaVersion, type JsonEvent, type JsonPermission, type JsonTurn } from './json-events.ts'
import { jsonLine } from './json-line.ts'
import { jsonDocument, jsonPlan } from './json-plan.ts'
import type { LineSink } from './line-sink.ts'
import type { Output, OutputEnd } from './output.ts'

export interface JsonOptions {
  readonly sink: LineSink
  readonly documents: PlanDocuments
  readonly clock: Clock
  readonly version: string
  /** The agent's command, as it was started. */
  readonly command: readonly string[]
}

/**
 * Each event as a line of JSON (json-events.ts). When the reader is slow, revisions of a plan between two lines are skipped
 * and what a line tells is the difference to the line before it; nothing else is, save lines of stderr.
 */
export function createJsonOutput(options: JsonOptions): Output {
  return new JsonOutput(options)
}

interface Place {
  readonly sessionId: string
  readonly key: string
}

class JsonOutput implements Output {
  readonly #sink: LineSink
  readonly #clock: Clock
  readonly #documents: DocumentWatch
  readonly #stopRelief: () => void
  /** Each plan as it was last written. */
  readonly #written = new Map<string, Plan>()
  /** Plans that changed while the reader was slow. */
  readonly #waiting = new Map<string, Place>()
  #state: AppState | null = null
  readonly #startMs: number
  #skippedStderr = 0

  constructor({ sink, documents, clock, version, command }: JsonOptions) {
    this.#sink = sink
    this.#clock = clock
    this.#startMs = clock.nowMs()
    this.#documents = watchDocuments(documents, (watched) => this.#hearDocument(watched))
    this.#stopRelief = sink.onRelief(() => this.#writeWaiting())
    this.#write({
      type: 'start',
      atMs: 0,
      schema: jsonSchemaVersion,
      program: 'acp-plan-tui',
      version,
      startedAt: new Date(clock.wallMs()).toISOString(),
      command,
    })
  }

  hear = (event: AppEvent, after: AppState, before: AppState): void => {
    this.#state = after
    if (event.type === 'session-updated') this.#hearUpdate(event, after)
    const events = this.#eventsOf(event, after, before)
    if (events.length > 0) this.#writeWaiting()
    for (const each of events) this.#write(each)
  }

  async end(end: OutputEnd, state: AppState): Promise<void> {
    this.#state = state
    this.#writeWaiting()
    const { status, reason, message, hint } = end
    const atMs = this.#since(end.atMs)
    this.#write({ type: 'end', atMs, status, reason, message, hint, problems: state.problemCount })
    this.#stopRelief()
    this.#documents.close()
    await this.#sink.finish()
  }

  #write(event: JsonEvent): void {
    this.#sink.write(jsonLine(event))
  }

  /** Events may be a little older than this output is: the agent is started first. */
  #since(atMs: number): number {
    return Math.max(0, Math.round(atMs - this.#startMs))
  }

  #hearUpdate(event: Extract<AppEvent, { type: 'session-updated' }>, after: AppState): void {
    const { update, sessionId } = event
    if (update.type !== 'plan-replaced' && update.type !== 'plan-removed') return
    const place = { sessionId, key: planKey(update.plan) }
    if (this.#sink.isCongested()) this.#waiting.set(nameOf(place), place)
    else this.#writePlan(after, place, event.atMs)
    const isFile = update.type === 'plan-replaced' && update.content.type === 'file'
    if (isFile || this.#documents.hasOpen()) this.#documents.follow(after)
  }

  #writeWaiting(): void {
    const places = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const place of places) if (this.#state !== null) this.#writePlan(this.#state, place, null)
  }

  /** `atMs` null: when the plan last changed. */
  #writePlan(state: AppState, place: Place, atMs: number | null): void {
    const plan = state.sessions.get(place.sessionId)?.plans.get(place.key)
    if (plan === undefined) return
    const nowMs = atMs ?? plan.removedAtMs ?? plan.changedAtMs
    const name = nameOf(place)
    const moment = { atMs: this.#since(nowMs), nowMs, session: place.sessionId }
    const event = jsonPlan(this.#written.get(name) ?? null, plan, moment)
    this.#written.set(name, plan)
    if (event !== null) this.#write(event)
  }

  #hearDocument({ sessionId, plan, document }: WatchedDocument): void {
    const nowMs = this.#clock.nowMs()
    const event = jsonDocument(document, plan, { atMs: this.#since(nowMs), nowMs, session: sessionId })
    if (event === null) return
    this.#writeWaiting()
    this.#write(event)
  }

  #eventsOf(event: AppEvent, after: AppState, before: AppState): readonly JsonEvent[] {
    const atMs = this.#since(event.atMs)
    const ended = endedTurns(event, after, before).map((session) => endedTurn(session, atMs))
    switch (event.type) {
      case 'agent-described':
        return [{ type: 'agent', atMs, ...event.agent }]
      case 'session-opened':
        return [{ type: 'session', atMs, session: event.sessionId, title: null }]
      case 'session-updated':
        return [...updateEvents(event, { after, before }, atMs), ...ended]
      case 'prompt-sent':
        return [{ type: 'turn', atMs, session: event.sessionId, state: 'began', prompt: event.text }]
      case 'turn-cancelled':
        return [{ type: 'turn', atMs, session: event.sessionId, state: 'cancelling' }]
      case 'permission-asked':
        return [permission(event.request, null, atMs)]
      case 'permission-answered': {
        const request = before.permissions.find((open) => open.key === event.key)
        return request === undefined ? [] : [permission(request, event.answer, atMs)]
      }
      case 'problem-found':
        return this.#problem(event, after, atMs)
      case 'stderr-written':
        return this.#stderr(event.line, atMs)
      case 'link-changed':
      case 'turn-ended':
        return ended
      case 'prompt-queued':
      case 'remarked':
        return []
    }
  }

  #problem(
    event: Extract<AppEvent, { type: 'problem-found' }>,
    after: AppState,
    atMs: number,
  ): readonly JsonEvent[] {
    const isRepeat = (after.problems.items.at(-1)?.times ?? 1) > 1
    if (isRepeat) return []
    const { code, text, weight, path = null, excerpt = null } = event.problem
    return [{ type: 'problem', atMs, session: event.sessionId, code, text, path, weight, excerpt }]
  }

  #stderr(line: string, atMs: number): readonly JsonEvent[] {
    if (this.#sink.isCongested()) {
      this.#skippedStderr++
      return []
    }
    const skipped = this.#skippedStderr
    this.#skippedStderr = 0
    return [{ type: 'stderr', atMs, line, skipped }]
  }
}

function nameOf({ sessionId, key }: Place): string {
  return JSON.stringify([sessionId, key])
}

function updateEvents(
  event: Extract<AppEvent, { type: 'session-updated' }>,
  { after, before }: { readonly after: AppState; readonly before: AppState },
  atMs: number,
): readonly JsonEvent[] {
  const session = event.sessionId
  const now = after.sessions.get(session)
  const was = before.sessions.get(session)
  if (event.update.type === 'session-titled' && now?.title !== was?.title) {
    return [{ type: 'session', atMs, session, title: event.update.title }]
  }
  // v2: a turn may begin without a prompt of ours.
  const begins = now?.turn.state === 'working' && was?.turn.state !== 'working'
  return begins ? [{ type: 'turn', atMs, session, state: 'began' }] : []
}

function endedTurn(session: Session, atMs: number): JsonTurn {
  const same = { type: 'turn', atMs, session: session.id, state: 'ended' } as const
  if (session.turn.state !== 'rested') return same
  const { outcome } = session.turn
  const tookMs = Math.round(session.turn.tookMs)
  switch (outcome.kind) {
    case 'stopped':
      return { ...same, stopReason: outcome.stopReason, tookMs }
    case 'lost':
      return { ...same, stopReason: 'lost', tookMs }
    case 'failed':
      return { ...same, stopReason: 'error', tookMs, error: { code: outcome.code, message: outcome.message } }
  }
}

function permission(
  request: PermissionRequest,
  answer: PermissionAnswer | null,
  atMs: number,
): JsonPermission {
  const { key, sessionId, title, toolKind, detail, options } = request
  const same = {
    type: 'permission',
    atMs,
    session: sessionId,
    key,
    title,
    toolKind,
    detail,
    options,
  } as const
  if (answer === null) return { ...same, state: 'asked' }
  return { ...same, state: 'answered', answer: answer.type === 'selected' ? answer.optionId : null }
}
