import type { AppEvent } from '../app/app-event.ts'
import { currentSession, type AppState } from '../app/app-state.ts'
import type { PermissionPolicy } from '../app/permission.ts'
import type { Clock } from '../lib/clock.ts'
import { planProgress } from '../plans/plan-progress.ts'
import { planTitle } from '../plans/plan-title.ts'
import type { EventFeed } from './event-feed.ts'
import type { RunEnd } from './run-end.ts'
import type { ExitOn } from './settings.ts'

export interface ExitRules {
  readonly exitOn: ExitOn
  readonly permissions: PermissionPolicy
  readonly canAsk: boolean
  /** Prompts that were given at the start; all are to be sent before the run is over. */
  readonly promptCount: number
}

export interface ExitWatch {
  readonly ended: Promise<RunEnd>
  stop(): void
}

/** How long nothing may happen before a run that could end does: late updates of a turn still come. */
const settleMs = 150

/** Tells when a run is over by its rules, and with what. */
export function watchForExit(feed: EventFeed, clock: Clock, rules: ExitRules): ExitWatch {
  let seen: Seen = { promptsSent: 0, deniedTitle: null, failure: null }
  let callOff: () => void = () => {}
  let settle: (end: RunEnd) => void = () => {}
  const ended = new Promise<RunEnd>((resolve) => {
    settle = resolve
  })
  const stopListening = feed.listen((event, after, before) => {
    seen = withSeen(seen, event, { before, rules })
    callOff()
    const end = endAfter(after, seen, rules)
    if (end === null) return
    if (after.link.state === 'ended') settle(end)
    else callOff = clock.after(settleMs, () => settle(end))
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
  /** The first permission that a run without a user could not give. */
  readonly deniedTitle: string | null
  readonly failure: { readonly code: number; readonly message: string } | null
}

function withSeen(
  seen: Seen,
  event: AppEvent,
  { before, rules }: { readonly before: AppState; readonly rules: ExitRules },
): Seen {
  switch (event.type) {
    case 'prompt-sent':
      return { ...seen, promptsSent: seen.promptsSent + 1 }
    case 'permission-answered': {
      const request = before.permissions.find((open) => open.key === event.key)
      if (request === undefined || rules.canAsk || rules.permissions === 'deny') return seen
      const { answer } = event
      const chosen = request.options.find(
        (option) => answer.type === 'selected' && option.id === answer.optionId,
      )
      const isAllowed = chosen !== undefined && !chosen.kind.startsWith('reject')
      return isAllowed ? seen : { ...seen, deniedTitle: seen.deniedTitle ?? request.title }
    }
    case 'turn-ended':
      return event.outcome.kind === 'failed' ? { ...seen, failure: seen.failure ?? event.outcome } : seen
    default:
      return seen
  }
}

function endAfter(state: AppState, seen: Seen, rules: ExitRules): RunEnd | null {
  const areAllSent = seen.promptsSent >= rules.promptCount && state.queuedPrompts.length === 0
  const turn = currentSession(state)?.turn
  const isAtRest = areAllSent && turn?.state === 'rested'
  if (state.link.state === 'ended') {
    const isFine =
      state.link.end.kind === 'closed' ||
      (state.link.end.kind === 'exited' && state.link.end.code === 0 && turn !== undefined)
    const isInterrupted = !areAllSent || (turn?.state === 'rested' && turn.outcome.kind === 'lost')
    return isFine && !isInterrupted ? restEnd(state, seen, rules) : agentEnd(state)
  }
  switch (rules.exitOn) {
    case 'never':
      return null
    case 'idle':
      return isAtRest ? restEnd(state, seen, rules) : null
    case 'plans-done':
      return isAtRest || (areAllSent && plansEnd(state).kind === 'done') ? restEnd(state, seen, rules) : null
  }
}

function agentEnd(state: AppState): RunEnd {
  if (state.link.state !== 'ended') return { kind: 'done' }
  return { kind: 'agent-ended', end: state.link.end, stderr: state.stderr.items.slice(-stderrShown) }
}

const stderrShown = 5

function restEnd(state: AppState, seen: Seen, rules: ExitRules): RunEnd {
  if (seen.deniedTitle !== null) return { kind: 'permission-denied', title: seen.deniedTitle }
  if (seen.failure !== null) return { ...seen.failure, kind: 'turn-failed' }
  return rules.exitOn === 'plans-done' ? plansEnd(state) : { kind: 'done' }
}

/** Whether every plan that is there and has steps is complete. A removed or cleared plan counts no more. */
function plansEnd(state: AppState): RunEnd {
  let counted = 0
  for (const session of state.sessions.values()) {
    for (const plan of session.plans.values()) {
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

/** What a run has come to when its user quits: only the agent's own bad end is worth a status. */
export function endAtQuit(state: AppState, exitOn: ExitOn): RunEnd {
  if (state.link.state === 'ended') {
    const { end } = state.link
    const isFine = end.kind === 'closed' || (end.kind === 'exited' && end.code === 0)
    if (!isFine) return agentEnd(state)
  }
  return exitOn === 'plans-done' ? plansEnd(state) : { kind: 'done' }
}
