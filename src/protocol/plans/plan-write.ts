import { isObject, objectAt, stringAt, type JsonObject } from '../wire/message.ts'
import { maxSqlLength, readTodoSql } from './todo-sql/read-todo-sql.ts'

/** What a tool call writes to a plan that its agent keeps itself, in what JSON has. It counts when the call has completed. */
export type PlanWrite =
  | { readonly type: 'todo-sql'; readonly sql: string }
  | { readonly type: 'file'; readonly path: string; readonly change: PlanFileChange }

export type PlanFileChange =
  | { readonly type: 'whole'; readonly text: string }
  /** The only place with the text `before` changes. */
  | { readonly type: 'part'; readonly before: string; readonly after: string }
  /** It does not say what it writes. */
  | { readonly type: 'unknown' }

/**
 * GitHub Copilot keeps its to-dos in a database, which its `sql` tool changes, and its plan in `plan.md` in the folder of its session;
 * others write theirs to a folder of plans in one of their own (`.opencode/plans`, `.kilo/plans`, `.omo/plans`). null: the call writes
 * neither, or a plan that its agent will ask about. Never throws.
 */
export function readPlanWrite(call: JsonObject): PlanWrite | null {
  const input = call['rawInput']
  if (!isObject(input)) return null
  const query = stringAt(input, 'query')
  if (query !== undefined) {
    // Tools for other databases describe no call, and name theirs.
    const isOwn = typeof input['description'] === 'string' && (input['database'] ?? 'session') === 'session'
    // A text that is cut is as little understood.
    return isOwn && readTodoSql(query) !== null
      ? { type: 'todo-sql', sql: query.slice(0, maxSqlLength + 1) }
      : null
  }
  const path = stringAt(input, 'path') ?? stringAt(input, 'filePath') ?? stringAt(input, 'file_path')
  if (path === undefined || call['kind'] !== 'edit' || !planFile.test(path) || isProposedPlanFile(path))
    return null
  return { type: 'file', path, change: fileChange(input) }
}

const planFile = /(?:^|[/\\])(?:plan|(?:\.[^./\\][^/\\]*|opencode|kilo)[/\\]plans[/\\][^/\\]+)\.md$/

const proposedPlanFile =
  /(?:^|[/\\])\.(?:claude|gemini|grok|kimi|mastracode|vibe)[/\\](?:.{0,500}[/\\])?(?:plans[/\\][^/\\]+|plan)\.md$/

/** Whether a path is where an agent writes the plan that it will ask about: in a folder of its own. */
export function isProposedPlanFile(path: string): boolean {
  return proposedPlanFile.test(path)
}

function fileChange(input: JsonObject): PlanFileChange {
  const text = stringAt(input, 'file_text') ?? stringAt(input, 'content')
  if (text !== undefined) return { type: 'whole', text }
  const [before, after] = ['old', 'new'].map((time) =>
    ['_str', 'String', '_string']
      .map((key) => stringAt(input, time + key))
      .find((text) => text !== undefined),
  )
  return before === undefined || after === undefined ? { type: 'unknown' } : { type: 'part', before, after }
}

/** The file with a change; null: the text that changes is not there once. */
export function changedFile(text: string | null, change: PlanFileChange): string | null {
  if (change.type === 'whole') return change.text
  if (change.type === 'unknown' || text === null || change.before === '') return null
  const at = text.indexOf(change.before)
  const isOnce = at >= 0 && text.indexOf(change.before, at + 1) < 0
  return isOnce ? text.slice(0, at) + change.after + text.slice(at + change.before.length) : null
}

/** The sub-agent that made a call of GitHub Copilot's or CodeBuddy's, by its id or name; undefined: none did. */
export function callingAgent({ _meta: meta }: JsonObject): string | undefined {
  return (
    stringAt(objectAt(meta, 'github.com/copilot'), 'agentId') ?? stringAt(meta, 'codebuddy.ai/memberEvent')
  )
}

const longestPath = 4096

/** The `file:` URI of an absolute path on the agent's machine; null for a relative one. */
export function fileUri(path: string): string | null {
  if (path.length > longestPath) return null
  if (/^file:\/\/\//i.test(path)) return path
  const slashed = path.replaceAll('\\', '/')
  const isWindows = /^[a-z]:\//i.test(slashed)
  if (!isWindows && !path.startsWith('/')) return null
  try {
    const parts = (isWindows ? slashed.slice(2) : path).split('/').map(encodeURIComponent)
    return `file://${isWindows ? `/${slashed.slice(0, 2)}` : ''}${parts.join('/')}`
  } catch {
    // A lone surrogate cannot be encoded.
    return null
  }
}

/** What became of the statements of a call that has ended, in what JSON has. */
export interface SqlResult {
  /** How many were carried out, from the first one; null: none of a single one, else it is not told. */
  readonly ran: number | 'all' | null
  /** The rows that a statement changed, by its index, where it is told. */
  readonly changed: Readonly<Record<number, number>>
}

const one = /^(\d{1,9}) row\(s\) (?:inserted|updated|deleted)\b/
const several = /^(?:Executed \d+ statement|SQL Error after statement (\d{1,9})\b)/
const oneOfSeveral = /^(\d{1,9})\. \w+\n {3}(\d{1,9}) row\(s\) (?:inserted|updated|deleted)\b/gm

/**
 * Reads what GitHub Copilot's tool answers: `3 row(s) inserted.`, or a numbered list for several statements, of which those
 * before a failed one were carried out. null: the output of another tool.
 */
export function readSqlResult({ rawOutput }: JsonObject): SqlResult | null {
  if (!isObject(rawOutput)) return null
  const text = stringAt(rawOutput, 'content') ?? stringAt(rawOutput, 'message') ?? ''
  const rows = one.exec(text)?.[1]
  if (rows !== undefined) return { ran: 'all', changed: { 0: Number(rows) } }
  const list = several.exec(text)
  if (list === null) return null
  const told = [...text.matchAll(oneOfSeveral)]
  const failed = list[1]
  return {
    ran: failed === undefined ? 'all' : Math.max(0, Number(failed) - 1),
    changed: Object.fromEntries(told.map(([, place, changed]) => [Number(place) - 1, Number(changed)])),
  }
}

/** The result of a call of which only the status is known; null: it has not ended. */
export function plainResult(status: string | undefined): SqlResult | null {
  if (status === 'completed') return { ran: 'all', changed: {} }
  return status === 'failed' ? { ran: null, changed: {} } : null
}
