import { todoStatus, waitingEntries, type PlanEntry } from '../plan-content.ts'
import type { Conflict, SqlCondition, SqlRow, TodoStatement } from './read-todo-sql.ts'
import type { TodoTableName } from './statement-reader.ts'
import type { SqlResult } from '../plan-write.ts'

/** The to-do list that an agent keeps in two tables of its own, as far as its statements were seen and understood. */
export type TodoTable = Readonly<Record<TodoTableName, Rows>> & {
  /** A change was not understood, or other rows were changed than those known here: the list may differ from the agent's. */
  readonly isUncertain: boolean
}

/** By what no two rows share. A changed row keeps its place. */
type Rows = ReadonlyMap<string, SqlRow>

export const noTodoTable: TodoTable = { todos: new Map(), todo_deps: new Map(), isUncertain: false }

/** The list after a call with these statements has ended. Those after a failed one were not carried out. Never throws. */
export function tableAfter(
  table: TodoTable,
  statements: readonly TodoStatement[],
  { ran, changed }: SqlResult,
): TodoTable {
  if (ran === null) return statements.length < 2 ? table : uncertain(table)
  let now = table
  let before: TodoTable | null = null
  for (const [index, statement] of statements.slice(0, ran === 'all' ? undefined : ran).entries()) {
    switch (statement.type) {
      case 'nothing':
      case 'commit':
        break
      case 'begin':
        before = now
        break
      case 'rollback':
        now = before ?? (now === noTodoTable ? now : uncertain(now))
        break
      case 'unknown':
        now = uncertain(now)
        break
      case 'drop':
        now = { ...now, [statement.table]: noTodoTable[statement.table] }
        break
      case 'insert':
      case 'update':
      case 'delete': {
        const { rows, count, isWhole } = changedRows(now[statement.table], statement)
        now = { ...now, [statement.table]: rows }
        if (!isWhole || count !== (changed[index] ?? count)) now = uncertain(now)
      }
    }
  }
  return now
}

/** The table, of which something is not known. */
export function uncertain(table: TodoTable): TodoTable {
  return table.isUncertain ? table : { ...table, isUncertain: true }
}

/** A step for each to-do, with the numbers of the steps that it still waits for. */
export function tableEntries({ todos, todo_deps: deps }: TodoTable): readonly PlanEntry[] {
  const waitsFor = new Map<string, string[]>()
  for (const dep of deps.values()) {
    const id = dep.get('todo_id') ?? ''
    waitsFor.set(id, [...(waitsFor.get(id) ?? []), dep.get('depends_on') ?? ''])
  }
  return waitingEntries(
    [...todos].map(([id, row]) => ({
      id,
      content: row.get('title') ?? '',
      status: todoStatus({ status: row.get('status') }) ?? 'pending',
      waitsFor: waitsFor.get(id) ?? [],
    })),
  )
}

/** Kept of a table; a list with more is uncertain. */
const maxRows = 2000

interface ChangedRows {
  readonly rows: Rows
  /** How many were changed, as SQLite counts. */
  readonly count: number
  /** Everything that was asked for was done. */
  readonly isWhole: boolean
}

type Change = Extract<TodoStatement, { type: 'insert' | 'update' | 'delete' }>

function changedRows(before: Rows, change: Change): ChangedRows {
  switch (change.type) {
    case 'insert':
      return insertedRows(before, change.rows, change.conflict)
    case 'update': {
      const rows = [...before.values()]
      const isMeant = rows.map((row) => meets(row, change.where))
      const after = rows.map((row, index) =>
        isMeant[index] === true ? new Map([...row, ...change.set]) : row,
      )
      const keyed = new Map(after.map((row) => [keyOf(row), row]))
      return { rows: keyed, count: isMeant.filter(Boolean).length, isWhole: keyed.size === before.size }
    }
    case 'delete': {
      const rows = new Map([...before].filter(([, row]) => !meets(row, change.where)))
      return { rows, count: before.size - rows.size, isWhole: true }
    }
  }
}

function insertedRows(before: Rows, added: readonly SqlRow[], conflict: Conflict): ChangedRows {
  const rows = new Map(before)
  let count = 0
  let isWhole = true
  for (const row of added) {
    const key = keyOf(row)
    const there = rows.get(key)
    if (there !== undefined && conflict === 'ignore') continue
    // It would have failed if the row were there.
    if ((there !== undefined && conflict === 'fail') || (there === undefined && rows.size >= maxRows))
      isWhole = false
    if (there === undefined && rows.size >= maxRows) continue
    count++
    rows.set(key, there === undefined || typeof conflict === 'string' ? row : upserted(there, row, conflict))
  }
  return { rows, count, isWhole }
}

function upserted(there: SqlRow, row: SqlRow, set: Exclude<Conflict, string>): SqlRow {
  const after = new Map(there)
  for (const [column, to] of set) {
    const value = 'value' in to ? to.value : row.get(to.excluded)
    if (value !== undefined) after.set(column, value)
  }
  return after
}

/** Rows of `todos` differ in their id, those of `todo_deps` in both columns. */
function keyOf(row: SqlRow): string {
  const id = row.get('id')
  if (id !== undefined) return id
  const todo = row.get('todo_id') ?? ''
  return `${todo.length} ${todo} ${row.get('depends_on') ?? ''}`
}

function meets(row: SqlRow, condition: SqlCondition): boolean {
  switch (condition.type) {
    case 'all':
      return true
    case 'in':
      return condition.values.has(row.get(condition.column) ?? '') === condition.is
    case 'and':
      return condition.parts.every((part) => meets(row, part))
    case 'or':
      return condition.parts.some((part) => meets(row, part))
    case 'not':
      return !meets(row, condition.of)
  }
}
