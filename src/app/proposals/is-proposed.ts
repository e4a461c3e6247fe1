import type { Plan } from '../../plans/plan.ts'

/**
 * Whether a plan is a question, and nothing to be worked off. One that was approved becomes a plan like any other when the
 * agent goes on with it.
 */
export function isProposed({ name }: Plan): boolean {
  return name.dialect === 'proposed'
}
