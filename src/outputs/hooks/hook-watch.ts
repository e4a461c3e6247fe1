import { sessionProgress, titleOf } from '../../app/observed/session-summary.ts'
import { planKeyOfRequest } from '../../app/proposals/match-proposal.ts'
import { isProposed, planTitleIn } from '../../app/proposals/session-proposals.ts'
import { toldTime, type AppEvent } from '../../app/state/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { waitingQuestion, type Question } from '../../app/state/question.ts'
import { isAtWork, isReplaying, silentAfterMs, stalledFinder } from '../../app/state/session-clock.ts'
import type { Session } from '../../app/state/session.ts'
import { linkEndWords } from '../../app/words/link.ts'
import { describeChanges } from '../../app/words/plan.ts'
import { newProposal } from '../../app/words/question.ts'
import { stalledWords } from '../../app/words/step.ts'
import { doubtWords } from '../../app/words/work.ts'
import { newlyChanged } from '../../app/history/run-history.ts'
import { doubtsOf, listedDoubts } from '../../app/work/doubts.ts'
import { cutLine } from '../../lib/text/width.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import { heldSteps, planProgress, type Plan } from '../../plans/plan.ts'
import type { TrackedEntry } from '../../plans/steps/tracked-entry.ts'
import { endedTurns, outcomeWords } from '../changes/event-words.ts'
import { concernedSession, planBefore, touchedPlans, type TouchedPlan } from '../changes/touched-plans.ts'
import { wholeMs } from '../json/json-line.ts'
import type { JsonHook } from '../schema/run-lines.ts'
import type { HookEvent } from '../../app/state/hook.ts'
import type { SessionWatch, WatchedSession } from '../watcher.ts'

/** As for notifications: states are looked at this often, where something changes. */
const lookMs = 250
/** Many questions are answered at once, by a policy or another program. */
const waitMs = 1000
const longestMessage = 300

/**
 * Tells `take` what happens of what is wanted. Turns, steps, plans and ends are told with their events. Waits, doubts and stalled steps
 * are looked for in the state, from time to time.
 */
export function watchForHooks(
  view: WatchedSession,
  wanted: ReadonlySet<HookEvent>,
  take: (line: JsonHook) => void,
): SessionWatch {
  const { clock, observed } = view
  const looks = (['waits', 'doubt', 'stalled'] as const).some((each) => wanted.has(each))
  const wantsPlans = wanted.has('step-done') || wanted.has('plan-done')
  /** Sessions whose turn has ended, while something goes on that was begun in it. */
  const unended = new Set<string>()
  const stalled = stalledFinder()
  let doubts: ReadonlySet<string> = new Set()
  let waitsSinceMs: number | null = null
  let isWaitTold = false
  /** What is found first was there before. */
  let isPast = false
  let cancelLook: (() => void) | null = null
  let lookDueMs = Number.POSITIVE_INFINITY

  function tell(event: HookEvent, message: string, about: About): void {
    if (wanted.has(event)) take(hookLine(event, message, { ...about, folder: view.folder }))
  }

  function look(): void {
    cancelLook = null
    lookDueMs = Number.POSITIVE_INFINITY
    const state = view.state()
    const nowMs = clock.nowMs()
    if (wanted.has('waits')) lookForWait(state, nowMs)
    if (wanted.has('doubt') || wanted.has('stalled')) lookAtPlans(state, nowMs)
    isPast = false
  }

  function lookWithin(ms: number): void {
    if (lookDueMs <= ms) return
    cancelLook?.()
    lookDueMs = ms
    cancelLook = clock.after(ms, look)
  }

  function lookForWait(state: AppState, nowMs: number): void {
    const question = waitingQuestion(state)
    if (question === null && state.link.state !== 'wants-login') {
      waitsSinceMs = null
      isWaitTold = false
      return
    }
    waitsSinceMs ??= nowMs
    if (isWaitTold) return
    isWaitTold = nowMs - waitsSinceMs >= waitMs && observed?.isFollowing() !== false
    if (isWaitTold) tell('waits', ...waitOf(state, question, nowMs))
    else lookWithin(waitMs)
  }

  function lookAtPlans(state: AppState, nowMs: number): void {
    // What a session brings from before is not news.
    const isOld = ({ turn }: Session): boolean => isPast || turn.state === 'not-asked'
    for (const { session, plan, slow } of wanted.has('stalled') ? stalled(state, nowMs) : [])
      if (!isOld(session))
        tell('stalled', stalledWords(slow), { state, atMs: nowMs, session, plan, step: slow.entry })
    const found = new Set<string>()
    for (const session of state.sessions.values()) {
      for (const plan of wanted.has('doubt') ? session.plans.values() : [])
        for (const { doubt, step } of listedDoubts(plan, doubtsOf(state, session, plan, nowMs))) {
          const its = [session.id, plan.key, step?.key ?? '', doubt.type].join('\u0000')
          found.add(its)
          if (isOld(session) || doubts.has(its)) continue
          const what = step?.content ?? planTitleIn(session, plan)
          tell('doubt', `${what}: ${doubtWords(doubt)}`, { state, atMs: nowMs, session, plan, step })
        }
      if (isAtWork(session)) lookWithin(silentAfterMs)
    }
    doubts = found
  }

  function turnsEnded(event: AppEvent, after: AppState, before: AppState): void {
    for (const { id, subagent } of endedTurns(event, after, before)) if (subagent === null) unended.add(id)
    for (const id of unended) {
      const session = after.sessions.get(id)
      if (session !== undefined && isAtWork(session) && session.turn.state === 'ended') continue
      unended.delete(id)
      if (session?.turn.state === 'ended')
        tell('turn-end', `the turn ended: ${outcomeWords(session.turn.outcome)}`, {
          state: after,
          atMs: toldTime(event),
          session,
        })
    }
  }

  function planChanged(place: TouchedPlan, event: AppEvent, { after, before }: Moment): void {
    const session = after.sessions.get(place.sessionId)
    const was = before.sessions.get(place.sessionId)
    const plan = session?.plans.get(place.key)
    if (session === undefined || plan === undefined || isProposed(plan)) return
    const about = { state: after, atMs: toldTime(event), session, plan }
    const steps = planSteps(plan.body)
    for (const step of newlyDone(planBefore(place, after, before), plan)) {
      const number = steps.indexOf(step) + 1
      tell('step-done', `step ${number} of ${steps.length} is done: ${step.content}`, { ...about, step })
    }
    if (!wanted.has('plan-done') || session.subagent !== null) return
    const { done, total, isDone } = sessionProgress(after, session)
    if (isDone && !(was !== undefined && sessionProgress(before, was).isDone))
      tell('plan-done', `the plan is done: ${planTitleIn(session, plan)}, ${done}/${total}`, about)
  }

  return {
    onEvent(event, after, before) {
      if (looks) lookWithin(lookMs)
      const id = concernedSession(event, before)
      const was = id === null ? undefined : before.sessions.get(id)
      const isLive = observed?.isLive() !== false
      isPast ||= !isLive
      if (!isLive || (was !== undefined && isReplaying(was))) return
      const atMs = toldTime(event)
      const session = id === null ? undefined : after.sessions.get(id)
      const proposed = session === undefined ? null : newProposal(session.id, after, before)
      if (session !== undefined && proposed !== null) {
        const plan = session.plans.get(proposed.planKey)
        const title = plan === undefined ? '' : `: ${planTitleIn(session, plan)}`
        tell('plan-ready', `a plan waits for approval${title}`, { state: after, atMs, session, plan })
      }
      if (wantsPlans)
        for (const place of touchedPlans(event, after, before)) planChanged(place, event, { after, before })
      for (const changed of newlyChanged(after, before)) {
        const its = after.sessions.get(changed.sessionId)
        const plan = its?.plans.get(changed.planKey)
        if (plan === undefined) continue
        const words = `${planTitleIn(its, plan)}: changed since approved: ${describeChanges(changed)}`
        tell('changed-after-approval', words, { state: after, atMs, session: its, plan })
      }
      if (wanted.has('turn-end')) turnsEnded(event, after, before)
      if (event.type !== 'link-changed' || event.link.state !== 'ended' || before.link.state === 'ended')
        return
      const { end } = event.link
      if (end.kind !== 'closed') tell('agent-ended', linkEndWords(end).what, { state: after, atMs })
      else if (observed !== null) tell('agent-ended', 'the agent has ended', { state: after, atMs })
    },
    stop() {
      if (cancelLook === null) return
      cancelLook()
      look()
      cancelLook?.()
    },
  }
}

interface Moment {
  readonly after: AppState
  readonly before: AppState
}

interface About {
  readonly state: AppState
  readonly atMs: number | null
  readonly session?: Session | undefined
  readonly plan?: Plan | undefined
  readonly step?: TrackedEntry | null
}

function hookLine(
  event: HookEvent,
  message: string,
  { state, atMs, session, plan, step, folder }: About & Pick<WatchedSession, 'folder'>,
): JsonHook {
  const progress = plan === undefined || isProposed(plan) ? null : planProgress(plan)
  return {
    type: 'hook',
    atMs: wholeMs(atMs),
    event,
    session: session?.id ?? null,
    plan: plan?.key ?? null,
    title: plan === undefined ? null : planTitleIn(session, plan),
    progress: progress === null ? null : { done: progress.done, total: progress.total },
    step: step?.content ?? null,
    agent: state.agent?.name ?? null,
    folder,
    message: cutLine(message, longestMessage),
    skipped: 0,
  }
}

/** What is waited for; null: a login. */
function waitOf(state: AppState, question: Question | null, atMs: number): readonly [string, About] {
  if (question === null) return ['the agent waits for a login', { state, atMs }]
  const id = question.kind === 'proposal' ? question.sessionId : question.request.sessionId
  const session = id === null ? undefined : state.sessions.get(id)
  const key =
    question.kind === 'permission'
      ? planKeyOfRequest(session, question.request)
      : question.kind === 'proposal'
        ? question.about.planKey
        : null
  const plan = key === null ? undefined : session?.plans.get(key)
  const about = titleOf(question, plan === undefined ? null : { title: planTitleIn(session, plan) })
  return [`the agent waits for you${about === null ? '' : `: ${about}`}`, { state, atMs, session, plan }]
}

/** The steps that are done now and were not; none of a plan that is new. */
function newlyDone(before: Plan | undefined, plan: Plan): readonly TrackedEntry[] {
  if (before === undefined || (before.body === plan.body && before.running === plan.running)) return []
  const done = new Set(doneSteps(before).map(({ key }) => key))
  return doneSteps(plan).filter(({ key }) => !done.has(key))
}

function doneSteps(plan: Plan): readonly TrackedEntry[] {
  const held = heldSteps(plan)
  return planSteps(plan.body).filter(({ key, status }) => status === 'completed' && !held.has(key))
}
