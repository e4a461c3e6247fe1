import type { App } from '../app/app.ts'
import type { AppState } from '../app/state/app-state.ts'
import { isAtWork, silentAfterMs, stalledStep } from '../app/state/session-clock.ts'
import type { Session } from '../app/state/session.ts'
import { stalledWords } from '../app/words/step.ts'
import type { Clock } from '../lib/clock.ts'
import type { Plan } from '../plans/plan.ts'
import type { EventFeed } from './feeds.ts'

/**
 * Remarks on each step that seems to be stalled, once: a run without a screen has no rows to mark. Looks only while the agent
 * works, and at most every half minute. Returns how to stop.
 */
export function remarkStalledSteps(app: App, feed: EventFeed, clock: Clock): () => void {
  const told = new Set<string>()
  let cancelTimer: (() => void) | null = null

  function look(): void {
    cancelTimer = null
    const state = app.state()
    for (const { name, text } of stalledSteps(state, clock.nowMs())) {
      if (told.has(name) || told.size >= maxTold) continue
      told.add(name)
      app.dispatch({ type: 'remarked', atMs: clock.nowMs(), text })
    }
    lookLater(app.state())
  }

  function lookLater({ sessions }: AppState): void {
    if (cancelTimer === null && [...sessions.values()].some(isAtWork))
      cancelTimer = clock.after(silentAfterMs, look)
  }

  const stopListening = feed.listen((_event, after) => {
    if (cancelTimer === null) lookLater(after)
  })
  return () => {
    stopListening()
    cancelTimer?.()
  }
}

/** Steps that are remarked on in a run. */
const maxTold = 1000

interface Told {
  readonly name: string
  readonly text: string
}

function stalledSteps(state: AppState, nowMs: number): readonly Told[] {
  const found: Told[] = []
  for (const session of state.sessions.values())
    for (const plan of session.plans.values()) {
      const words = stalledIn(state, { session, plan }, nowMs)
      if (words !== null) found.push(words)
    }
  return found
}

function stalledIn(
  state: AppState,
  { session, plan }: { readonly session: Session; readonly plan: Plan },
  nowMs: number,
): Told | null {
  const stalled = stalledStep(state, { session, plan }, nowMs)
  if (stalled === null) return null
  return { name: `${session.id}\u0000${plan.key}\u0000${stalled.entry.key}`, text: stalledWords(stalled) }
}
