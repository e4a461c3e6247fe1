import { knownAgentOf, type AppState } from '../state/app-state.ts'
import type { Plan } from '../../plans/plan.ts'
import type { Session } from '../state/session.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'

/**
 * What is unknown about the plans of a session that continues from before: `plan`, the agent has reported none;
 * `checklist`, it replays documents but no checklist, so there may be one. null: nothing, since the session is new,
 * or its plans were reported, or the agent sends none to any client.
 */
export function unknownPlan(state: AppState, session: Session): 'plan' | 'checklist' | null {
  const { origin, phase, plans, counts, carried, isSeenWhole } = session
  const isGoingOn = (origin === 'loaded' || origin === 'resumed') && phase !== 'opening'
  if (!isGoingOn || counts.checklists > 0) return null
  const agent = knownAgentOf(state)
  if (agent?.plans.type === 'never' && !state.hasSentPlans) return null
  const isTold = (plan: Plan): boolean => agent?.replays === 'all' || !isReplayedList(session, plan)
  const hasPlan = counts.planUpdates > 0 || [...plans.values()].some(isTold)
  // A session that was seen from its beginning without a plan has none.
  if (!hasPlan) return isSeenWhole ? null : 'plan'
  const hasChecklist = [...plans].some(
    ([key, plan]) => plan.body.type === 'items' && carried.get(key) === plan,
  )
  // A checklist from before is shown as such.
  return agent?.replays === 'documents' && origin === 'loaded' && !hasChecklist ? 'checklist' : null
}

/** Whether a list is only inferred from calls of a to-do tool that were replayed: the agent may have sent a plan, too. */
function isReplayedList(
  { turn }: Session,
  { name: { dialect, id }, isFromPast, changedAtMs }: Plan,
): boolean {
  const isReplayed = turn.state === 'not-asked' || changedAtMs < turn.sinceMs
  return dialect === 'inferred' && id === null && isFromPast && isReplayed
}

/** The session was reopened, and this plan has not been reported since. */
export function isFromBefore({ phase, carried }: Session, plan: Plan): boolean {
  return phase === 'open' && carried.get(plan.key) === plan
}

/** Whether any plan of the session is unknown. */
export function isPlanUnknown(state: AppState, session: Session): boolean {
  return unknownPlan(state, session) !== null
}

/** Whether a checklist has no steps because its entries were invalid. */
export function hasUnreadSteps({ problems }: AppState, { id }: Session, plan: Plan): boolean {
  const { body, changedAtMs } = plan
  if (body.type !== 'items' || body.entries.length > 0) return false
  const isOfEntries = /^update\.(?:plan\.)?entries/
  return problems.items.some(
    ({ problem: { path = '' }, sessionId, atMs }) =>
      sessionId === id && atMs >= changedAtMs && isOfEntries.test(path),
  )
}

/** The name of the agent that makes this plan up, whatever it is asked; null: it is a plan like any other. */
export function madeUpBy(state: Pick<AppState, 'agent' | 'planTools'>, { body }: Plan): string | null {
  if (body.type !== 'items') return null
  const agent = knownAgentOf(state)
  const steps = agent?.madeUpSteps ?? []
  const isSame =
    body.entries.length === steps.length && body.entries.every(({ content }, at) => content === steps[at])
  return agent !== null && steps.length > 0 && isSame ? agent.name : null
}

/** What is said about such a plan wherever it is shown. */
export function madeUpSentence(agentName: string): SafeText {
  return safe`Fixed steps that ${safeLine(agentName)} sends for every prompt: they say nothing of the work.`
}
