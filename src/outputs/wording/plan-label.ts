import type { AppState } from '../../app/state/app-state.ts'
import { planTitleIn } from '../../app/proposals/session-proposals.ts'
import type { Session } from '../../app/state/session.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { cutLine } from '../../lib/text/width.ts'
import type { Plan } from '../../plans/plan.ts'
import { noPlans } from '../../plans/session-plans.ts'
import { sessionName } from '../../app/words/session.ts'

const longestTitle = 60
const plansCompared = 100

/** The name of a plan: its title, with its id if two have the same, its origin if no update brought it, and its session if there are several. */
export function planLabel(state: AppState, sessionId: string, plan: Plan): SafeText {
  const session = state.sessions.get(sessionId)
  const name = planName(plan, session)
  if (state.sessions.size < 2 || session === undefined) return name
  return safe`${short(sessionName(session))} / ${name}`
}

function planName(plan: Plan, session: Session | undefined): SafeText {
  const title = planTitleIn(session, plan)
  const { dialect, id } = plan.name
  if (dialect === 'inferred') return safe`${short(title)} (inferred)`
  const isLastProposal = dialect === 'proposed' && plan.key === session?.proposal?.planKey
  if (isLastProposal) return short(title)
  const plans = session?.plans ?? noPlans
  // Too many to compare for each line: all get their ids.
  if (plans.size > plansCompared) return short(id === null || id === title ? title : `${title} (${id})`)
  const hasNamesake = [...plans.values()].some(
    (other) =>
      other.key !== plan.key && other.name.dialect !== 'inferred' && planTitleIn(session, other) === title,
  )
  return short(hasNamesake ? `${title} (${id ?? 'no id'})` : title)
}

function short(raw: string): SafeText {
  return cutLine(raw.trim(), longestTitle)
}
