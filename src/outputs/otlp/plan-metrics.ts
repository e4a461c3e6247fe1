import { newlyChanged } from '../../app/history/run-history.ts'
import type { Mark, MarkType } from '../../app/history/plan-history.ts'
import { sessionOf, type AppEvent } from '../../app/state/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { doubtNames } from '../../app/state/doubt-rules.ts'
import { isPlanApproval } from '../../app/state/permission.ts'
import { undecidedIn } from '../../app/state/question.ts'
import type { Session } from '../../app/state/session.ts'
import { isAtWork, stalledStep } from '../../app/state/session-clock.ts'
import { outcomeOf, type WorkCall } from '../../app/state/step-work.ts'
import { isProposed } from '../../app/proposals/session-proposals.ts'
import { doubtsOf, listedDoubts } from '../../app/work/doubts.ts'
import { mapDifference } from '../../lib/shared-map.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import type { Plan } from '../../plans/plan.ts'
import { readClock } from '../../plans/steps/step-times.ts'
import { activeTimeMs, isGivenUp } from '../../plans/steps/tracked-entry.ts'
import { endedSteps, planBefore, touchedPlans } from '../changes/touched-plans.ts'
import {
  maxPoints,
  MetricPoints,
  noAttributes,
  overflow,
  type MetricForm,
  type PointTimes,
} from './metric-points.ts'
import { maxName, safeId, type Attributes, type Metric } from './otlp-messages.ts'

/** The metrics by short names. Their names follow the rules of OpenTelemetry; see `manual/telemetry.md`. */
export const metricForms = {
  sessions: form(
    'state',
    'acp.session.count',
    '{session}',
    'Sessions by what they do, without those of sub-agents',
  ),
  waited: form('histogram', 'acp.session.waiting.duration', 's', 'How long an agent has waited for its user'),
  waiting: form('gauge', 'acp.session.waiting.age', 's', 'How long the oldest open question waits'),
  entries: form('state', 'acp.plan.entry.count', '{entry}', 'Steps of the plans by their status'),
  worked: form('histogram', 'acp.plan.entry.duration', 's', 'Working time of a step that is over'),
  stalled: form('state', 'acp.plan.entry.stalled', '{entry}', 'Steps that seem to be stalled'),
  doubts: form('state', 'acp.plan.entry.doubts', '{doubt}', 'What there is to doubt of the plans'),
  revisions: form('counter', 'acp.plan.revisions', '{revision}', 'Contents of plans'),
  approvals: form('counter', 'acp.plan.approvals', '{approval}', 'Answers to proposed plans'),
  changes: form('counter', 'acp.plan.changes_after_approval', '{change}', 'Approved plans that were changed'),
  failures: form('counter', 'acp.tool.failures', '{call}', 'Tool calls that have failed'),
} as const

function form(type: MetricForm['type'], name: string, unit: string, description: string): MetricForm {
  return { type, name, unit, description }
}

type Name = keyof typeof metricForms
type Points = Readonly<Record<Name, MetricPoints>>
const names = Object.keys(metricForms) as Name[]

function allPoints(): Points {
  return Object.fromEntries(names.map((name) => [name, new MetricPoints(metricForms[name])])) as Record<
    Name,
    MetricPoints
  >
}

/** Counts what happens, and what there is, in numbers. No text, path or address gets in. */
export class PlanMetrics {
  readonly #counted = allPoints()
  readonly #present = allPoints()
  readonly #isPerSession: boolean
  readonly #common = new Map<string, Attributes>()

  constructor({ isPerSession }: { readonly isPerSession: boolean }) {
    this.#isPerSession = isPerSession
  }

  onEvent(event: AppEvent, after: AppState, before: AppState): void {
    if (after === before) return
    const { revisions, worked, changes, failures, waited, approvals } = this.#counted
    const of = (sessionId: string | null): Attributes => this.#attributes(after, sessionId)
    for (const place of touchedPlans(event, after, before)) {
      const { sessionId } = place
      const session = after.sessions.get(sessionId)
      const plan = session?.plans.get(place.key)
      if (session === undefined || plan === undefined || plan.removedAtMs !== null || plan.isFromPast)
        continue
      const was = planBefore(place, after, before) ?? null
      const more = plan.revision - (was?.revision ?? 0)
      if (more > 0) revisions.add(of(sessionId), { 'acp.plan.kind': plan.body.type }, more)
      if (event.isUntimed === true) continue
      for (const step of endedSteps(was, plan)) {
        const tookMs = activeTimeMs(step, readClock(session.clock, event.atMs))
        const status = statusOf(step.status)
        if (tookMs !== null) worked.record(of(sessionId), { 'acp.plan.entry.status': status }, tookMs / 1000)
      }
    }
    for (const [sessionId, { type, by, planKey }] of newMarks(after, before)) {
      const outcome = outcomes[type]
      // A turn that is cancelled leaves such a mark, too.
      if (outcome !== undefined && (type !== 'cancelled' || planKey !== null))
        approvals.add(
          of(sessionId),
          { 'acp.plan.approval.outcome': outcome, 'acp.plan.approval.decider': by ?? 'unknown' },
          1,
        )
    }
    for (const { sessionId } of newlyChanged(after, before)) changes.add(of(sessionId), noAttributes, 1)
    const failed = newFailure(event, after, before)
    if (failed !== null) failures.add(of(failed.sessionId), { 'acp.tool.kind': toolKind(failed.kind) }, 1)
    if (event.isUntimed === true) return
    for (const { sessionId, reason, sinceMs } of endedWaits(event, after, before))
      waited.record(of(sessionId), { 'acp.wait.reason': reason }, Math.max(0, event.atMs - sinceMs) / 1000)
  }

  /**
   * All metrics, of these states, each at a time of its events. `pause` is awaited after each session, to let others work: the states are
   * those of the beginning, and what happens meanwhile is counted.
   */
  async read(
    present: readonly { readonly state: AppState; readonly nowMs: number }[],
    { times, isDelta, pause }: Reading,
  ): Promise<readonly Metric[]> {
    const now = this.#present
    for (const points of Object.values(now)) points.begin()
    for (const { state, nowMs } of present) {
      const waits = waitsOf(state)
      this.#addAgent(now, state, { waits, nowMs })
      const waiting = new Set(waits.map(({ sessionId }) => sessionId))
      for (const session of state.sessions.values()) {
        this.#addSession(now, state, session, { isWaiting: waiting.has(session.id), nowMs })
        await pause()
      }
    }
    const metrics: Metric[] = []
    for (const name of names) {
      const { type } = metricForms[name]
      const points = type === 'state' || type === 'gauge' ? now : this.#counted
      const metric = points[name].metric(times, isDelta)
      if (metric !== null) metrics.push(metric)
      await pause()
    }
    return metrics
  }

  /** What was read last is with the backend. */
  sent(): void {
    for (const points of Object.values(this.#counted)) points.sent()
  }

  /** Points that are there also when there is nothing, so that they fall to 0. */
  #addAgent(
    now: Points,
    state: AppState,
    { waits, nowMs }: { readonly waits: readonly Wait[]; readonly nowMs: number },
  ): void {
    const common = this.#attributes(state, null)
    for (const each of sessionStates) now.sessions.add(common, { 'acp.session.state': each }, 0)
    for (const each of statuses) now.entries.add(common, { 'acp.plan.entry.status': each }, 0)
    for (const each of doubtNames) now.doubts.add(common, { 'acp.plan.doubt': each }, 0)
    for (const each of waitReasons) now.waiting.raise(common, { 'acp.wait.reason': each }, 0)
    now.stalled.add(common, noAttributes, 0)
    for (const { sessionId, reason, sinceMs } of waits)
      now.waiting.raise(
        this.#attributes(state, sessionId),
        { 'acp.wait.reason': reason },
        Math.max(0, nowMs - sinceMs) / 1000,
      )
  }

  #addSession(
    now: Points,
    state: AppState,
    session: Session,
    { isWaiting, nowMs }: { readonly isWaiting: boolean; readonly nowMs: number },
  ): void {
    const common = this.#attributes(state, session.id)
    if (session.subagent === null)
      now.sessions.add(common, { 'acp.session.state': sessionState(state, session, isWaiting) }, 1)
    for (const plan of session.plans.values()) {
      if (plan.removedAtMs !== null || isProposed(plan)) continue
      for (const [status, count] of statusCounts(plan))
        now.entries.add(common, { 'acp.plan.entry.status': status }, count)
      if (stalledStep(state, { session, plan }, nowMs) !== null) now.stalled.add(common, noAttributes, 1)
      for (const { doubt } of listedDoubts(plan, doubtsOf(state, session, plan, nowMs)))
        now.doubts.add(common, { 'acp.plan.doubt': doubt.type }, 1)
    }
  }

  /** Those of an agent or a session: always the same object. */
  #attributes({ agent }: AppState, sessionId: string | null): Attributes {
    const name = agent?.name.slice(0, maxName) ?? 'unknown'
    const version = agent?.version?.slice(0, maxName)
    const id = this.#isPerSession && sessionId !== null ? safeId(sessionId) : undefined
    const key = `${name}\n${version}\n${agent?.protocolVersion}\n${id}`
    const known = this.#common.get(key)
    if (known !== undefined) return known
    if (this.#common.size >= maxPoints) return overflow
    const attributes = {
      'gen_ai.agent.name': name,
      'gen_ai.agent.version': version,
      'acp.protocol.version': agent?.protocolVersion,
      'gen_ai.conversation.id': id,
    }
    this.#common.set(key, attributes)
    return attributes
  }
}

interface Reading {
  readonly times: PointTimes
  readonly isDelta: boolean
  readonly pause: () => Promise<void> | null
}

const statuses = ['pending', 'in_progress', 'completed', 'cancelled', '_OTHER'] as const

/** A status as an attribute: one of the known ones, so that what an agent wrote is never sent. */
export function statusOf(status: string): (typeof statuses)[number] {
  return isGivenUp(status) ? 'cancelled' : (statuses.find((each) => each === status) ?? '_OTHER')
}

function statusCounts({ body }: Plan): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const step of planSteps(body)) {
    const status = statusOf(step.status)
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return counts
}

const sessionStates = ['working', 'waiting', 'idle', 'lost', 'ended'] as const

function sessionState(
  { link }: AppState,
  session: Session,
  isWaiting: boolean,
): (typeof sessionStates)[number] {
  const { phase, turn } = session
  if (phase === 'closed') return 'ended'
  if (link.state === 'reconnecting') return 'lost'
  if (link.state === 'ended') {
    const isLost = turn.state === 'ended' && turn.outcome.kind === 'lost'
    // A turn that the user's quitting has cut off is no loss.
    return isLost && link.end.kind !== 'closed' ? 'lost' : 'ended'
  }
  if (isWaiting) return 'waiting'
  return isAtWork(session) ? 'working' : 'idle'
}

/** The marks that are answers to a proposed plan, as outcomes. */
const outcomes: Partial<Record<MarkType, string>> = {
  approved: 'approved',
  rejected: 'rejected',
  refined: 'rejected',
  cancelled: 'cancelled',
}

/** Those that came with an event, with their sessions; not those of a past that is replayed. */
function newMarks(
  { history: now }: AppState,
  { history: was }: AppState,
): readonly (readonly [string, Mark])[] {
  if (now.lastMark === was.lastMark) return []
  return mapDifference(now.marks, was.marks).changed.flatMap((sessionId) =>
    (now.marks.get(sessionId)?.items ?? [])
      .filter(({ order, atMs }) => order > was.order && atMs !== null)
      .map((mark) => [sessionId, mark] as const),
  )
}

/** The call that an event has told to have failed; null: none. */
function newFailure(
  event: AppEvent,
  after: AppState,
  before: AppState,
): (Pick<WorkCall, 'kind'> & { readonly sessionId: string }) | null {
  if (event.type !== 'session-updated') return null
  const { sessionId, update } = event
  const work = after.sessions.get(sessionId)?.work
  let key = ''
  if (update.type === 'tool-call') key = update.toolCallId
  else if (update.type === 'terminal') key = work?.terminals.get(update.terminalId)?.callKey ?? ''
  else return null
  const call = work?.calls.get(key)
  if (call === undefined || call.isAboutPlan || call.atMs === null) return null
  const was = before.sessions.get(sessionId)?.work.calls.get(key)
  const wasFailed = was !== undefined && outcomeOf(was) === 'failed'
  return outcomeOf(call) === 'failed' && !wasFailed ? { kind: call.kind, sessionId } : null
}

const toolKinds = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
]

/** The kind of a tool; `_OTHER` for a word that ACP does not have: it is the agent's. */
export function toolKind(kind: string): string {
  return toolKinds.includes(kind) ? kind : '_OTHER'
}

const waitReasons = ['permission', 'proposal', 'form', 'login'] as const

interface Wait {
  /** Unique among those that are open. */
  readonly key: string
  /** null: it belongs to no session. */
  readonly sessionId: string | null
  readonly reason: (typeof waitReasons)[number]
  readonly sinceMs: number
}

function waitsOf(state: AppState): readonly Wait[] {
  const { permissions, elicitations, link, sessions } = state
  const waits: Wait[] = [
    ...permissions.map((request): Wait => {
      const { key, sessionId, askedAtMs: sinceMs } = request
      const reason = isPlanApproval(request) ? 'proposal' : 'permission'
      return { key: `permission ${key}`, sessionId, reason, sinceMs }
    }),
    ...elicitations.map(({ key, sessionId, askedAtMs }): Wait => ({
      key: `form ${key}`,
      sessionId,
      reason: 'form',
      sinceMs: askedAtMs,
    })),
  ]
  if (link.state === 'wants-login')
    waits.push({ key: 'login', sessionId: null, reason: 'login', sinceMs: link.sinceMs })
  for (const session of sessions.values()) {
    const { id, turn } = session
    if (turn.state === 'ended' && undecidedIn(session, state) !== null)
      waits.push({ key: `turn ${id}`, sessionId: id, reason: 'proposal', sinceMs: turn.endedAtMs })
  }
  return waits
}

/** The waits that an event has ended. Nearly all events cost nothing here. */
export function endedWaits(event: AppEvent, after: AppState, before: AppState): readonly Wait[] {
  if (!mayEndWaits(event, after, before)) return []
  const open = new Set(waitsOf(after).map(({ key }) => key))
  return waitsOf(before).filter(({ key }) => !open.has(key))
}

function mayEndWaits(event: AppEvent, after: AppState, before: AppState): boolean {
  const { permissions, elicitations, link } = before
  if (after.permissions !== permissions || after.elicitations !== elicitations || after.link !== link)
    return true
  const id = sessionOf(event)
  const [now, was] = id === null ? [] : [after.sessions.get(id), before.sessions.get(id)]
  return (
    was?.turn.state === 'ended' &&
    (now?.turn !== was.turn || now.proposal !== was.proposal || now.decided !== was.decided)
  )
}
