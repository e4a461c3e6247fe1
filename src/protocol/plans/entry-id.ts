import { isObject, type JsonObject } from '../wire/message.ts'

/**
 * The agent's own id of an entry, which the protocol does not have: a field of the entry (opencode's and Cursor's `id`)
 * or of its `_meta` (CodeBuddy's `id`), also called `taskId`. undefined: it has none, or none that can be used.
 */
export function entryId(entry: JsonObject): string | undefined {
  const { id, taskId, _meta: meta } = entry
  // Nearly all entries: without a call.
  if (id === undefined && taskId === undefined && meta === undefined) return undefined
  return (
    usable(id) ??
    usable(taskId) ??
    (isObject(meta) ? (usable(meta['id']) ?? usable(meta['taskId'])) : undefined)
  )
}

/** A longer one is not an id, but a text. */
const maxLength = 200

function usable(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : undefined
}
