import { planSteps, planText } from '../../plans/kinds/plan-kinds.ts'
import type { Plan } from '../../plans/plan.ts'
import { proposalOf } from '../proposals/session-proposals.ts'
import type { Session } from '../state/session.ts'
import { outcomeOf, type WorkCall } from '../state/step-work.ts'

/**
 * The files that were changed since a plan was approved, and that neither it nor any step of the session names; empty for a plan without
 * an approval or without a text. It is no doubt: a plan need not name each file. Raw.
 */
export function unnamedFiles(session: Session, plan: Plan): readonly string[] {
  const approval = proposalOf(session, plan.key)
  const text = planText(plan.body)
  if (approval?.outcome?.kind !== 'approved' || approval.isUntimed === true || text === null) return []
  const { atMs } = approval.outcome
  const changed = [...session.work.calls.values()].flatMap((call) =>
    call.atMs !== null && call.atMs >= atMs ? changedIn(call) : [],
  )
  if (changed.length === 0) return []
  const steps = [...session.plans.values()].flatMap(({ body }) =>
    planSteps(body).map(({ content }) => content),
  )
  const words = [text, ...steps].join('\n').toLowerCase()
  return [...new Set(changed)].filter((path) => !isNamed(path, words))
}

const changing: ReadonlySet<string> = new Set(['edit', 'delete', 'move'])

function changedIn(call: WorkCall): readonly string[] {
  if (outcomeOf(call) !== 'done') return []
  const { changes, kind, paths } = call
  return changes.length > 0 ? changes.map(({ path }) => path) : changing.has(kind) ? paths : []
}

/** Shorter names without their ending are words that mean something else. */
const leastName = 4

function isNamed(path: string, words: string): boolean {
  const name = (path.split(/[\\/]/).findLast((part) => part !== '') ?? path).toLowerCase()
  const stem = name.replace(/(.)\.[^.]*$/, '$1')
  return words.includes(name) || (stem.length >= leastName && words.includes(stem))
}
