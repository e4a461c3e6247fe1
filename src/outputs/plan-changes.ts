import type { ItemsBody } from '../plans/kinds/items.ts'
import type { PlanBody } from '../plans/kinds/plan-kinds.ts'
import type { Plan } from '../plans/plan.ts'
import type { TrackedEntry } from '../plans/tracked-entry.ts'

/** What differs between two states of a plan, in the order in which people want to hear it. */
export type PlanChange =
  | { readonly type: 'appeared' }
  /** It had been removed, and is back. */
  | { readonly type: 'returned' }
  | { readonly type: 'removed' }
  /** The agent sent no entries any more. */
  | { readonly type: 'cleared'; readonly entries: readonly TrackedEntry[] }
  | { readonly type: 'retitled'; readonly before: string | null }
  /** It is another kind of plan now. */
  | { readonly type: 'replaced'; readonly before: PlanBody['type'] }
  | { readonly type: 'entry-dropped'; readonly entry: TrackedEntry; readonly index: number }
  | {
      readonly type: 'entry-changed'
      readonly before: TrackedEntry
      readonly entry: TrackedEntry
      readonly index: number
    }
  | { readonly type: 'entry-added'; readonly entry: TrackedEntry; readonly index: number }
  /** The same steps in another order. */
  | { readonly type: 'reordered' }
  | { readonly type: 'text-changed'; readonly added: number; readonly removed: number }
  | { readonly type: 'uri-changed'; readonly before: string }
  | { readonly type: 'payload-changed' }

/** Any two states of one plan, also with revisions between them that nobody looked at. Empty when nothing differs. */
export function planChanges(before: Plan | null, after: Plan): readonly PlanChange[] {
  if (before === after) return []
  if (before === null) return after.removedAtMs === null ? [{ type: 'appeared' }] : [{ type: 'removed' }]
  if (before.removedAtMs === null && after.removedAtMs !== null) return [{ type: 'removed' }]
  if (after.removedAtMs !== null) return []
  if (before.removedAtMs !== null) return [{ type: 'returned' }]
  const title: readonly PlanChange[] =
    before.title === after.title ? [] : [{ type: 'retitled', before: before.title }]
  return before.body === after.body ? title : [...title, ...bodyChanges(before.body, after.body)]
}

function bodyChanges(before: PlanBody, after: PlanBody): readonly PlanChange[] {
  if (before.type !== after.type) return [{ type: 'replaced', before: before.type }]
  if (after.type === 'items' && before.type === 'items') return itemChanges(before, after)
  if (after.type === 'markdown' && before.type === 'markdown') {
    // It may have been another one in between.
    if (before.text === after.text) return []
    return [{ type: 'text-changed', ...lineChanges(before.text, after.text) }]
  }
  if (after.type === 'file' && before.type === 'file') return [{ type: 'uri-changed', before: before.uri }]
  return [{ type: 'payload-changed' }]
}

function itemChanges(before: ItemsBody, after: ItemsBody): readonly PlanChange[] {
  if (after.entries.length === 0) return [{ type: 'cleared', entries: before.entries }]
  const old = new Map(before.entries.map((entry) => [entry.key, entry]))
  const changes: PlanChange[] = []
  let lastKey = -1
  let isReordered = false
  const places = new Map(before.entries.map((entry, index) => [entry.key, index]))
  after.entries.forEach((entry, index) => {
    const was = old.get(entry.key)
    if (was === undefined) {
      changes.push({ type: 'entry-added', entry, index })
      return
    }
    old.delete(entry.key)
    const place = places.get(entry.key) ?? -1
    if (place < lastKey) isReordered = true
    lastKey = place
    if (!isSameEntry(was, entry)) changes.push({ type: 'entry-changed', before: was, entry, index })
  })
  const dropped = [...old.values()].map((entry): PlanChange => ({
    type: 'entry-dropped',
    entry,
    index: places.get(entry.key) ?? 0,
  }))
  return isReordered ? [...dropped, ...changes, { type: 'reordered' }] : [...dropped, ...changes]
}

function isSameEntry(one: TrackedEntry, other: TrackedEntry): boolean {
  return one.content === other.content && one.status === other.status && one.priority === other.priority
}

/** How many lines came and went between the first and the last line that differ. */
export function lineChanges(
  before: string,
  after: string,
): { readonly added: number; readonly removed: number } {
  // Text that streams only grows: the lines before its end need no comparing.
  if (after.startsWith(before)) {
    const from = before.lastIndexOf('\n') + 1
    const isLineKept = before.length === from
    return { added: countLines(after.slice(from)) - (isLineKept ? 0 : 1), removed: 0 }
  }
  const old = before.split('\n')
  const now = after.split('\n')
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  return { added: now.length - start - end, removed: old.length - start - end }
}

/** Lines as an editor counts them: the break at the end begins no new one. */
export function countLines(text: string): number {
  if (text === '') return 0
  let lines = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
