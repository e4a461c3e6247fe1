import type { AppState } from '../../state/app-state.ts'
import type { FramePlace } from '../finding.ts'
import type { LintMoment, LintRule, Report } from '../lint-rule.ts'
import { isProposed } from '../../proposals/session-proposals.ts'
import { planTitle } from '../../../plans/plan.ts'
import { shortened } from '../plan-change.ts'
import { pages } from '../spec-pages.ts'

const maxSessions = 1000

/** After the end of a turn nobody works on a step. Updates may follow the end: what counts is the plan before the next prompt. */
export const turnEndsInProgress: LintRule = {
  id: 'turn-ends-in-progress',
  severity: 'warning',
  title: 'a turn ends with a step in progress',
  says: 'The agent should report progress with updates; a step that stays in_progress looks as if it still ran.',
  page: pages.plan,
  mend: 'Before the turn ends, send an update that completes the step, or sets it back to pending.',
  check: () => {
    const ended = new Map<string, FramePlace>()
    return {
      event(moment, report) {
        const { event, before, place } = moment
        if (event.type === 'prompt-sent') {
          const end = ended.get(event.sessionId)
          if (end !== undefined) reportSession(before, event.sessionId, { place: end, report })
          ended.delete(event.sessionId)
          return
        }
        const sessionId = endedTurn(moment)
        if (sessionId !== null && (ended.size < maxSessions || ended.has(sessionId)))
          ended.set(sessionId, place)
      },
      end(state, report) {
        for (const [sessionId, place] of ended) reportSession(state, sessionId, { place, report })
      },
    }
  },
}

/** The session whose turn the agent has ended as done; null: none. */
function endedTurn({ event, before, after }: LintMoment): string | null {
  if (event.type !== 'turn-ended' && event.type !== 'session-updated') return null
  if (event.type === 'session-updated' && event.update.type !== 'state') return null
  const turn = after.sessions.get(event.sessionId)?.turn
  if (turn === undefined || turn.state !== 'ended' || turn === before.sessions.get(event.sessionId)?.turn)
    return null
  const { outcome } = turn
  return outcome.kind === 'stopped' && outcome.stopReason === 'end_turn' ? event.sessionId : null
}

function reportSession(
  { sessions }: AppState,
  sessionId: string,
  { place, report }: { readonly place: FramePlace; readonly report: Report },
): void {
  for (const plan of sessions.get(sessionId)?.plans.values() ?? []) {
    if (plan.body.type !== 'items' || plan.removedAtMs !== null || isProposed(plan)) continue
    const { entries, currentIndex } = plan.body
    const step = entries[currentIndex]
    if (step === undefined) continue
    const seen = `the turn ended (end_turn), and “${shortened(step.content)}” of “${shortened(planTitle(plan))}” is in progress`
    report({ path: null, seen, place })
  }
}
