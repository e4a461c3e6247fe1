import { planSteps, planText } from '../../plans/kinds/plan-kinds.ts'
import type { Plan } from '../../plans/plan.ts'
import { proposalOf } from '../proposals/session-proposals.ts'
import type { Session } from '../state/session.ts'
import { changedFiles, outcomeOf } from '../state/step-work.ts'

/**
 * The files that were changed since a plan was approved, and that neither it nor any step of the session names; empty for a plan without
 * an approval or without a text. It is no doubt: a plan need not name each file. Raw.
 */
export function unnamedFiles(session: Session, plan: Plan): readonly string[] {
  const approval = proposalOf(session, plan.key)
  const text = planText(plan.body)
  if (approval?.outcome?.kind !== 'approved' || approval.isUntimed === true || text === null) return []
  const { atMs } = approval.outcome
  const calls = [...session.work.calls.values()]
  const changed = calls.flatMap((call) =>
    call.atMs !== null && call.atMs >= atMs && outcomeOf(call) === 'done' ? changedFiles(call) : [],
  )
  const paths = [...new Set(changed)].slice(0, maxPaths)
  if (paths.length === 0) return []
  const steps = [...session.plans.values()].flatMap(({ body }) =>
    planSteps(body).map(({ content }) => content),
  )
  const words = new Set([text, ...steps].flatMap(namesIn))
  return paths.filter((path) => !isNamed(path, words))
}

/** Changed files that are looked for. */
const maxPaths = 1000

/** What may be the name of a file, in lower case. */
function namesIn(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}._-]+/u)
    .map((name) => name.replace(/[.]+$/, ''))
}

/** Shorter names without their ending are words that mean something else. */
const leastName = 4

function isNamed(path: string, words: ReadonlySet<string>): boolean {
  const [name = path, ...more] = namesIn(path.split(/[\\/]/).findLast((part) => part !== '') ?? path)
  // Whether one with blanks or signs is named is not known.
  if (more.length > 0) return true
  const stem = name.replace(/(.)\.[^.]*$/, '$1')
  return words.has(name) || (stem.length >= leastName && words.has(stem))
}
