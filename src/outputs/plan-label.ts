import type { AppState } from '../app/app-state.ts'
import { safeLine, type SafeText } from '../lib/text/safe-text.ts'
import { cutToWidth } from '../lib/text/width.ts'
import { planTitle } from '../plans/plan-title.ts'
import type { Plan } from '../plans/plan.ts'

const longestTitle = 60

/** What to call a plan in a line: its title, with its id where two have the same, and its session where there are several. */
export function planLabel(state: AppState, sessionId: string, plan: Plan): SafeText {
  const title = planTitle(plan)
  const session = state.sessions.get(sessionId)
  const hasNamesake = [...(session?.plans.values() ?? [])].some(
    (other) => other.key !== plan.key && planTitle(other) === title,
  )
  const id = plan.name.id ?? 'no id'
  const name = short(hasNamesake ? `${title} (${id})` : title)
  if (state.sessions.size < 2 || session === undefined) return name
  return safeLine(`${short(session.title ?? session.id)} / ${name}`)
}

function short(raw: string): SafeText {
  return cutToWidth(safeLine(raw.trim().slice(0, longestTitle * 8)), longestTitle)
}
