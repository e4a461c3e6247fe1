import type { PlanEntry } from '../../protocol/plans/plan-content.ts'

type Facts = Pick<PlanEntry, 'waitsFor' | 'told'>

/** Why a step is not done yet: `waits for 2, reason: no release`; '' if nothing is known. Raw. */
export function factWords(entry: Facts): string {
  const reason = entry.told?.reason ?? ''
  const words = [waitsForWords(entry), reason === '' ? '' : `reason: ${reason}`]
  return words.filter((part) => part !== '').join(', ')
}

/** Where the status of a step is from, if not from the plan's update: `from the call, the plan says completed`; else ''. Raw. */
export function sourceWords({ told }: Facts): string {
  const sent = told?.sentStatus
  if (sent === undefined) return ''
  return sent === null ? 'from the call, not in the plan' : `from the call, the plan says ${sent}`
}

/** More steps are only counted. */
const maxNamed = 4

/** `waits for 2`, `waits for 1, 2, 3, 4 and 6 more`; '' for a step that waits for no other. */
export function waitsForWords({ waitsFor = [] }: Facts): string {
  if (waitsFor.length === 0) return ''
  const named = waitsFor.slice(0, maxNamed).join(', ')
  const more = waitsFor.length - maxNamed
  return `waits for ${named}${more > 0 ? ` and ${more} more` : ''}`
}

/** Whether two versions of a step wait for the same steps, and the same is told of them. Mostly there is neither. */
export function haveSameFacts(one: Facts, other: Facts): boolean {
  return one.waitsFor === other.waitsFor && one.told === other.told
    ? true
    : waitForSame(one, other) && isSameTold(one.told, other.told)
}

/**
 * Whether a step has another priority than before. One that was not known before is no news, whatever it is, and neither is that `medium`,
 * which is shown as little as none, is not told any more.
 */
export function hasNewPriority({ priority: before }: PlanEntry, { priority: after }: PlanEntry): boolean {
  return before !== '' && before !== after && !(before === 'medium' && after === '')
}

/** Whether another reason is told for the status of a step than before. */
export function hasNewReason(before: Facts, after: Facts): boolean {
  const reason = after.told?.reason ?? ''
  return reason !== '' && reason !== before.told?.reason
}

function isSameTold(one: PlanEntry['told'], other: PlanEntry['told']): boolean {
  return (
    one === other ||
    (one?.group === other?.group && one?.reason === other?.reason && one?.sentStatus === other?.sentStatus)
  )
}

export function waitForSame({ waitsFor: left }: Facts, { waitsFor: right }: Facts): boolean {
  if (left === right) return true
  const lengthThere = left?.length ?? 0
  if (lengthThere !== (right?.length ?? 0)) return false
  return lengthThere === 0 || left?.every((place, index) => place === right?.[index]) === true
}
