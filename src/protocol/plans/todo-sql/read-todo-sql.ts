import {
  sqlStatements,
  type SqlToken,
  columnsOf,
  StatementReader,
  type TodoTableName,
} from './statement-reader.ts'

/** The values of a row, by column; only known columns. */
export type SqlRow = ReadonlyMap<string, string>

/** Whether a row is meant. */
export type SqlCondition =
  | { readonly type: 'all' }
  | {
      readonly type: 'in'
      readonly column: string
      readonly values: ReadonlySet<string>
      readonly is: boolean
    }
  | { readonly type: 'and' | 'or'; readonly parts: readonly SqlCondition[] }
  | { readonly type: 'not'; readonly of: SqlCondition }

/** What a statement of SQL does to the list. */
export type TodoStatement =
  | {
      readonly type: 'insert'
      readonly table: TodoTableName
      readonly rows: readonly SqlRow[]
      readonly conflict: Conflict
    }
  | {
      readonly type: 'update'
      readonly table: TodoTableName
      readonly set: SqlRow
      readonly where: SqlCondition
    }
  | { readonly type: 'delete'; readonly table: TodoTableName; readonly where: SqlCondition }
  | { readonly type: 'drop'; readonly table: TodoTableName }
  | { readonly type: 'begin' | 'commit' | 'rollback' }
  /** It only reads, or it is about other tables. */
  | { readonly type: 'nothing' }
  /** It may change the list, in a way that is not understood. */
  | { readonly type: 'unknown' }

/** What happens to a row whose key is there already; a map: these columns change, to a value or to what the new row has (`excluded`). */
export type Conflict = 'fail' | 'ignore' | 'replace' | ReadonlyMap<string, Assigned>
export type Assigned = { readonly value: string } | { readonly excluded: string }

/** A longer text is not understood: its conditions may be checked against every row. */
export const maxSqlLength = 64 * 1024
const maxStatements = 500

/**
 * What a query does to the to-do list that GitHub Copilot keeps in two tables, statement by statement; null: it is not
 * about them. A statement that is not understood is `unknown`, and never guessed. Never throws.
 */
export function readTodoSql(sql: string): readonly TodoStatement[] | null {
  // A rollback takes back what other calls have changed.
  if (!/\b(?:todos|todo_deps|rollback)\b/i.test(sql)) return null
  const statements = sql.length > maxSqlLength ? null : sqlStatements(sql)
  if (statements === null || statements.length > maxStatements) return [unknown]
  return statements.map(readStatement)
}

const unknown: TodoStatement = { type: 'unknown' }
const nothing: TodoStatement = { type: 'nothing' }

function readStatement(tokens: readonly SqlToken[]): TodoStatement {
  const reader = new StatementReader(tokens)
  const statement = statementIn(reader)
  return reader.isUnderstood ? statement : unknown
}

const changing: ReadonlySet<string> = new Set(['insert', 'update', 'delete', 'replace'])
const target: ReadonlySet<string> = new Set(['to'])

function statementIn(tokens: StatementReader): TodoStatement {
  switch (tokens.word()) {
    case 'select':
    case 'explain':
    case 'pragma':
    case 'analyze':
      return nothing
    case 'insert':
      return insert(tokens, tokens.takes('or') ? conflictOf(tokens.word()) : 'fail')
    case 'replace':
      return insert(tokens, 'replace')
    case 'update':
      return update(tokens)
    case 'delete':
      return deletion(tokens)
    case 'create':
      return creation(tokens)
    case 'drop':
      return drop(tokens)
    case 'alter':
      return alteration(tokens)
    case 'begin':
      return { type: 'begin' }
    case 'commit':
    case 'end':
      return { type: 'commit' }
    case 'rollback':
      return tokens.has(target) ? unknown : { type: 'rollback' }
    case 'with':
      return tokens.has(changing) ? unknown : nothing
    default:
      return unknown
  }
}

function conflictOf(word: string): Conflict {
  if (word === 'ignore' || word === 'replace') return word
  // The others fail, and what failed is not read.
  return 'fail'
}

function insert(tokens: StatementReader, orConflict: Conflict): TodoStatement {
  tokens.expect('into')
  const table = tokens.table()
  if (table === null) return nothing
  if (tokens.takes('as')) tokens.name()
  const columns = tokens.sees('(') ? tokens.list(() => tokens.name()) : columnsOf[table]
  tokens.expect('values')
  const rows: SqlRow[] = []
  do rows.push(rowOf(table, columns, tokens))
  while (tokens.takes(','))
  const conflict = tokens.takes('on') ? conflictClause(tokens, table) : orConflict
  tokens.expectEnd()
  // Also ignores rows that the table does not allow.
  const allowed = orConflict === 'ignore' ? rows.filter(isAllowed) : rows
  return { type: 'insert', table, rows: allowed, conflict }
}

function isAllowed(row: SqlRow): boolean {
  return /^(?:pending|in_progress|done|blocked)$/.test(row.get('status') ?? 'pending')
}

function rowOf(table: TodoTableName, columns: readonly string[], tokens: StatementReader): SqlRow {
  const row = new Map<string, string>()
  let place = 0
  tokens.list(() => {
    const column = columns[place++]
    if (column === undefined) tokens.notUnderstood()
    else assign(row, table, column, tokens)
  })
  const isWhole = place === columns.length && keysOf[table].every((key) => row.has(key))
  if (!isWhole) tokens.notUnderstood()
  if (table === 'todos' && !row.has('status')) row.set('status', 'pending')
  return row
}

/** `CONFLICT [(column)] DO NOTHING`, or `DO UPDATE SET …`. */
function conflictClause(tokens: StatementReader, table: TodoTableName): Conflict {
  tokens.expect('conflict')
  if (tokens.sees('(')) tokens.list(() => tokens.name())
  tokens.expect('do')
  if (tokens.takes('nothing')) return 'ignore'
  tokens.expect('update')
  tokens.expect('set')
  const changed = new Map<string, Assigned>()
  do {
    const column = tokens.name()
    tokens.expect('=')
    if (!isTracked(table, column)) tokens.skipValue()
    else if (tokens.takes('excluded')) {
      tokens.expect('.')
      changed.set(column, { excluded: tokens.name() })
    } else changed.set(column, { value: tokens.literal() })
  } while (tokens.takes(','))
  return changed
}

function update(tokens: StatementReader): TodoStatement {
  // Part of the rows may be left as they are, or be removed.
  if (tokens.takes('or')) tokens.notUnderstood()
  const table = tokens.table()
  if (table === null) return nothing
  alias(tokens)
  tokens.expect('set')
  const set = new Map<string, string>()
  do {
    const column = tokens.column()
    tokens.expect('=')
    assign(set, table, column, tokens)
  } while (tokens.takes(','))
  const where = condition(tokens, table)
  tokens.expectEnd()
  return { type: 'update', table, set, where }
}

function deletion(tokens: StatementReader): TodoStatement {
  tokens.expect('from')
  const table = tokens.table()
  if (table === null) return nothing
  alias(tokens)
  const where = condition(tokens, table)
  tokens.expectEnd()
  return { type: 'delete', table, where }
}

function alias(tokens: StatementReader): void {
  if (tokens.takes('as')) tokens.name()
}

/** A new table, index or view leaves the list as it is; a trigger does not. */
function creation(tokens: StatementReader): TodoStatement {
  if (tokens.takes('temp') || tokens.takes('temporary')) return unknown
  tokens.takes('unique')
  if (tokens.takes('index') || tokens.takes('view')) return nothing
  if (!tokens.takes('table')) return unknown
  if (!tokens.takes('if')) return tokens.table() === null ? nothing : unknown
  tokens.expect('not')
  tokens.expect('exists')
  return nothing
}

function drop(tokens: StatementReader): TodoStatement {
  if (!tokens.takes('table')) return tokens.takes('index') ? nothing : unknown
  if (tokens.takes('if')) tokens.expect('exists')
  const table = tokens.table()
  return table === null ? nothing : { type: 'drop', table }
}

function alteration(tokens: StatementReader): TodoStatement {
  tokens.expect('table')
  return tokens.table() === null || tokens.takes('add') ? nothing : unknown
}

/** Columns that a row must have. */
const keysOf: Readonly<Record<TodoTableName, readonly string[]>> = {
  todos: ['id', 'title'],
  todo_deps: ['todo_id', 'depends_on'],
}

function isTracked(table: TodoTableName, column: string): boolean {
  return table === 'todo_deps' ? columnsOf.todo_deps.includes(column) : /^(?:id|title|status)$/.test(column)
}

function assign(
  row: Map<string, string>,
  table: TodoTableName,
  column: string,
  tokens: StatementReader,
): void {
  if (isTracked(table, column)) row.set(column, tokens.literal())
  else tokens.skipValue()
}

const all: SqlCondition = { type: 'all' }
/** Conditions nested deeper are not understood. */
const maxDepth = 50

function condition(tokens: StatementReader, table: TodoTableName): SqlCondition {
  return tokens.takes('where') ? anyOf(tokens, table, 0) : all
}

function anyOf(tokens: StatementReader, table: TodoTableName, depth: number): SqlCondition {
  const allOf = (): SqlCondition => joined(tokens, 'and', () => oneOf(tokens, table, depth))
  return joined(tokens, 'or', allOf)
}

function joined(tokens: StatementReader, type: 'and' | 'or', read: () => SqlCondition): SqlCondition {
  const first = read()
  const parts = [first]
  while (tokens.takes(type)) parts.push(read())
  return parts.length === 1 ? first : { type, parts }
}

function oneOf(tokens: StatementReader, table: TodoTableName, depth: number): SqlCondition {
  if (depth > maxDepth) tokens.notUnderstood()
  if (tokens.takes('not')) return { type: 'not', of: oneOf(tokens, table, depth + 1) }
  if (tokens.takes('(')) {
    const inner = anyOf(tokens, table, depth + 1)
    tokens.expect(')')
    return inner
  }
  if (tokens.seesNumber()) {
    // `WHERE 1`, or `1=1`: all rows.
    const left = tokens.literal()
    const right = tokens.takes('=') || tokens.takes('==') ? tokens.literal() : left
    if (left !== right || left !== '1') tokens.notUnderstood()
    return all
  }
  const column = tokens.column()
  if (!isTracked(table, column)) tokens.notUnderstood()
  if (tokens.takes('=') || tokens.takes('==')) return values(column, [tokens.literal()], true)
  if (tokens.takes('!=') || tokens.takes('<>')) return values(column, [tokens.literal()], false)
  if (tokens.takes('is')) return values(column, [tokens.literal()], true)
  const is = !tokens.takes('not')
  tokens.expect('in')
  return values(
    column,
    tokens.list(() => tokens.literal()),
    is,
  )
}

function values(column: string, list: readonly string[], is: boolean): SqlCondition {
  return { type: 'in', column, values: new Set(list), is }
}
