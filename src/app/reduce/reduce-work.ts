import { mapDifference, withAtMost, withEntry, withoutEntry } from '../../lib/shared-map.ts'
import { hasSameFields } from '../../lib/json/json-values.ts'
import { memoWeak } from '../../lib/memo.ts'
import { isOtherList } from '../../plans/kinds/items.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import type { Plan } from '../../plans/plan.ts'
import { readClock } from '../../plans/steps/step-times.ts'
import { isOver, type TrackedEntry } from '../../plans/steps/tracked-entry.ts'
import { isNearlySame } from '../../plans/matching/likeness.ts'
import { isProposedPlanFile } from '../../protocol/plans/plan-write.ts'
import type { UpdateOf, Called } from '../../protocol/session/session-event.ts'
import {
  maxGoneSteps,
  maxStepQuestions,
  maxTerminals,
  maxWorkCalls,
  maxWorkSteps,
  noStepWork,
  outcomeOf,
  outsidePlan,
  stepRef,
  withoutPlan,
  type GoneStep,
  type SessionWork,
  type StepWork,
  type WorkCall,
  type WorkQuestion,
  rejectedStatus,
} from '../state/step-work.ts'
import { isCallRejected, isPlanApproval, type PermissionRequest } from '../state/permission.ts'
import type { AppEvent } from '../state/app-event.ts'
import { changesIn, recounted } from './count-work.ts'
import { knownKind } from './reduce-tool-call.ts'
import { toldAtMs } from '../state/session-clock.ts'
import type { AppState } from '../state/app-state.ts'
import type { Activity, Begun, Session, Turn } from '../state/session.ts'
import { withSession } from '../state/session-map.ts'
import { begunIn } from './reduce-tasks.ts'

/** The sub-agent that makes a call: the steps that it works for, and its session if it has one of its own. */
export interface Caller {
  readonly steps: readonly string[]
  readonly sessionId: string | null
}

/** The names of the steps that something which has begun belongs to. */
export function refsOf({ plans }: Begun): readonly string[] {
  const refs = plans.flatMap(({ key, steps }) => steps.map((step) => stepRef(key, step)))
  return refs.length > 0 ? refs : plans.length > 0 ? outside : without
}

/** Characters of a title, a command, a question or a message that are kept. */
const maxWords = 500

const outside: readonly string[] = [outsidePlan]
const without: readonly string[] = [withoutPlan]

/** The session with a call or an update of it counted in its steps: those in progress when it began. */
export function withWorkOfCall(
  session: Session,
  update: Called,
  caller: Caller | null,
  event: AppEvent,
): Session {
  const { work } = session
  const key = keyOf(work, update, caller)
  const before = work.calls.get(key) ?? null
  const told = asAnswered(session, update)
  const call =
    before === null
      ? begunCall(session, told, caller, event)
      : updatedCall(before, told, toldAtMs(event, session))
  return (update.evidence?.terminals ?? []).reduce(
    (now, id) => withTerminal(now, idIn(caller, id), { callKey: key }, toldAtMs(event, session)),
    withCounted(session, key, call),
  )
}

/** A call that has failed since its question was answered so, in its own session, is rejected. */
export function asAnswered({ answered }: Pick<Session, 'answered'>, update: Called): Called {
  const isRejected = update.status === 'failed' && isCallRejected(answered, update.toolCallId)
  return isRejected ? { ...update, status: rejectedStatus } : update
}

/** The name of something of a sub-agent's session among those of its parent's. */
function idIn(caller: Caller | null, id: string): string {
  return caller === null || caller.sessionId === null ? id : `${caller.sessionId}\n${id}`
}

/** The session after something of a terminal is told: the call that shows it has its command and its status. */
export function withTerminalTold(
  session: Session,
  told: UpdateOf<'terminal'>,
  caller: Caller | null,
  event: AppEvent,
): Session {
  return withTerminal(session, idIn(caller, told.terminalId), told, toldAtMs(event, session))
}

/** Its call, its command and its status may come in any order. The first call that shows it runs its command, later ones may read it. */
function withTerminal(
  session: Session,
  id: string,
  told: { readonly callKey?: string; readonly command?: string; readonly exit?: number },
  atMs: number | null,
): Session {
  const { work } = session
  const before = work.terminals.get(id) ?? { callKey: null, command: null, exit: null }
  const callKey = before.callKey ?? told.callKey ?? null
  const { command = before.command, exit: ended = before.exit } = told
  if (callKey === before.callKey && command === before.command && ended === before.exit) return session
  const terminal = { callKey, command, exit: ended }
  const terminals = withAtMost(withEntry(work.terminals, id, terminal), maxTerminals)
  const call = callKey === null ? undefined : work.calls.get(callKey)
  const now = { ...session, work: { ...work, terminals } }
  if (call === undefined || callKey === null) return now
  const named = call.command === null && command !== null ? { ...call, command } : call
  if (ended === null) return withCounted(now, callKey, named)
  // Of several terminals, one that failed decides.
  const exit = call.exit === null || call.exit === 0 ? ended : call.exit
  return withCounted(now, callKey, { ...named, exit, endedAtMs: call.endedAtMs ?? atMs })
}

/** The session with a call as it is now in place of what it was. */
function withCounted(session: Session, key: string, call: WorkCall): Session {
  const { work } = session
  const before = work.calls.get(key) ?? null
  if (call === before) return session
  let steps = work.steps
  for (const ref of call.steps)
    steps = withStep(
      steps,
      ref,
      recounted(steps.get(ref) ?? noStepWork, before, call, () =>
        [...work.calls.values()].filter(
          ({ number, steps: of }) => number !== call.number && of.includes(ref),
        ),
      ),
    )
  const calls = withAtMost(withEntry(work.calls, key, call), maxWorkCalls)
  const begun = before === null ? work.begun + 1 : work.begun
  const more = countOf(call) - countOf(before)
  const counts = { counted: work.counted + more, own: work.own + (call.isChilds ? 0 : more) }
  return { ...session, work: { ...work, ...counts, calls, begun, steps } }
}

/** The session after a call was asked about: one that asks to approve a plan is no work, whatever its agent calls it. */
export function withPlanCall(session: Session, request: PermissionRequest): Session {
  const { callId = '' } = request
  const call = session.work.calls.get(callId)
  if (call === undefined || call.isAboutPlan || !isPlanApproval(request)) return session
  return withCounted(session, callId, { ...call, isAboutPlan: true })
}

function countOf(call: WorkCall | null): 0 | 1 {
  return call === null || call.isAboutPlan ? 0 : 1
}

/**
 * Within a session the ids of calls are unique, but not among sessions. A call of a sub-agent with a session of its own may be told in that
 * and in its parent's: it is one call.
 */
function keyOf({ calls }: SessionWork, { toolCallId }: Called, caller: Caller | null): string {
  const other = caller?.sessionId ?? null
  if (other === null) return toolCallId
  const key = `${other}\n${toolCallId}`
  return !calls.has(key) && calls.get(toolCallId)?.isChilds === true ? toolCallId : key
}

/** Counts what a sub-agent with a session of its own does in the steps that it works for, in those of its parents. */
export function withWorkForParents(
  state: AppState,
  sessionId: string,
  change: (parent: Session, caller: Caller) => Session,
): AppState {
  let now = state
  let subagent = state.sessions.get(sessionId)?.subagent ?? null
  for (let depth = 0; subagent !== null && depth < maxDepth; depth++) {
    const { parentId, begun } = subagent
    if (!now.sessions.has(parentId)) break
    const caller = { sessionId, steps: refsOf(begun) }
    now = withSession(now, parentId, (parent) => change(parent, caller))
    subagent = now.sessions.get(parentId)?.subagent ?? null
  }
  return now
}

/** Parents of a sub-agent that are looked at. */
const maxDepth = 8

/** The session after the agent has said something: the steps in progress have a message. */
export function withWorkOfMessage(session: Session): Session {
  const { work, plans } = session
  const refs = activeRefs(plans)
  if (refs === outside || refs === without || refs.every((ref) => work.steps.get(ref)?.hasMessage === true))
    return session
  let { steps } = work
  for (const ref of refs)
    steps = withStep(steps, ref, { ...(steps.get(ref) ?? noStepWork), hasMessage: true })
  return { ...session, work: { ...work, steps } }
}

/** The session after an update of its plans: when they have changed, and which steps are gone. */
export function withPlanChanges(before: Session, after: Session, atMs: number): Session {
  if (after.plans === before.plans) return after
  let { work } = after
  for (const key of mapDifference(after.plans, before.plans).changed) {
    const plan = after.plans.get(key)
    const was = before.plans.get(key)
    if (plan === undefined || plan.body === was?.body) continue
    // In each update: the session is not copied here.
    work = { ...work, planChange: planChangeAt(after, atMs) }
    if (was === undefined) continue
    work = withGoneSteps(work, after, was, plan)
    work = withLastMessages(work, after, was, plan)
  }
  return work === after.work ? after : { ...after, work }
}

/** What has been done when a plan changes or a turn begins: what comes later is told with the next change. */
export function planChangeAt(
  { work, clock }: Pick<Session, 'work' | 'clock'>,
  atMs: number,
): SessionWork['planChange'] {
  return { own: work.own, workedMs: readClock(clock, atMs).workedMs }
}

/** What the agent had said last in each step that is over now. */
function withLastMessages(work: SessionWork, { activity }: Session, was: Plan, plan: Plan): SessionWork {
  const [before, now] = [planSteps(was.body), planSteps(plan.body)]
  let { steps } = work
  // By index: most of very many steps are the same objects.
  for (let at = 0; at < now.length; at++) {
    const step = now[at]
    if (step === undefined || step === before[at] || step.times.endedAtMs !== plan.changedAtMs) continue
    const ref = stepRef(plan.key, step.key)
    const known = steps.get(ref)
    const fromMs = step.times.stretches[0]?.fromMs ?? Number.POSITIVE_INFINITY
    const last = known?.hasMessage === true ? activity.items.findLast(isSaid) : undefined
    if (known === undefined || last === undefined || last.atMs < fromMs) continue
    steps = withEntry(steps, ref, { ...known, lastMessage: last.text.slice(0, maxWords) })
  }
  return steps === work.steps ? work : { ...work, steps }
}

function isSaid(item: Activity): item is Extract<Activity, { type: 'said' }> {
  return item.type === 'said' && item.who === 'agent'
}

/** The session after a question was answered: it belongs to the steps of its call or of the sub-agent, else to those in progress. */
export function withWorkOfQuestion(
  before: Session,
  question: WorkQuestion,
  { callId = '', caller = null, rejectedAtMs = null }: OfQuestion,
): Session {
  const key = idIn(caller, callId)
  const call = before.work.calls.get(key)
  const ended = { status: rejectedStatus, endedAtMs: rejectedAtMs }
  const isOpen = rejectedAtMs !== null && call !== undefined && outcomeOf(call) === 'open'
  const session = isOpen ? withCounted(before, key, { ...call, ...ended }) : before
  const { work, plans } = session
  const told = { asked: question.asked.slice(0, maxWords), answer: question.answer.slice(0, maxWords) }
  let { steps } = work
  for (const ref of call?.steps ?? caller?.steps ?? activeRefs(plans)) {
    const known = steps.get(ref) ?? noStepWork
    const questions = [...known.questions, told].slice(-maxStepQuestions)
    steps = withStep(steps, ref, { ...known, questions })
  }
  return { ...session, work: { ...work, steps } }
}

/** What a question is about. `rejectedAtMs`: when its call was rejected, which some agents tell no end of. */
export interface OfQuestion {
  readonly callId?: string | undefined
  readonly caller?: Caller | null
  readonly rejectedAtMs?: number | null
}

/** What was planned for an earlier prompt, and not touched since, is not dropped when the next one asks for something else. */
function withGoneSteps(work: SessionWork, { turn, plans }: Session, was: Plan, plan: Plan): SessionWork {
  const { key, body } = plan
  if (body.type !== 'items' || was.body.type !== 'items') return work
  const known = work.gone.get(key) ?? noSteps
  const isOther = turn.state === 'working' && was.changedAtMs < turn.sinceMs && isOtherList(was.body, body)
  const dropped = isOther || body.dropped === was.body.dropped || body.isUncertain ? [] : body.dropped
  if (!isOther && dropped.length === 0 && known.length === 0) return work
  const isListed = listedIn(body.entries, known.length + dropped.length)
  const kept = isOther ? noSteps : known.filter((step) => !isListed(step.content))
  const now = dropped.flatMap(({ entry }) => {
    const content = entry.content.slice(0, maxWords)
    const wasOver = isOver(entry.status)
    const isMeant =
      wasOver || (body.entries.length > 0 && !isListed(content) && !isOfEarlier(turn, was, entry))
    return isMeant ? [{ key: entry.key, content, wasOver }] : []
  })
  const gone = withEntry(work.gone, key, [...kept, ...now].slice(-maxGoneSteps))
  if (gone.size <= plans.size) return { ...work, gone }
  // Plans that are not kept any more.
  return { ...work, gone: new Map([...gone].filter(([of]) => plans.has(of))) }
}

/** Comparisons of steps that are gone with those that are listed; beyond, only the same words count. */
const maxComparisons = 20_000

/** Tells whether a list has a step, perhaps in slightly other words. `count`: how many steps are looked for. */
function listedIn(entries: readonly TrackedEntry[], count: number): (content: string) => boolean {
  const contents = new Set(entries.map(({ content }) => content.slice(0, maxWords)))
  if (count * entries.length > maxComparisons) return (content) => contents.has(content)
  return (content) => contents.has(content) || entries.some((entry) => isNearlySame(entry.content, content))
}

/** Whether a step is from before a turn, and was not touched in it. One that never changed is as old as its plan. */
function isOfEarlier(turn: Turn, { workBegan }: Plan, { change }: TrackedEntry): boolean {
  if (turn.state !== 'working') return false
  if (change !== null) return change.atMs < turn.sinceMs
  return turn.workBegan !== null && workBegan.workedMs < turn.workBegan.workedMs
}

const noSteps: readonly GoneStep[] = []

/** Kept for each state of the plans: pieces of messages come much more often than updates of plans. */
const activeRefs = memoWeak((plans: Session['plans']) => refsOf(begunIn({ plans }, 0)))

function begunCall(session: Session, update: Called, caller: Caller | null, event: AppEvent): WorkCall {
  const atMs = toldAtMs(event, session)
  const first: WorkCall = {
    number: session.work.begun,
    atMs,
    endedAtMs: null,
    frame: event.frame ?? null,
    kind: '',
    title: update.title ?? update.name ?? update.toolCallId,
    status: 'pending',
    command: null,
    exit: null,
    paths: [],
    changes: [],
    isAboutPlan: false,
    isChilds: caller !== null,
    steps: caller === null ? activeRefs(session.plans) : caller.steps,
  }
  return updatedCall(first, update, atMs)
}

function updatedCall(
  before: WorkCall,
  { title, kind, status, evidence, ...update }: Called,
  atMs: number | null,
): WorkCall {
  const paths = evidence?.paths ?? before.paths
  const call: WorkCall = {
    ...before,
    kind: knownKind(kind, before.kind),
    title: title?.slice(0, maxWords) ?? before.title,
    status: status ?? before.status,
    command: evidence?.command?.slice(0, maxWords) ?? before.command,
    exit: evidence?.exit ?? before.exit,
    paths,
    // Some agents replace a diff by a text at the end: what was changed stays known.
    changes: evidence?.diffs === undefined ? before.changes : changesIn(evidence.diffs),
    isAboutPlan:
      before.isAboutPlan ||
      update.hasTodos ||
      update.planWrite !== undefined ||
      kind === 'switch_mode' ||
      (paths.length === 1 && isProposedPlanFile(paths[0] ?? '')),
  }
  if (hasSameFields(before, call)) return before
  return outcomeOf(before) === 'open' && outcomeOf(call) !== 'open' ? { ...call, endedAtMs: atMs } : call
}

function withStep(steps: SessionWork['steps'], ref: string, step: StepWork): SessionWork['steps'] {
  const all = withEntry(steps, ref, step)
  if (all.size <= maxWorkSteps) return all
  const [oldest] = [...all.keys()].filter(
    (each) => each !== outsidePlan && each !== withoutPlan && each !== ref,
  )
  return oldest === undefined ? all : withoutEntry(all, oldest)
}
