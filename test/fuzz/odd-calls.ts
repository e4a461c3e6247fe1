import type { Dice } from './dice.ts'
import { oddString, oddValue } from './odd-values.ts'

interface Called {
  readonly toolCallId: string
  readonly entries: readonly object[]
  /** A plan's text. */
  readonly content: string
}

/** A call of a tool that keeps to-dos or writes a plan, or what is told of it later: its input, its end, its output. */
export function oddTodoCall(dice: Dice, { toolCallId, entries, content }: Called): object {
  const sessionUpdate = dice.pick(['tool_call', 'tool_call_update'])
  const status = dice.pick(['pending', 'in_progress', 'completed', 'failed', null])
  const told = dice.pick<object>([
    { title: 'sql', kind: 'other', rawInput: { description: 'x', query: oddSql(dice) } },
    { rawInput: { query: oddSql(dice) }, rawOutput: { content: oddSqlOutput(dice) } },
    { rawOutput: { [dice.pick(['content', 'message'])]: oddSqlOutput(dice) } },
    { title: 'todo', kind: 'think', rawInput: oddPhases(dice) },
    { title: 'todo', rawOutput: { details: { phases: [{ name: oddString(dice), tasks: entries }] } } },
    { title: 'write_todos', kind: 'think', input: { todos: entries } },
    { output: `Updated todo list to ${JSON.stringify(entries)}` },
    { title: 'exit_plan_mode', kind: 'switch_mode', rawInput: { plan: content } },
    { rawInput: { plan: oddValue(dice) } },
    { kind: 'edit', rawInput: { path: dice.pick(['plan.md', 'local://a-plan.md', '']), content } },
  ])
  return { sessionUpdate, toolCallId, status, ...told }
}

function oddPhases(dice: Dice): object {
  const task = dice.pick(['step 0', 'step 1', oddString(dice)])
  return dice.pick<object>([
    { op: 'init', list: [{ phase: oddString(dice), items: ['step 0', 'step 1', oddString(dice)] }] },
    { op: dice.pick(['start', 'done', 'drop', 'block', 'rm']), task },
    { op: oddString(dice), list: oddValue(dice) },
  ])
}

/** Statements about GitHub Copilot's tables, some of them broken. */
function oddSql(dice: Dice): string {
  const text = (): string =>
    dice.pick([
      "'a'",
      "'b'",
      `'${oddString(dice).replaceAll("'", "''")}'`,
      "'it",
      '"a"',
      '1',
      'NULL',
      "'a' || id",
    ])
  const where = (): string =>
    dice.pick([
      '',
      ` WHERE id = ${text()}`,
      ` WHERE NOT (id IN (${text()}, ${text()}))`,
      ' WHERE 1=1 OR',
      ` WHERE ${'('.repeat(dice.below(200))}1`,
    ])
  const status = (): string => dice.pick(["'pending'", "'in_progress'", "'done'", "'blocked'", text()])
  const statement = (): string =>
    dice.pick([
      `INSERT INTO todos (id, title, status) VALUES (${text()}, ${text()}, ${status()}), (${text()}, ${text()}, ${status()})`,
      `INSERT OR REPLACE INTO "todos" (id, title) VALUES (${text()}, ${text()})`,
      `INSERT INTO todos (id, title) VALUES (${text()}, ${text()}) ON CONFLICT(id) DO UPDATE SET title = excluded.title, id = ${text()}`,
      `INSERT INTO todo_deps VALUES (${text()}, ${text()})`,
      `UPDATE todos SET status = ${status()}, title = ${text()}${where()}`,
      `UPDATE todos SET id = ${text()}${where()}`,
      `DELETE FROM ${dice.pick(['todos', 'todo_deps'])}${where()}`,
      'BEGIN',
      'ROLLBACK',
      'DROP TABLE IF EXISTS todos',
      'WITH next AS (SELECT 1) DELETE FROM todos',
      `SELECT * FROM todos /* ${oddString(dice)}`,
    ])
  return Array.from({ length: dice.between(1, 4) }, statement).join(';\n-- next\n')
}

function oddSqlOutput(dice: Dice): string {
  const rows = dice.pick(['0', '1', '2', '999999999'])
  return dice.pick([
    `${rows} row(s) updated.`,
    `Executed 2 statement(s):\n\n1. INSERT\n   ${rows} row(s) inserted.\n\n2. UPDATE\n   1 row(s) updated.`,
    `SQL Error after statement ${rows} (UPDATE): Error\n\n1. UPDATE\n   1 row(s) updated.`,
    oddString(dice),
  ])
}

/** What an agent says of itself when nothing is asked of it any more. */
export function lateState(dice: Dice, sessionId: string): string {
  const state = dice.pick<unknown>([
    'running',
    'running',
    'requires_action',
    'idle',
    'thinking',
    oddValue(dice),
  ])
  const update = { sessionUpdate: 'state_update', state, ...(dice.chance(0.3) && { stopReason: 'end_turn' }) }
  return JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } })
}

/** Of a sub-agent or a task in the background: its beginning, its state, and its calls in its parent's session. */
export function oddWorker(dice: Dice, toolCallId: string): object {
  const id = dice.pick(['w', 'v', '', '__proto__', toolCallId])
  const prefix = dice.pick(['', '_'])
  const state = dice.pick<unknown>([
    'running',
    'idle',
    'requires_action',
    'completed',
    { state: 'idle', stopReason: oddString(dice), background: [{ type: 'subagent', sessionId: id }] },
    oddValue(dice),
  ])
  return dice.pick<object>([
    { sessionUpdate: `${prefix}subagent_update`, sessionId: id, title: oddString(dice), state },
    { sessionUpdate: `${prefix}subagent_spawned`, subagentSessionId: id, name: 'w', task: oddString(dice) },
    { sessionUpdate: `${prefix}subagent_state_update`, subagentSessionId: id, state },
    { sessionUpdate: `${prefix}async_task_spawned`, asyncTaskId: id, title: oddString(dice) },
    { sessionUpdate: `${prefix}async_task_progress`, asyncTaskId: id, description: oddString(dice) },
    { sessionUpdate: `${prefix}async_task_state_update`, asyncTaskId: id, state },
    {
      sessionUpdate: 'tool_call',
      toolCallId: dice.pick(['c1', 'd1', toolCallId]),
      title: oddString(dice),
      _meta: { claudeCode: { toolName: 'Read', parentToolUseId: toolCallId }, subagentSessionId: id },
    },
    { sessionUpdate: 'session_message', sessionId: id, content: [{ type: 'text', text: oddString(dice) }] },
  ])
}

const names = [
  'Yes',
  'Allow always',
  'Bypass permissions',
  'No, keep planning',
  'Approve and execute',
  'Refine plan',
]

/** A request that names its call only, or says a part of it. */
export function oddPermission(dice: Dice, toolCallId: string): object {
  const options = Array.from({ length: dice.below(5) }, (_, at) => ({
    optionId: dice.chance(0.2) ? oddString(dice) : `o${at}`,
    name: dice.chance(0.3) ? oddString(dice) : dice.pick(names),
    kind: dice.pick(['allow_once', 'allow_always', 'reject_once', 'reject_always', 'other']),
  }))
  const more = dice.pick<object>([
    {},
    {},
    { title: oddString(dice) },
    { status: null, rawInput: oddValue(dice) },
  ])
  return { toolCall: { toolCallId, ...more }, options }
}

/** A request to approve a plan, without an id, as several vendors ask it. */
export function oddProposal(dice: Dice, sessionId: string): string {
  const [toolCallId, plan] = ['turn', dice.chance(0.7) ? '# Plan\n\n1. Go on\n' : oddString(dice)]
  const [method, params] = dice.pick<readonly [string, object]>([
    ['cursor/create_plan', { toolCallId, plan, todos: [] }],
    ['wave/create_plan', { toolCallId, plan }],
    ['_x.ai/exit_plan_mode', { sessionId, toolCallId, planContent: plan }],
    ['session/request_permission', { sessionId, ...oddPermission(dice, toolCallId) }],
    ['elicitation/create', { sessionId, toolCallId, ...oddApproval(dice, plan) }],
  ])
  return JSON.stringify({ method, params })
}

/** A form that asks whether a plan is approved, and some that ask for more. */
export function oddApproval(dice: Dice, content: string): object {
  const field = dice.pick<object>([
    {
      type: 'string',
      enum: dice.chance(0.5) ? ['Approve and execute', 'Refine plan'] : [oddString(dice), 'Yes'],
    },
    { type: 'string', oneOf: names.map((title, at) => ({ const: `v${at}`, title })) },
    { type: 'boolean', title: 'Approve the plan?' },
    { type: 'string', title: oddString(dice) },
  ])
  const properties = dice.pick<object>([{ value: field }, { value: field, feedback: { type: 'string' } }, {}])
  const message = dice.pick([
    `Approve plan “x”?\n\n${content}`,
    `${content}\n\nApprove this plan?`,
    oddString(dice),
  ])
  return {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties, required: dice.pick([[], ['value']]) },
  }
}
