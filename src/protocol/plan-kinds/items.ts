import { isObject } from '../wire/message.ts'
import { entryId, type PlanEntry } from '../plans/plan-content.ts'
import { faultsInto, reportFault, type ReadPosition } from '../wire/read-items.ts'
import { nameOf, type WireProblem } from '../wire/wire-problem.ts'
import type { PlanReading } from './plan-reading.ts'

/** A checklist. */
export interface ItemsContent {
  readonly type: 'items'
  readonly entries: readonly PlanEntry[]
  /** The agent's list may have other entries: a change of it was not understood. */
  readonly isUncertain?: boolean
}

export const items: PlanReading<ItemsContent> = {
  read: (plan, problems) => ({
    type: 'items',
    entries: readEntries(plan['entries'], 'update.plan.entries', problems),
  }),
  fits: (plan) => Array.isArray(plan['entries']),
}

/**
 * Reads the valid entries; an invalid one is reported with its index and does not affect others. Problems past the
 * tenth are only counted.
 */
export function readEntries(value: unknown, at: string, problems: WireProblem[]): readonly PlanEntry[] {
  if (!Array.isArray(value)) {
    const text = `entries is ${nameOf(value)}, a list is expected; taken as empty`
    problems.push({ code: 'bad-plan', text, path: at, weight: 'noted' })
    return []
  }
  const entries: PlanEntry[] = []
  const faults = faultsInto(problems, 'bad-entry')
  for (let index = 0; index < value.length; index++) {
    const entry = readEntry(value[index], index, { path: at, faults })
    if (entry !== null) entries.push(entry)
  }
  const { rejected, noted } = faults.more
  if (rejected > 0) {
    const text = `${rejected} more bad entries`
    problems.push({ code: 'bad-entry', text, path: at, weight: 'rejected' })
  }
  if (noted > 0) {
    const text = `${noted} more entries with a bad priority`
    problems.push({ code: 'bad-entry', text, path: at, weight: 'noted' })
  }
  return entries
}

/** All entries have the same fields in the same order, also without an id: the code that compares them is faster so. */
function readEntry(value: unknown, index: number, position: ReadPosition): PlanEntry | null {
  if (isObject(value)) {
    const { content, status, priority } = value
    if (typeof content === 'string' && typeof status === 'string' && typeof priority === 'string')
      return { content, status, priority, id: entryId(value) }
  }
  return readBadEntry(value, index, position)
}

/** null: it cannot be used. */
function readBadEntry(value: unknown, index: number, { path, faults }: ReadPosition): PlanEntry | null {
  const at = (key: string): string => `${path}[${index}]${key}`
  if (!isObject(value)) {
    const text = `the entry is ${nameOf(value)}, an object is expected`
    reportFault(faults, { path: at(''), text, weight: 'rejected', value })
    return null
  }
  const { content, status, priority } = value
  if (typeof content !== 'string' || typeof status !== 'string') {
    const key = typeof content !== 'string' ? 'content' : 'status'
    const found = value[key] === undefined ? 'is missing' : `is ${nameOf(value[key])}, a string is expected`
    reportFault(faults, { path: at(`.${key}`), text: `${key} ${found}`, weight: 'rejected', value })
    return null
  }
  if (priority !== undefined && priority !== null) {
    const text = `priority is ${nameOf(priority)}, a string is expected; left out`
    reportFault(faults, { path: at('.priority'), text, weight: 'noted', value })
  }
  return { content, status, priority: '', id: entryId(value) }
}
