import type { AppState } from '../../app/state/app-state.ts'
import { planTitleIn } from '../../app/proposals/session-proposals.ts'
import type { Session } from '../../app/state/session.ts'
import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import type { Plan } from '../../plans/plan.ts'
import { noPlans } from '../../plans/session-plans.ts'
import { sessionName } from './session-words.ts'

const longestTitle = 60
const plansCompared = 100

/**
 * What to call a plan in a line: its title, with its id where two have the same, how it came where no update brought it,
 * and its session where there are several.
 */
export function planLabel(state: AppState, sessionId: string, plan: Plan): SafeText {
  const session = state.sessions.get(sessionId)
  const name = planName(plan, session)
  if (state.sessions.size < 2 || session === undefined) return name
  return own`${short(sessionName(session))} / ${name}`
}

function planName(plan: Plan, session: Session | undefined): SafeText {
  const title = planTitleIn(session, plan)
  const { dialect, id } = plan.name
  if (dialect === 'inferred') return own`${short(title)} (inferred)`
  const isLastProposal = dialect === 'proposed' && plan.key === session?.proposal?.planKey
  if (isLastProposal) return short(title)
  const plans = session?.plans ?? noPlans
  // So many are not compared for each line: their ids tell them apart.
  if (plans.size > plansCompared) return short(id === null || id === title ? title : `${title} (${id})`)
  const hasNamesake = [...plans.values()].some(
    (other) =>
      other.key !== plan.key && other.name.dialect !== 'inferred' && planTitleIn(session, other) === title,
  )
  return short(hasNamesake ? `${title} (${id ?? 'no id'})` : title)
}

function short(raw: string): SafeText {
  return cutToWidth(safeLine(raw.trim().slice(0, longestTitle * 8)), longestTitle)
}
