import type { PlanEntry } from '../protocol/plans/plan-content.ts'

/** More steps are only counted. */
const maxNamed = 4

/** `waits for 2`, `waits for 1, 2, 3, 4 and 6 more`; empty for a step that waits for no other. */
export function waitsForWords({ waitsFor = [] }: Pick<PlanEntry, 'waitsFor'>): string {
  if (waitsFor.length === 0) return ''
  const named = waitsFor.slice(0, maxNamed).join(', ')
  const more = waitsFor.length - maxNamed
  return `waits for ${named}${more > 0 ? ` and ${more} more` : ''}`
}

/** Whether two versions of a step wait for the same steps. Lists that are not there are the usual case. */
export function waitsForSame(one: Pick<PlanEntry, 'waitsFor'>, other: Pick<PlanEntry, 'waitsFor'>): boolean {
  const { waitsFor: left } = one
  const { waitsFor: right } = other
  if (left === right) return true
  const lengthThere = left?.length ?? 0
  if (lengthThere !== (right?.length ?? 0)) return false
  return lengthThere === 0 || left?.every((place, index) => place === right?.[index]) === true
}
