import { isLeftRunning } from '../app/state/children.ts'
import { strayOfNoAgent, finalStderr, unreadOutput, withoutStack } from '../app/words/problem.ts'
import { type AppState, currentSession } from '../app/state/app-state.ts'
import type { AppEvent, EventOf } from '../app/state/app-event.ts'
import type { ElicitationAnswer } from '../app/state/elicitation.ts'
import { isProposed, planTitleIn } from '../app/proposals/session-proposals.ts'
import type { LinkEnd } from '../app/state/link.ts'
import { isAllowed, type PermissionAnswer, type PermissionPolicy } from '../app/state/permission.ts'
import type { Session } from '../app/state/session.ts'
import { doubtsOf } from '../app/work/doubts.ts'
import { namedDoubts } from '../app/words/work.ts'
import type { Clock } from '../lib/clock.ts'
import { endedTurns } from '../outputs/changes/event-words.ts'
import { planProgress } from '../plans/plan.ts'
import type { EventFeed } from './feeds.ts'
import type { EndWatch } from '../system/end-watch.ts'
import type { RunEnd } from '../outputs/run-end-words.ts'

/** `--exit-on`. */
export type ExitOn = 'idle' | 'plans-done' | 'never'

export interface ExitRules {
  readonly exitOn: ExitOn
  /** With `plans-done`, doubts fail too. */
  readonly isStrict: boolean
  readonly permissions: PermissionPolicy
  /** There is a user who can be asked. */
  readonly canAsk: boolean
  /** Prompts of the command line: the run does not end before all are sent. */
  readonly promptCount: number
  /** The run continues a session: without a prompt, it may end when that is loaded. */
  readonly continuesSession: boolean
}

export interface ExitWatch {
  readonly ended: Promise<RunEnd>
  stop(): void
}

/** A run ends after so long without events: late updates of a turn may still come. */
const settleMs = 150
/** So long after it might have ended, a run ends at the next event: some agents never fall silent. */
const longestSettleMs = 5000

/** Watches a run for the end that its rules name. */
export function watchForExit(feed: EventFeed, clock: Clock, rules: ExitRules): ExitWatch {
  let seen = nothingSeen
  let cancelTimer: () => void = () => {}
  let restsSinceMs: number | null = null
  let settle: (end: RunEnd) => void = () => {}
  const ended = new Promise<RunEnd>((resolve) => {
    settle = resolve
  })
  const stopListening = feed.listen((event, after, before) => {
    seen = withSeen(seen, event, { after, before, rules })
    cancelTimer()
    const end = endAfter(after, seen, rules)
    restsSinceMs = end === null ? null : (restsSinceMs ?? clock.nowMs())
    if (end === null || restsSinceMs === null) return
    if (after.link.state === 'ended' || seen.isTooOften || clock.nowMs() - restsSinceMs >= longestSettleMs)
      settle(end)
    else cancelTimer = clock.after(settleMs, () => settle(end), 'alive')
  })
  return {
    ended,
    stop() {
      stopListening()
      cancelTimer()
    },
  }
}

/** A run that nothing shows: waits until the rules or something else end it. The caller closes the agent. */
export async function runUnseen({ ends, exitRules, feed, host }: UnseenRun): Promise<RunEnd> {
  const exit = watchForExit(feed, host.clock, exitRules)
  feed.forget()
  const end = await Promise.race([exit.ended, ends.ended])
  exit.stop()
  return end
}

interface UnseenRun {
  readonly ends: Pick<EndWatch, 'ended'>
  readonly exitRules: ExitRules
  readonly feed: EventFeed
  readonly host: { readonly clock: Clock }
}

/** What the rules need and the state does not keep. */
interface Seen {
  readonly promptsSent: number
  /** The first question that was answered for a missing user. */
  readonly unanswered: Extract<RunEnd, { kind: 'permission-denied' | 'question-declined' }> | null
  /** Too many questions in a row were: the agent may ask for ever. */
  readonly isTooOften: boolean
  readonly failure: { readonly code: number; readonly message: string } | null
  /** Why the connection was lost during a turn. */
  readonly lostFor: string | null
}

const nothingSeen: Seen = {
  promptsSent: 0,
  unanswered: null,
  isTooOften: false,
  failure: null,
  lostFor: null,
}

interface SeenContext {
  readonly after: AppState
  readonly before: AppState
  readonly rules: ExitRules
}

function withSeen(seen: Seen, event: AppEvent, context: SeenContext): Seen {
  const { after, before } = context
  switch (event.type) {
    case 'prompt-sent':
      return { ...seen, promptsSent: seen.promptsSent + 1 }
    case 'permission-answered':
    case 'elicitation-answered': {
      const unanswered = unansweredBy(event, context)
      if (isTooOften(event.answer)) return { ...seen, unanswered, isTooOften: true }
      return { ...seen, unanswered: seen.unanswered ?? unanswered }
    }
    case 'turn-ended':
    case 'session-updated': {
      const turn = endedTurns(event, after, before).find(({ subagent }) => subagent === null)?.turn
      if (turn?.state !== 'ended' || turn.outcome.kind === 'stopped') return seen
      if (turn.outcome.kind === 'lost') return { ...seen, lostFor: seen.lostFor ?? causeOf(after) }
      return { ...seen, failure: seen.failure ?? turn.outcome }
    }
    case 'link-changed': {
      // The end of the agent is reported separately.
      const isLost = after.link.state !== 'ended' && endedTurns(event, after, before).length > 0
      return isLost ? { ...seen, lostFor: seen.lostFor ?? causeOf(after) } : seen
    }
    default:
      return seen
  }
}

function causeOf({ link }: AppState): string {
  return link.state === 'reconnecting' ? link.cause : ''
}

function isTooOften(answer: PermissionAnswer | ElicitationAnswer): boolean {
  return 'unseen' in answer && answer.unseen === 'user'
}

/** A question that was denied because there is no user; null if the policy is to deny. */
function unansweredBy(
  event: EventOf<'permission-answered' | 'elicitation-answered'>,
  { before, rules }: SeenContext,
): Seen['unanswered'] {
  if (rules.canAsk || (rules.permissions === 'deny' && !isTooOften(event.answer))) return null
  if (event.type === 'elicitation-answered') {
    const request = before.elicitations.find((open) => open.key === event.key)
    const isDeclined = request !== undefined && event.answer.type === 'declined'
    return isDeclined ? { kind: 'question-declined', question: request.message } : null
  }
  const { answer, key } = event
  const request = before.permissions.find((open) => open.key === key)
  if (request === undefined) return null
  return isAllowed(request, answer)
    ? null
    : { kind: 'permission-denied', title: request.title, unseen: answer.unseen ?? null }
}

function endAfter(state: AppState, seen: Seen, rules: ExitRules): RunEnd | null {
  if (seen.isTooOften && seen.unanswered !== null) return seen.unanswered
  const areAllSent = seen.promptsSent >= rules.promptCount && state.queuedPrompts.length === 0
  if (state.link.state === 'ended') {
    const { end } = state.link
    const turn = currentSession(state)?.turn
    const isFine = end.kind === 'closed' || (isExitedWell(end) && turn !== undefined)
    const isInterrupted = !areAllSent || (turn?.state === 'ended' && turn.outcome.kind === 'lost')
    return isFine && !isInterrupted ? restEnd(state, seen, rules) : endedWith(state, end)
  }
  // What the agent is doing is unknown until it is connected again.
  if (state.link.state === 'reconnecting') return null
  // Prompts behind a lost turn wait for a user.
  const isStuck = seen.lostFor !== null && !rules.canAsk
  const isAtRest = (areAllSent || isStuck) && areSessionsAtRest(state, seen, rules)
  switch (rules.exitOn) {
    case 'never':
      return null
    case 'idle':
      return isAtRest ? restEnd(state, seen, rules) : null
    case 'plans-done':
      if (isAtRest) return restEnd(state, seen, rules)
      return areAllSent && arePlansDoneAnew(state, rules) ? cutting(restEnd(state, seen, rules)) : null
  }
}

function cutting(end: RunEnd): RunEnd {
  return end.kind === 'done' ? { ...end, cutsTurn: true } : end
}

/** No open session is working, nor a sub-agent in the background, and the current one has worked. */
function areSessionsAtRest(
  state: AppState,
  seen: Seen,
  { continuesSession, promptCount }: ExitRules,
): boolean {
  const current = currentSession(state)
  if (current?.phase !== 'open') return false
  // A loaded session has no turn yet.
  const hasWorked = current.turn.state === 'ended' || seen.promptsSent > 0
  const hasRested = hasWorked || (continuesSession && promptCount === 0)
  return hasRested && [...state.sessions.values()].every(isResting)
}

/** All plans are complete during a turn that has changed one of them. */
function arePlansDoneAnew(state: AppState, rules: ExitRules): boolean {
  const current = currentSession(state)
  if (current?.turn.state !== 'working') return false
  const { sinceMs } = current.turn
  return (
    [...current.plans.values()].some((plan) => plan.changedAtMs >= sinceMs) &&
    plansEnd(state, rules).kind === 'done'
  )
}

/** A sub-agent goes on without the turn that it was begun in only if the agent says so. */
function isResting({ phase, turn, subagent, tasks }: Session): boolean {
  if (phase !== 'closed' && tasks.some(isLeftRunning)) return false
  if (subagent !== null && phase === 'reported') return turn.state !== 'working'
  return phase !== 'opening' && (phase !== 'open' || turn.state !== 'working')
}

function isExitedWell(end: LinkEnd): boolean {
  return end.kind === 'exited' && end.code === 0
}

function endedWith(state: AppState, end: LinkEnd): RunEnd {
  const stderr = withoutStack(finalStderr(state).lines).slice(-maxStderrLines)
  const stray = strayOfNoAgent(state)
  const unread = unreadOutput(state)
  return {
    kind: 'agent-ended',
    end,
    stderr,
    ...(stray === null ? {} : { stray }),
    ...(unread === null ? {} : { unread }),
  }
}

const maxStderrLines = 5

function restEnd(state: AppState, seen: Seen, rules: ExitRules): RunEnd {
  if (seen.unanswered !== null) return seen.unanswered
  if (seen.lostFor !== null) return { kind: 'agent-lost', cause: seen.lostFor }
  if (seen.failure !== null) return { ...seen.failure, kind: 'turn-failed' }
  return rules.exitOn === 'plans-done' ? plansEnd(state, rules) : { kind: 'done' }
}

/** Whether every plan with steps is complete. Removed, cleared and proposed plans and those of closed sessions do not count. */
function plansEnd(state: AppState, { isStrict }: Pick<ExitRules, 'isStrict'>): RunEnd {
  let counted = 0
  let isGone = false
  const doubts: string[] = []
  for (const session of state.sessions.values()) {
    if (session.phase === 'closed') continue
    for (const plan of session.plans.values()) {
      if (isProposed(plan)) continue
      const isRemoved = plan.removedAtMs !== null
      isGone ||= isRemoved || plan.isCleared
      const progress = isRemoved ? null : planProgress(plan)
      if (progress === null) continue
      counted++
      if (!progress.isComplete) {
        return {
          kind: 'plans-unfinished',
          done: progress.done,
          total: progress.total,
          plan: planTitleIn(session, plan),
        }
      }
      if (!isStrict) continue
      for (const doubt of namedDoubts(plan, doubtsOf(state, session, plan, plan.changedAtMs)))
        doubts.push(doubt)
    }
  }
  if (counted === 0) return { kind: 'no-plan', isGone }
  return doubts.length > 0 ? { kind: 'plans-doubtful', doubts } : { kind: 'done' }
}

/** The end of a run when the user quits: only a failure of the agent gives a status. */
export function endAtQuit(state: AppState, rules: Pick<ExitRules, 'exitOn' | 'isStrict'>): RunEnd {
  const { link } = state
  if (link.state === 'ended' && link.end.kind !== 'closed' && !isExitedWell(link.end))
    return endedWith(state, link.end)
  if (link.state === 'reconnecting') return { kind: 'agent-lost', cause: link.cause }
  // A user who leaves to log in elsewhere sees the instructions again, where they stay visible.
  if (link.state === 'wants-login')
    return endedWith(state, { kind: 'wants-authentication', methods: link.methods })
  return rules.exitOn === 'plans-done' ? plansEnd(state, rules) : { kind: 'quit' }
}
