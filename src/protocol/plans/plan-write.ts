import { isObject, objectAt, stringAt, type JsonObject } from '../wire/message.ts'
import { readTodoSql, type TodoStatement } from './todo-sql/read-todo-sql.ts'

/** What a tool call writes to a plan that its agent keeps itself. It counts when the call has completed. */
export type PlanWrite =
  | { readonly type: 'todo-sql'; readonly statements: readonly TodoStatement[] }
  | { readonly type: 'file'; readonly path: string; readonly change: FileChange }

export type FileChange =
  | { readonly type: 'whole'; readonly text: string }
  /** The only place with the text `before` changes. */
  | { readonly type: 'part'; readonly before: string; readonly after: string }
  /** It does not say what it writes. */
  | { readonly type: 'unknown' }

/**
 * GitHub Copilot keeps its to-dos in a database, which its `sql` tool changes, and its plan in `plan.md` in the folder of its session.
 * null: the call writes neither. Never throws.
 */
export function readPlanWrite(call: JsonObject): PlanWrite | null {
  const input = call['rawInput']
  if (!isObject(input)) return null
  const query = stringAt(input, 'query')
  if (query !== undefined) {
    // Tools for other databases describe no call, and name theirs.
    const isOwn = typeof input['description'] === 'string' && (input['database'] ?? 'session') === 'session'
    const statements = isOwn ? readTodoSql(query) : null
    return statements === null ? null : { type: 'todo-sql', statements }
  }
  const path = stringAt(input, 'path')
  if (path === undefined || !planFile.test(path) || call['kind'] !== 'edit') return null
  return { type: 'file', path, change: fileChange(input) }
}

const planFile = /[/\\]plan\.md$/

function fileChange(input: JsonObject): FileChange {
  const text = stringAt(input, 'file_text')
  if (text !== undefined) return { type: 'whole', text }
  const before = stringAt(input, 'old_str')
  const after = stringAt(input, 'new_str')
  return before === undefined || after === undefined ? { type: 'unknown' } : { type: 'part', before, after }
}

/** The file with a change; null: the text that changes is not there once. */
export function changedFile(text: string | null, change: FileChange): string | null {
  if (change.type === 'whole') return change.text
  if (change.type === 'unknown' || text === null || change.before === '') return null
  const at = text.indexOf(change.before)
  const isOnce = at >= 0 && text.indexOf(change.before, at + 1) < 0
  return isOnce ? text.slice(0, at) + change.after + text.slice(at + change.before.length) : null
}

/** The sub-agent that made a call of GitHub Copilot's, by its id; undefined: none did. */
export function callingAgent(update: JsonObject): string | undefined {
  const meta = update['_meta']
  return isObject(meta) ? stringAt(objectAt(meta, 'github.com/copilot'), 'agentId') : undefined
}
