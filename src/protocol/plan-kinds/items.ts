import { isObject } from '../wire/message.ts'
import type { PlanEntry } from '../plans/plan-content.ts'
import { excerptOf, nameOf, type WireProblem } from '../wire/wire-problem.ts'
import type { PlanReading } from './plan-reading.ts'

/** A checklist. */
export interface ItemsContent {
  readonly type: 'items'
  readonly entries: readonly PlanEntry[]
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
  const found: EntryProblems = { at, problems, dropped: 0, mended: 0 }
  for (let index = 0; index < value.length; index++) {
    const entry = readEntry(value[index], index, found)
    if (entry !== null) entries.push(entry)
  }
  countRest(found, 'dropped', `${found.dropped} more bad entries`)
  countRest(found, 'mended', `${found.mended} more entries with a bad priority`)
  return entries
}

/** The problems of one list of entries: a few texts, the rest as a count. */
interface EntryProblems {
  readonly at: string
  readonly problems: WireProblem[]
  dropped: number
  mended: number
}

const maxProblemsListed = 10

function countRest(found: EntryProblems, kind: 'dropped' | 'mended', text: string): void {
  if (found[kind] === 0) return
  const weight = kind === 'dropped' ? 'rejected' : 'noted'
  found.problems.push({ code: 'bad-entry', text, path: found.at, weight })
}

function report(
  found: EntryProblems,
  kind: 'dropped' | 'mended',
  problem: () => Omit<WireProblem, 'code'>,
): void {
  if (found.problems.length < maxProblemsListed) found.problems.push({ code: 'bad-entry', ...problem() })
  else found[kind]++
}

function readEntry(value: unknown, index: number, found: EntryProblems): PlanEntry | null {
  if (!isObject(value)) {
    report(found, 'dropped', () => ({
      text: `the entry is ${nameOf(value)}, an object is expected`,
      path: `${found.at}[${index}]`,
      weight: 'rejected',
      excerpt: excerptOf(value),
    }))
    return null
  }
  const { content, status, priority } = value
  if (typeof content !== 'string' || typeof status !== 'string') {
    const key = typeof content !== 'string' ? 'content' : 'status'
    report(found, 'dropped', () => ({
      text: `${key} ${value[key] === undefined ? 'is missing' : `is ${nameOf(value[key])}, a string is expected`}`,
      path: `${found.at}[${index}].${key}`,
      weight: 'rejected',
      excerpt: excerptOf(value),
    }))
    return null
  }
  if (typeof priority === 'string') return { content, status, priority }
  if (priority !== undefined && priority !== null) {
    report(found, 'mended', () => ({
      text: `priority is ${nameOf(priority)}, a string is expected; left out`,
      path: `${found.at}[${index}].priority`,
      weight: 'noted',
      excerpt: excerptOf(value),
    }))
  }
  return { content, status, priority: '' }
}
