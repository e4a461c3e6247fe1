import { createHash } from 'node:crypto'
import { sessionMarks } from '../../app/history/run-history.ts'
import type { AppEvent } from '../../app/state/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { Session, Turn } from '../../app/state/session.ts'
import { outcomeOf, stepRef } from '../../app/state/step-work.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import { readClock, stretchesAt } from '../../plans/steps/step-times.ts'
import { endedTurns } from '../changes/event-words.ts'
import { attributesOf, maxName, nanos, safeId, type Attributes, type Span } from './otlp-messages.ts'
import { endedWaits, statusOf, toolKind } from './plan-metrics.ts'

/** Steps and calls of one turn, and sessions whose prompts have a parent; what is beyond is not told. */
const [maxSteps, maxCalls, maxParents] = [1000, 2000, 2000]

/**
 * The turns of sessions as spans, which are made when a turn has ended, from the state. Their ids follow from the session and when the turn
 * has begun since the beginning of the run: a recording has the same ones as its run. https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-agent-spans/
 */
export class TurnSpans {
  /** By their sessions: `traceparent` of the last prompts. https://www.w3.org/TR/trace-context/#traceparent-header */
  readonly #parents = new Map<string, string>()
  readonly #shown: ((text: string) => string) | null

  /** `shown` makes a text of an agent ready to be sent; null: none is. */
  constructor(shown: ((text: string) => string) | null) {
    this.#shown = shown
  }

  /** The spans that are over with an event. `epochMs`: the time of the wall clock at time 0 of the events. */
  onEvent(event: AppEvent, [after, before]: readonly [AppState, AppState], epochMs: number): readonly Span[] {
    if (after === before || event.isUntimed === true) return []
    if (event.type === 'prompt-sent') {
      this.#parents.delete(event.sessionId)
      if (event.traceparent !== undefined && this.#parents.size < maxParents)
        this.#parents.set(event.sessionId, event.traceparent)
    }
    const waits = endedWaits(event, after, before).flatMap(({ sessionId, reason, key, sinceMs }) => {
      const session = sessionId === null ? undefined : before.sessions.get(sessionId)
      const span = session === undefined ? null : this.#spanOf(before, session)
      if (span === null) return []
      const times = { fromMs: epochMs + sinceMs, toMs: epochMs + event.atMs }
      return [span(`wait ${key} ${sinceMs}`, 'acp.wait', times, { 'acp.wait.reason': reason })]
    })
    const turns = endedTurns(event, after, before).flatMap((session) => this.#turn(after, session, epochMs))
    return [...waits, ...turns]
  }

  /** What makes spans below that of the session's last turn; null: it has none. A sub-agent's belong to the turn that began it. */
  #spanOf({ sessions }: AppState, session: Session): MakeSpan | null {
    const { id, subagent } = session
    const turn = lastTurn(session)
    if (turn === null) return null
    const above = subagent === null ? null : lastTurn(sessions.get(subagent.parentId))
    const [ownerId, owner] = subagent === null || above === null ? [id, turn] : [subagent.parentId, above]
    const [, outerTrace, outerSpan] = this.#parents.get(ownerId)?.split('-') ?? []
    const traceId = outerTrace ?? hashOf(32, ownerId, owner)
    const root = hashOf(16, id, turn, 'turn')
    const parent = ownerId === id ? outerSpan : hashOf(16, ownerId, owner, 'turn')
    return (key, name, { fromMs, toMs }, attributes) => ({
      traceId,
      spanId: key === null ? root : hashOf(16, id, turn, key),
      ...(key !== null ? { parentSpanId: root } : parent === undefined ? {} : { parentSpanId: parent }),
      name,
      kind: 1,
      startTimeUnixNano: nanos(fromMs),
      endTimeUnixNano: nanos(Math.max(fromMs, toMs)),
      attributes: attributesOf({ ...attributes, 'gen_ai.conversation.id': safeId(id) }),
    })
  }

  #turn(state: AppState, session: Session, epochMs: number): readonly Span[] {
    const { turn } = session
    const span = this.#spanOf(state, session)
    if (turn.state !== 'ended' || span === null) return []
    const agent = state.agent?.name.slice(0, maxName) ?? 'unknown'
    const times = (fromMs: number, toMs: number): Times => ({
      fromMs: epochMs + fromMs,
      toMs: epochMs + toMs,
    })
    const { endedAtMs, sinceMs } = turn
    const error = errorOf(turn)
    const root = span(null, `invoke_agent ${agent}`, times(sinceMs, endedAtMs), {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': agent,
      'gen_ai.agent.version': state.agent?.version?.slice(0, maxName),
      'acp.protocol.version': state.agent?.protocolVersion,
      'acp.stop_reason': stopReasonOf(turn),
      'error.type': error,
    })
    const steps = this.#steps(session, turn, { span, times }).slice(0, maxSteps)
    const ofTurn = [...session.work.calls].filter(
      ([, { atMs, isAboutPlan }]) => atMs !== null && atMs >= sinceMs && atMs <= endedAtMs && !isAboutPlan,
    )
    const calls = ofTurn.slice(0, maxCalls).map(([key, call]) => {
      const { kind, title } = call
      const atMs = call.atMs ?? sinceMs
      const links = steps.flatMap(({ ref, made, from, to }) =>
        call.steps.includes(ref) && atMs >= from && atMs <= to
          ? [{ traceId: made.traceId, spanId: made.spanId }]
          : [],
      )
      const made = span(
        `call ${key}`,
        `execute_tool ${toolKind(kind)}`,
        times(atMs, call.endedAtMs ?? endedAtMs),
        {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': toolKind(kind),
          'gen_ai.tool.call.id': safeId(key),
          'acp.tool.title': this.#shown?.(title),
        },
      )
      const failed = outcomeOf(call) === 'failed' ? { status: { code: 2 } as const } : {}
      return { ...made, ...failed, ...(links.length === 0 ? {} : { links }) }
    })
    return [
      error === undefined ? root : { ...root, status: { code: 2 } },
      ...steps.map(({ made }) => made),
      ...calls,
      ...plannings(state, session, turn, { span, times, agent }),
    ]
  }

  /** The steps of all plans, for each time that they were in progress in a turn. */
  #steps(session: Session, { sinceMs, endedAtMs }: EndedTurn, { span, times }: Making): readonly StepSpan[] {
    const now = { atMs: endedAtMs, work: readClock(session.clock, endedAtMs) }
    return [...session.plans.values()].flatMap(({ key, body, revision }) =>
      planSteps(body).flatMap((step, index) =>
        stretchesAt(step.times, now).flatMap(({ fromMs, toMs }, at): readonly StepSpan[] => {
          if (toMs < sinceMs || fromMs > endedAtMs) return []
          const [from, to] = [Math.max(fromMs, sinceMs), Math.min(toMs, endedAtMs)]
          const ref = stepRef(key, step.key)
          const made = span(`step ${ref} ${at}`, 'acp.plan.entry', times(from, to), {
            'acp.plan.entry.status': statusOf(step.status),
            'acp.plan.entry.index': index + 1,
            'acp.plan.revision': revision,
            'acp.plan.kind': body.type,
            'acp.plan.entry.content': this.#shown?.(step.content),
          })
          return [{ ref, made, from, to }]
        }),
      ),
    )
  }
}

/** When a session's last turn has begun, exact to a microsecond; null: none has. */
function lastTurn(session: Session | undefined): number | null {
  const { turn } = session ?? { turn: { state: 'not-asked' } }
  return turn.state === 'not-asked' ? null : turn.sinceMs
}

type EndedTurn = Extract<Turn, { state: 'ended' }>

interface Times {
  readonly fromMs: number
  readonly toMs: number
}

/** `key`: unique in the turn; null: the span of the turn itself. */
type MakeSpan = (key: string | null, name: string, times: Times, attributes: Attributes) => Span

interface Making {
  readonly span: MakeSpan
  readonly times: (fromMs: number, toMs: number) => Times
}

interface StepSpan {
  readonly ref: string
  readonly made: Span
  readonly from: number
  readonly to: number
}

/** Each proposal of a turn as the phase in which the plan was formed: since the turn began, or since the answer to the one before. */
function plannings(
  state: AppState,
  { id }: Session,
  { sinceMs, endedAtMs }: EndedTurn,
  { span, times, agent }: Making & { readonly agent: string },
): readonly Span[] {
  const spans: Span[] = []
  let fromMs = sinceMs
  for (const { type, atMs } of sessionMarks(state, id)) {
    if (atMs === null || atMs < sinceMs || atMs > endedAtMs) continue
    if (type === 'proposed')
      spans.push(
        span(`plan ${spans.length}`, `plan ${agent}`, times(fromMs, atMs), {
          'gen_ai.operation.name': 'plan',
          'gen_ai.agent.name': agent,
        }),
      )
    fromMs = atMs
  }
  return spans
}

const stopReasons = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled']

function stopReasonOf({ outcome }: EndedTurn): string | undefined {
  if (outcome.kind !== 'stopped') return undefined
  return stopReasons.includes(outcome.stopReason) ? outcome.stopReason : '_OTHER'
}

function errorOf({ outcome }: EndedTurn): string | undefined {
  if (outcome.kind === 'failed') return String(outcome.code)
  return outcome.kind === 'lost' ? 'lost' : undefined
}

function hashOf(digits: number, ...of: readonly (string | number)[]): string {
  return createHash('sha256').update(of.join('\n')).digest('hex').slice(0, digits)
}
