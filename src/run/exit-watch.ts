import { type AppState, currentSession } from '../app/state/app-state.ts'
import type { AppEvent } from '../app/app-event.ts'
import { isProposed } from '../app/proposals/session-proposals.ts'
import { lastWordsOf, tellingLines } from '../app/wording/last-words.ts'
import type { LinkEnd } from '../app/state/link.ts'
import type { PermissionPolicy } from '../app/state/permission.ts'
import type { Session } from '../app/state/session.ts'
import type { Clock } from '../lib/clock.ts'
import { endedTurns } from '../outputs/words/event-words.ts'
import { planProgress } from '../plans/plan-progress.ts'
import { planTitle } from '../plans/plan.ts'
import type { EventFeed } from './event-feed.ts'
import type { RunEnd } from '../outputs/words/run-end-words.ts'

/** `--exit-on`. */
export type ExitOn = 'idle' | 'plans-done' | 'never'

export interface ExitRules {
  readonly exitOn: ExitOn
  readonly permissions: PermissionPolicy
  readonly canAsk: boolean
  /** Prompts that were given at the start; all are to be sent before the run is over. */
  readonly promptCount: number
  /** It begins with a session of the agent's past: without a prompt, it is at rest when that is open. */
  readonly goesOn: boolean
}

export interface ExitWatch {
  readonly ended: Promise<RunEnd>
  stop(): void
}

/** How long nothing may happen before a run that could end does: late updates of a turn still come. */
const settleMs = 150

/** Tells when a run is over by its rules, and with what. */
export function watchForExit(feed: EventFeed, clock: Clock, rules: ExitRules): ExitWatch {
  let seen = nothingSeen
  let callOff: () => void = () => {}
  let settle: (end: RunEnd) => void = () => {}
  const ended = new Promise<RunEnd>((resolve) => {
    settle = resolve
  })
  const stopListening = feed.listen((event, after, before) => {
    seen = withSeen(seen, event, { after, before, rules })
    callOff()
    const end = endAfter(after, seen, rules)
    if (end === null) return
    if (after.link.state === 'ended') settle(end)
    else callOff = clock.after(settleMs, () => settle(end), 'alive')
  })
  return {
    ended,
    stop() {
      stopListening()
      callOff()
    },
  }
}

/** What the state does not remember. */
interface Seen {
  readonly promptsSent: number
  /** The first question that a run without a user could not answer well. */
  readonly unanswered: Extract<RunEnd, { kind: 'permission-denied' | 'question-declined' }> | null
  readonly failure: { readonly code: number; readonly message: string } | null
  /** Why the agent was lost in the middle of a turn. */
  readonly lostFor: string | null
}

const nothingSeen: Seen = { promptsSent: 0, unanswered: null, failure: null, lostFor: null }

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
    case 'elicitation-answered':
      return { ...seen, unanswered: seen.unanswered ?? unansweredBy(event, context) }
    case 'turn-ended':
      if (event.outcome.kind === 'lost') return { ...seen, lostFor: seen.lostFor ?? causeOf(after) }
      return event.outcome.kind === 'failed' ? { ...seen, failure: seen.failure ?? event.outcome } : seen
    case 'link-changed': {
      // The end of the agent has words of its own.
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

/** What was asked of a user that is not there, where that was not wanted so; else null. */
function unansweredBy(
  event: Extract<AppEvent, { type: 'permission-answered' | 'elicitation-answered' }>,
  { before, rules }: SeenContext,
): Seen['unanswered'] {
  if (rules.canAsk || rules.permissions === 'deny') return null
  if (event.type === 'elicitation-answered') {
    const asked = before.elicitations.find((open) => open.key === event.key)
    const isDeclined = asked !== undefined && event.answer.type === 'declined'
    return isDeclined ? { kind: 'question-declined', question: asked.message } : null
  }
  const { answer, key } = event
  const request = before.permissions.find((open) => open.key === key)
  if (request === undefined) return null
  const chosen = request.options.find((option) => answer.type === 'selected' && option.id === answer.optionId)
  const isAllowed = chosen !== undefined && !chosen.kind.startsWith('reject')
  return isAllowed ? null : { kind: 'permission-denied', title: request.title }
}

function endAfter(state: AppState, seen: Seen, rules: ExitRules): RunEnd | null {
  const areAllSent = seen.promptsSent >= rules.promptCount && state.queuedPrompts.length === 0
  if (state.link.state === 'ended') {
    const turn = currentSession(state)?.turn
    const isFine =
      state.link.end.kind === 'closed' ||
      (state.link.end.kind === 'exited' && state.link.end.code === 0 && turn !== undefined)
    const isInterrupted = !areAllSent || (turn?.state === 'rested' && turn.outcome.kind === 'lost')
    return isFine && !isInterrupted ? restEnd(state, seen, rules) : agentEnd(state)
  }
  // What runs there, and what it will have done when it is back, nobody knows.
  if (state.link.state === 'reconnecting') return null
  // What waits behind a lost turn waits for a user to look first.
  const isStuck = seen.lostFor !== null && !rules.canAsk
  const isAtRest = (areAllSent || isStuck) && areSessionsAtRest(state, seen, rules)
  switch (rules.exitOn) {
    case 'never':
      return null
    case 'idle':
      return isAtRest ? restEnd(state, seen, rules) : null
    case 'plans-done':
      return isAtRest || (areAllSent && arePlansDoneAnew(state)) ? restEnd(state, seen, rules) : null
  }
}

/** No open session works, and the current one has: what sub-agents are told to do ends with their session's turn. */
function areSessionsAtRest(state: AppState, seen: Seen, { goesOn, promptCount }: ExitRules): boolean {
  const current = currentSession(state)
  if (current?.phase !== 'open') return false
  // A session that was opened again remembers no turn.
  const hasWorked = current.turn.state === 'rested' || seen.promptsSent > 0
  const hasRested = hasWorked || (goesOn && promptCount === 0)
  return hasRested && [...state.sessions.values()].every(isResting)
}

/** All plans are complete in the middle of a turn, and one was worked at in it: those of earlier turns prove nothing. */
function arePlansDoneAnew(state: AppState): boolean {
  const current = currentSession(state)
  if (current?.turn.state !== 'working') return false
  const { sinceMs } = current.turn
  return (
    [...current.plans.values()].some((plan) => plan.changedAtMs >= sinceMs) && plansEnd(state).kind === 'done'
  )
}

function isResting({ phase, turn }: Session): boolean {
  return phase === 'opening' ? false : phase !== 'open' || turn.state !== 'working'
}

function agentEnd(state: AppState): RunEnd {
  return state.link.state === 'ended' ? endedWith(state, state.link.end) : { kind: 'done' }
}

function endedWith(state: AppState, end: LinkEnd): RunEnd {
  return { kind: 'agent-ended', end, stderr: tellingLines(lastWordsOf(state).lines).slice(-stderrShown) }
}

const stderrShown = 5

function restEnd(state: AppState, seen: Seen, rules: ExitRules): RunEnd {
  if (seen.unanswered !== null) return seen.unanswered
  if (seen.lostFor !== null) return { kind: 'agent-lost', cause: seen.lostFor }
  if (seen.failure !== null) return { ...seen.failure, kind: 'turn-failed' }
  return rules.exitOn === 'plans-done' ? plansEnd(state) : { kind: 'done' }
}

/**
 * Whether every plan that is there and has steps is complete. A removed or cleared plan counts no more, nor those of a
 * closed session; a proposed one is a question.
 */
function plansEnd(state: AppState): RunEnd {
  let counted = 0
  for (const session of state.sessions.values()) {
    if (session.phase === 'closed') continue
    for (const plan of session.plans.values()) {
      if (isProposed(plan)) continue
      const progress = plan.removedAtMs === null ? planProgress(plan) : null
      if (progress === null) continue
      counted++
      if (!progress.isComplete) {
        return { kind: 'plans-unfinished', done: progress.done, total: progress.total, plan: planTitle(plan) }
      }
    }
  }
  return counted > 0 ? { kind: 'done' } : { kind: 'no-plan' }
}

/** What a run has come to when its user quits: only the agent's own bad state is worth a status. */
export function endAtQuit(state: AppState, exitOn: ExitOn): RunEnd {
  if (state.link.state === 'ended') {
    const { end } = state.link
    const isFine = end.kind === 'closed' || (end.kind === 'exited' && end.code === 0)
    if (!isFine) return agentEnd(state)
  }
  if (state.link.state === 'reconnecting') return { kind: 'agent-lost', cause: state.link.cause }
  // Who leaves to log in elsewhere is told once more how, where it stays in sight.
  if (state.link.state === 'wants-login')
    return endedWith(state, { kind: 'wants-authentication', methods: state.link.methods })
  return exitOn === 'plans-done' ? plansEnd(state) : { kind: 'done' }
}
