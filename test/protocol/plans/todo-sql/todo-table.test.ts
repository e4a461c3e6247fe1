import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTodoSql } from '../../../../src/protocol/plans/todo-sql/read-todo-sql.ts'
import { plainResult, readSqlResult, type SqlResult } from '../../../../src/protocol/plans/plan-write.ts'
import {
  noTodoTable,
  tableAfter,
  tableEntries,
  type TodoTable,
} from '../../../../src/protocol/plans/todo-sql/todo-table.ts'
import { anyCharacter } from '../../../support/any-character.ts'

const completed: SqlResult = { ran: 'all', changed: {} }

function after(table: TodoTable, sql: string, result = completed): TodoTable {
  return tableAfter(table, readTodoSql(sql) ?? [], result)
}

/** Each step as `status id title`, what it waits for, and `?` behind a list that is uncertain. */
function words(table: TodoTable): readonly string[] {
  const steps = tableEntries(table).map(({ id, status, content, waitsFor }) =>
    [status, id, content, ...(waitsFor === undefined ? [] : [`(${waitsFor.join()})`])].join(' '),
  )
  return table.isUncertain ? [...steps, '?'] : steps
}

const list = after(
  noTodoTable,
  `INSERT INTO todos (id, title, status) VALUES ('a', 'A', 'done'), ('b', 'B', 'pending'), ('c', 'C', 'blocked');
   INSERT INTO todo_deps VALUES ('b', 'a'), ('c', 'b')`,
)
const before = ['completed a A', 'pending b B', 'blocked c C (2)']

test.each<[string, readonly string[]]>([
  ['SELECT * FROM todos', before],
  ['-- a comment\n/* and; another */ SELECT title FROM todos;;', before],
  [
    "UPDATE todos SET status = 'in_progress' WHERE id = 'b'",
    ['completed a A', 'in_progress b B', 'blocked c C (2)'],
  ],
  [
    "update \"todos\" set `status`='done', updated_at=CURRENT_TIMESTAMP where [id] in ('b','c')",
    ['completed a A', 'completed b B', 'completed c C'],
  ],
  ["UPDATE main.todos AS t SET status='done'", ['completed a A', 'completed b B', 'completed c C']],
  [
    "UPDATE todos SET status='pending' WHERE status='done' OR NOT (id != 'c')",
    ['pending a A', 'pending b B (1)', 'pending c C (2)'],
  ],
  [
    "UPDATE todos SET title='It''s; -- C', description=upper('x' || 'y') WHERE id='c' RETURNING id",
    ['completed a A', 'pending b B', "blocked c It's; -- C (2)"],
  ],
  ["INSERT INTO todos (title, description, id) VALUES ('D', NULL, 'd')", [...before, 'pending d D']],
  [
    "INSERT INTO todos VALUES ('d', 'D', '', 'in_progress', datetime('now'), datetime('now'))",
    [...before, 'in_progress d D'],
  ],
  ["INSERT OR IGNORE INTO todos (id, title) VALUES ('a', 'x'), ('d', 'D')", [...before, 'pending d D']],
  [
    "INSERT OR REPLACE INTO todos (id, title) VALUES ('a', 'x')",
    ['pending a x', 'pending b B (1)', 'blocked c C (2)'],
  ],
  [
    "INSERT INTO todos (id,title,status) VALUES ('a','x','pending') ON CONFLICT(id) DO UPDATE SET title = excluded.title",
    ['completed a x', 'pending b B', 'blocked c C (2)'],
  ],
  ["DELETE FROM todos WHERE id NOT IN ('b')", ['pending b B']],
  ['DELETE FROM todo_deps', ['completed a A', 'pending b B', 'blocked c C']],
  [
    "BEGIN; DELETE FROM todos; ROLLBACK; UPDATE todos SET status='done' WHERE id='b'",
    ['completed a A', 'completed b B', 'blocked c C'],
  ],
  ['DROP TABLE IF EXISTS todos', []],
  ['INSERT INTO notes SELECT title FROM todos; CREATE TABLE IF NOT EXISTS todos_old (id)', before],
])('understood: %s', (sql, expected) => {
  expect(words(after(list, sql))).toEqual(expected)
})

test.each([
  "WITH x AS (SELECT 'a' AS id) UPDATE todos SET status='done' WHERE id IN (SELECT id FROM x)",
  "UPDATE todos SET status='done' WHERE id LIKE 'a%'",
  "UPDATE todos SET status='done' WHERE id = (SELECT id FROM todos LIMIT 1)",
  "UPDATE todos SET status='do' || 'ne'",
  "UPDATE todos SET title='x' WHERE description IS NULL",
  "UPDATE todos SET status='done' FROM notes WHERE notes.id = todos.id",
  "UPDATE OR REPLACE todos SET id='a'",
  'INSERT INTO todos (id, title) SELECT id, title FROM old',
  "INSERT INTO todos (id, title) VALUES ('d')",
  "INSERT INTO todos (id) VALUES ('d')",
  "DELETE FROM todos WHERE id='a' LIMIT 1",
  'ALTER TABLE todos RENAME TO old',
  'ROLLBACK',
  "UPDATE todos SET status='done",
  'todos 🚀',
  `UPDATE todos SET status='done' WHERE ${'('.repeat(100)}id='a'${')'.repeat(100)}`,
  `UPDATE todos SET title='${'x'.repeat(300_000)}'`,
])('not understood, and not guessed: %s', (sql) => {
  expect(words(after(list, sql))).toEqual([...before, '?'])
})

test('what names none of its tables is not about it', () => {
  expect(readTodoSql("INSERT INTO notes VALUES ('todo')")).toBeNull()
  expect(readTodoSql('SELECT * FROM mytodos_old')).toBeNull()
})

describe('what became of the statements', () => {
  const two = "UPDATE todos SET status='done' WHERE id='b'; UPDATE todos SET status='no' WHERE id='c'"

  test('those before the failed one were carried out', () => {
    const message =
      'SQL Error after statement 2 (UPDATE): Error: CHECK constraint failed\n\nCompleted 1 statement(s) before failure:\n\n1. UPDATE\n   1 row(s) updated.'
    const result = readSqlResult({ rawOutput: { message } })
    expect(result).toEqual({ ran: 1, changed: { 0: 1 } })
    expect(words(after(list, two, result ?? completed))).toEqual([
      'completed a A',
      'completed b B',
      'blocked c C',
    ])
  })

  test('a single one that failed changes nothing; of several it is not known', () => {
    const failed = plainResult('failed') ?? completed
    expect(after(list, "UPDATE todos SET status='no'", failed)).toBe(list)
    expect(words(after(list, two, failed))).toEqual([...before, '?'])
    expect(plainResult('in_progress')).toBeNull()
  })

  test('other numbers of rows than are changed here: something else has changed the list', () => {
    const told = readSqlResult({ rawOutput: { content: '2 row(s) updated.' } }) ?? completed
    const sql = "UPDATE todos SET status='done' WHERE id='b'"
    expect(words(after(list, sql, told))).toEqual(['completed a A', 'completed b B', 'blocked c C', '?'])
    expect(after(list, "UPDATE todos SET status='done' WHERE id IN ('a','b')", told).isUncertain).toBe(false)
  })

  test('a row that is there could not have been inserted', () => {
    expect(words(after(list, "INSERT INTO todos (id, title) VALUES ('a', 'x')"))).toContain('?')
  })

  test('the output of other tools tells nothing', () => {
    for (const rawOutput of [
      '2 row(s) updated.',
      { content: 'file\n1. UPDATE\n   1 row(s) updated.' },
      {},
      null,
      3,
    ])
      expect(readSqlResult({ rawOutput })).toBeNull()
  })
})

const piece = fc.oneof(
  fc.constantFrom(
    'todos',
    'todo_deps',
    'INSERT INTO',
    'UPDATE',
    'DELETE FROM',
    'SET',
    'WHERE',
    'VALUES',
    '(',
    ')',
    ',',
    '=',
    ';',
    "'a'",
    "'",
    '"',
    '`',
    '[',
    ']',
    '--',
    '/*',
    '*/',
    'id',
    'title',
    'status',
    'OR',
    'AND',
    'NOT',
    'IN',
    'ON CONFLICT',
    'DO',
    'EXCLUDED.',
    '1',
    '.',
    '\n',
  ),
  fc.string({ unit: anyCharacter, maxLength: 5 }),
)

test('any text is read, and never throws', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('', 'UPDATE todos SET ', 'INSERT INTO todos '),
      fc.array(piece, { maxLength: 40 }),
      fc.constantFrom(' ', ''),
      (begin, pieces, between) => {
        const entries = tableEntries(after(list, begin + pieces.join(between)))
        expect(entries.every(({ content, id }) => typeof content === 'string' && id !== undefined)).toBe(true)
      },
    ),
    { numRuns: 1000 },
  )
})
