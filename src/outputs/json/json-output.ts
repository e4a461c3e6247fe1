import { endedSteps, goesOnAs, type TouchedPlan } from '../changes/touched-plans.ts'
import { finalWork, jsonWork, jsonDocument, jsonDropped, jsonGone, jsonPlan } from './json-plan.ts'
import { toldTime, type AppEvent, type EventOf } from '../../app/state/app-event.ts'
import type { PlanDocuments } from '../../app/ports/plan-document.ts'
import type { Session } from '../../app/state/session.ts'
import { cameNoPlan, noPlanReasons } from '../../app/plan-advice/no-plan-reasons.ts'
import { noPlanWords } from '../../app/words/plan.ts'
import { strayOutput, strayWords } from '../../app/words/problem.ts'
import { adviceSentences } from '../../app/words/agent.ts'
import { isPlanUnknown, madeUpBy } from '../../app/plan-advice/unknown-plan.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Plan } from '../../plans/plan.ts'
import { readClock } from '../../plans/steps/step-times.ts'
import { type WatchedDocument, PlanFeed, type PlanWriter } from '../changes/plan-feed.ts'
import { endedTurns } from '../changes/event-words.ts'
import { jsonLine, wholeMs } from './json-line.ts'
import type { JsonEvent } from '../schema/json-event.ts'
import type { JsonEnd, JsonTurn } from '../schema/run-lines.ts'
import { newlyChanged } from '../../app/history/run-history.ts'
import { questionEvents } from './json-question.ts'
import { linkEvents, sessionEvents, type JsonMoment } from './json-session.ts'
import type { LineSink, Output, OutputEnd } from '../stream/output.ts'
import { knownAgentOf, planRefKey, type AppState } from '../../app/state/app-state.ts'
import { switchAdviceOf } from '../../app/plan-advice/plan-advice.ts'
import { switchOf } from '../../app/state/plan-tools.ts'
import type { JsonPlanTools } from '../schema/session-lines.ts'

export interface JsonOptions {
  readonly sink: LineSink
  readonly documents: PlanDocuments
  readonly clock: Clock
  readonly version: string
  /** The agent's command as it was started, or a remote agent's address. */
  readonly command: readonly string[]
}

/**
 * Writes each event as a line of JSON (schema/json-event.ts). For a slow reader it skips revisions of a plan, so that a line
 * has the difference to the plan's last written line, and lines of stderr; nothing else is skipped.
 */
export function openJsonOutput({ sink, documents, clock, version, command }: JsonOptions): Output {
  /** The last event tells its time. */
  let hasTimes = true
  /** The last written revision of each plan. */
  const written = new Map<string, Plan>()
  let skippedStderr = 0
  const onEvent = (event: AppEvent, after: AppState, before: AppState): void => {
    hasTimes = event.isUntimed !== true
    feed.onEvent(event, after, before)
    const events = eventsOf(event, after, before)
    if (events.length > 0) feed.flush()
    for (const each of events) write(each)
  }
  const writer: PlanWriter = { onPlan: writePlan, onDocument: (_, watched) => onDocument(watched), forget }
  const feed = new PlanFeed({ sink, documents, writer })
  write({
    type: 'start',
    atMs: 0,
    schema: 1,
    program: 'acp-plan-tui',
    version,
    startedAt: new Date(clock.wallMs() - clock.nowMs()).toISOString(),
    command,
  })

  async function end(end: OutputEnd, state: AppState): Promise<void> {
    feed.flush(state)
    const { status, reason, message, hint } = end
    const atMs = wholeMs(hasTimes ? end.atMs : null)
    const unknownPlans = [...state.sessions.values()]
      .filter((session) => isPlanUnknown(state, session))
      .map(({ id }) => id)
    const reasons = cameNoPlan(state) ? noPlanReasons(state, end.atMs) : []
    const noPlan = reasons.map((why) => ({ reason: why.type, message: noPlanWords(why) }))
    for (const line of finalWork(state, { atMs, nowMs: end.atMs })) write(line)
    const approved = approvalsOf(state)
    const stray = strayOutput(state)
    write({
      type: 'end',
      atMs,
      status,
      reason,
      message,
      hint,
      problems: state.problemCount,
      ...(stray === null ? {} : { strayLines: stray.times, strayOutput: strayWords(stray) }),
      ...(unknownPlans.length === 0 ? {} : { unknownPlans }),
      ...(approved.length === 0 ? {} : { approved }),
      ...(noPlan.length === 0 ? {} : { noPlan }),
    })
    await feed.close()
  }

  function write(event: JsonEvent): void {
    sink.write(jsonLine(event))
  }

  function forget(sessionId: string): void {
    for (const [name, { key }] of written) if (name === planRefKey({ sessionId, key })) written.delete(name)
  }

  function writePlan(state: AppState, place: TouchedPlan, told: number | null): void {
    const { sessionId } = place
    const session = state.sessions.get(sessionId)
    const plan = session?.plans.get(place.key)
    const name = planRefKey(place)
    if (session === undefined || plan === undefined) return writeGone(state, place, told)
    const work = readClock(session.clock, told ?? plan.changedAtMs)
    const moment = { atMs: wholeMs(told), work, session: sessionId }
    const before = written.get(name) ?? null
    const event = jsonPlan(before, plan, moment)
    written.set(name, plan)
    const isMadeUp = event?.type === 'plan' && madeUpBy(state, plan) !== null
    if (event !== null) write(isMadeUp ? { ...event, madeUp: true } : event)
    for (const step of endedSteps(before, plan))
      write(jsonWork(state, session, { plan, step, atMs: moment.atMs, nowMs: clock.nowMs() }))
  }

  /** The plan became part of another plan, or the message that seemed to propose it has no plan. */
  function writeGone(state: AppState, place: TouchedPlan, told: number | null): void {
    const gone = written.get(planRefKey(place))
    if (gone === undefined) return
    written.delete(planRefKey(place))
    const isDropped = place.isDropped === true
    // Its removal has been written already.
    if (isDropped && gone.removedAtMs !== null) return
    const moment = { atMs: wholeMs(told), session: place.sessionId }
    write(isDropped ? jsonDropped(gone, moment) : jsonGone(gone, moment, goesOnAs(place, state)))
  }

  function onDocument({ sessionId, plan, document }: WatchedDocument): void {
    const nowMs = hasTimes ? clock.nowMs() : null
    const event = jsonDocument(document, plan, { atMs: wholeMs(nowMs), session: sessionId })
    if (event === null) return
    feed.flush()
    write(event)
  }

  function eventsOf(event: AppEvent, after: AppState, before: AppState): readonly JsonEvent[] {
    const moment: JsonMoment = { atMs: wholeMs(toldTime(event)), after, before }
    return [
      ...sessionEvents(event, moment),
      ...questionEvents(event, moment),
      ...ownEvents(event, moment),
      ...changedPlans(moment),
      ...endedTurns(event, after, before).flatMap((session) => endedTurn(session, moment.atMs)),
    ]
  }

  function ownEvents(event: AppEvent, { atMs, after, before }: JsonMoment): readonly JsonEvent[] {
    switch (event.type) {
      case 'agent-described':
        return [{ type: 'agent', atMs, ...event.agent, planTools: jsonPlanTools(after) }]
      case 'link-changed':
        return linkEvents(event.link, before.link, atMs)
      case 'session-updated':
        return begunTurns(event.sessionId, { atMs, after, before })
      case 'prompt-sent':
        return [{ type: 'turn', atMs, session: event.sessionId, state: 'began', prompt: event.text }]
      case 'marked': {
        const session = after.currentSessionId
        return session === null ? [] : [{ type: 'mark', atMs, session, text: event.text }]
      }
      case 'turn-cancelled':
        return [{ type: 'turn', atMs, session: event.sessionId, state: 'cancelling' }]
      case 'problem-found':
        return after.problems.items.length + after.problems.dropped ===
          before.problems.items.length + before.problems.dropped
          ? []
          : problem(event, atMs)
      case 'file-accessed': {
        const { sessionId: session, access, path, error } = event
        return [{ type: 'file', atMs, session, access, path, error }]
      }
      case 'stderr-written':
        return stderr(event.line, atMs)
      default:
        return []
    }
  }

  function changedPlans({ atMs, after, before }: JsonMoment): readonly JsonEvent[] {
    return newlyChanged(after, before).map((found) => {
      const { sessionId: session, planKey: plan, approvedRevision, revision, unit } = found
      const { added, reworded, gone, moved } = found.counts
      const approvedAtMs = wholeMs(found.approvedAtMs)
      const same = { type: 'approved-plan-changed', atMs, session, plan } as const
      return { ...same, approvedAtMs, approvedRevision, revision, unit, added, reworded, gone, moved }
    })
  }

  function problem(event: EventOf<'problem-found'>, atMs: number | null): readonly JsonEvent[] {
    const { code, text, weight, path = null, excerpt = '' } = event.problem
    const came = excerpt === '' ? null : excerpt
    return [{ type: 'problem', atMs, session: event.sessionId, code, text, path, weight, excerpt: came }]
  }

  function stderr(line: string, atMs: number | null): readonly JsonEvent[] {
    if (sink.isCongested()) {
      skippedStderr++
      return []
    }
    const skipped = skippedStderr
    skippedStderr = 0
    return [{ type: 'stderr', atMs, line, skipped }]
  }

  return { onEvent, end }
}

/** Who approved which plans, the last time that each was approved. */
function approvalsOf({ history: { marks } }: AppState): NonNullable<JsonEnd['approved']> {
  const found = new Map<string, NonNullable<JsonEnd['approved']>[number]>()
  for (const [session, { items }] of marks)
    for (const { type, planKey: plan, by = null } of items) {
      if (type === 'approved') found.set(writeJson([session, plan]), { session, plan, by })
      if (type === 'went-on') found.set(writeJson([session, plan]), { session, plan, by: 'agent' })
    }
  return [...found.values()]
}

/** In ACP v2, a turn may begin without a prompt from this client. */
function begunTurns(session: string, { atMs, after, before }: JsonMoment): readonly JsonTurn[] {
  const begins =
    after.sessions.get(session)?.turn.state === 'working' &&
    before.sessions.get(session)?.turn.state !== 'working'
  return begins ? [{ type: 'turn', atMs, session, state: 'began' }] : []
}

function endedTurn({ id, turn }: Session, atMs: number | null): readonly JsonTurn[] {
  if (turn.state !== 'ended') return []
  const { outcome } = turn
  const same = { type: 'turn', atMs, session: id, state: 'ended' } as const
  const { took } = turn
  const times =
    took === null
      ? { tookMs: null, waitedMs: null }
      : { tookMs: Math.round(took.workedMs), waitedMs: Math.round(took.waitedMs) }
  switch (outcome.kind) {
    case 'stopped':
      return [{ ...same, stopReason: outcome.stopReason, ...times }]
    case 'lost':
      return [{ ...same, stopReason: 'lost', ...times }]
    case 'failed': {
      const { code, message } = outcome
      return [{ ...same, stopReason: 'error', ...times, error: { code, message } }]
    }
  }
}

/** The state of the variable that switches on the running agent's plans; null if it has none, or this program cannot set it. */
function jsonPlanTools(state: AppState): JsonPlanTools | null {
  const agent = knownAgentOf(state)
  const found = agent === null ? null : switchOf(state.planTools, agent.id)
  if (agent?.plans.type !== 'switched' || found === null) return null
  const advice = switchAdviceOf(state, agent)
  const message = advice === null || advice.type === 'on' ? '' : adviceSentences(advice).join(' ')
  return { agent: agent.id, variable: agent.plans.by.variable, state: found.type, message }
}
