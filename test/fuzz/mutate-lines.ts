import { isObject } from '../../src/protocol/wire/message.ts'
import type { Dice } from './dice.ts'
import { mutateLine, type Line } from './mutate-text.ts'
import { oddApproval, oddPermission, oddTodoCall, oddWorker } from './odd-calls.ts'
import { oddIdText, oddString, oddValue } from './odd-values.ts'

/** Lines in another order and number, some of them changed, others between them. `more` makes lines that belong there. */
export function mutateLines(dice: Dice, texts: readonly string[], more: (dice: Dice) => string): Line[] {
  const changed = dice.pick([0.05, 0.2, 0.6])
  const lines: Line[] = []
  for (const text of reordered(dice, texts)) {
    if (dice.chance(0.15)) lines.push(dice.chance(0.7) ? { text: more(dice) } : mutateLine(dice, more(dice)))
    lines.push(dice.chance(changed) ? mutateLine(dice, text) : { text })
    // What is cut or broken must not take the next line with it each time.
    if (dice.chance(0.03)) lines.push({ text: oddString(dice) })
  }
  if (dice.chance(0.05)) {
    const again = dice.pick(lines)
    const at = dice.below(lines.length)
    lines.splice(at, 0, ...Array.from({ length: dice.between(10, 400) }, () => again))
  }
  return lines
}

function reordered(dice: Dice, texts: readonly string[]): string[] {
  const order = texts.filter(() => !dice.chance(0.05))
  for (let times = dice.below(4); times > 0 && order.length > 1; times--) {
    const from = dice.below(order.length)
    const to = dice.below(order.length)
    const [moved = ''] = order.splice(from, 1)
    order.splice(to, 0, moved)
    if (dice.chance(0.3)) order.push(moved)
  }
  return order.length === 0 ? [...texts] : order
}

/** Records as clients write them whose logs have no times: messages alone, or with a direction; of some only, now and then. */
export function withoutTimes(dice: Dice, texts: readonly string[]): readonly string[] {
  const isBare = dice.chance(0.7)
  const share = dice.pick([1, 1, 0.3])
  const journal = '{"schema":"acpx.session.journal.v1","type":"segment","record_id":"r","sequence":0}'
  const lines = texts.map((text) => {
    const { t: _, ...record } = JSON.parse(text) as { readonly t?: number; readonly frame?: unknown }
    return dice.chance(share) ? JSON.stringify(isBare ? (record.frame ?? record) : record) : text
  })
  return dice.chance(0.3) ? [journal, ...lines] : lines
}

const option = { optionId: 'yes', name: 'Yes', kind: 'allow_once' }
const question = { id: 'q', prompt: 'Which?', options: [{ id: 'a', label: 'A' }] }
const properties = {
  a: { type: 'string', title: 'A' },
  b: { type: 'boolean' },
  c: { type: 'string', enum: ['x', 'y'] },
}

/** What recordings have too little of: requests of every kind, plans in every dialect, taken-back requests. */
export function oddMessage(sessionId: string): (dice: Dice) => string {
  return (dice) => {
    const plan = dice.pick(['p', 'q', '', 'main', '__proto__'])
    const toolCallId = dice.pick(['c', 'd', 'e'])
    const entries = Array.from({ length: dice.below(6) }, (_, at) => ({
      content: dice.chance(0.2) ? oddString(dice) : `step ${at}`,
      status: dice.pick(['pending', 'in_progress', 'completed', 'cancelled', 'blocked']),
      priority: dice.pick(['high', 'medium', 'low']),
    }))
    const content = dice.chance(0.5)
      ? oddString(dice)
      : `# Plan\n\n- [ ] ${oddString(dice)}\n\n${oddString(dice)}\n`
    const uri = dice.pick([
      'file:///etc/hostname',
      'file:///dev/zero',
      'file:///dev/stdin',
      'file:relative',
      'data:text/markdown,%23%20x',
      'data:,%1b',
      'javascript:EVIL',
      'http://127.0.0.1:9/',
    ])
    const update = dice.pick<object>([
      { sessionUpdate: 'plan', entries },
      { sessionUpdate: 'plan_update', plan: { type: 'items', planId: plan, entries } },
      { sessionUpdate: 'plan_update', plan: { type: 'items', id: plan, entries } },
      { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: plan, content } },
      { sessionUpdate: 'plan_update', plan: { type: 'file', planId: plan, uri } },
      { sessionUpdate: 'plan_update', plan: { type: '_graph', planId: plan, nodes: oddValue(dice) } },
      { sessionUpdate: 'plan_removed', planId: plan },
      {
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'text', text: `<proposed_plan>\n${content}\n</proposed_plan>\n` },
      },
      {
        sessionUpdate: 'tool_call',
        toolCallId,
        title: oddString(dice),
        kind: 'edit',
        rawInput: { todos: entries },
      },
      { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', content: oddValue(dice) },
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ name: oddString(dice), description: 'x' }],
      },
      { sessionUpdate: 'session_info_update', title: oddString(dice) },
      { sessionUpdate: 'current_mode_update', currentModeId: oddString(dice) },
      ...[0, 1, 2].map(() => oddTodoCall(dice, { toolCallId, entries, content })),
      ...[0, 1].map(() => oddWorker(dice, toolCallId)),
    ])
    const isRequest = dice.chance(0.35)
    if (!isRequest)
      return JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } })
    const requestId = dice.between(0, 9)
    const [method, params] = dice.pick<readonly [string, object]>([
      [
        'session/request_permission',
        { sessionId, toolCall: { toolCallId, kind: 'switch_mode', content }, options: [option] },
      ],
      [
        'session/request_permission',
        { sessionId, toolCall: { toolCallId, title: oddString(dice) }, options: [option, option] },
      ],
      [
        'elicitation/create',
        {
          sessionId,
          mode: 'form',
          message: oddString(dice),
          requestedSchema: { type: 'object', properties },
        },
      ],
      ['elicitation/create', { mode: 'url', message: 'Go', url: 'https://a.example', elicitationId: 'e' }],
      ['cursor/create_plan', { toolCallId, plan: content, todos: entries }],
      ['cursor/update_todos', { toolCallId, todos: entries, merge: dice.chance(0.5) }],
      ['cursor/ask_question', { toolCallId, questions: [question] }],
      ['_x.ai/exit_plan_mode', { sessionId, toolCallId, planContent: content }],
      [
        'fs/read_text_file',
        { sessionId, path: dice.pick(['/etc/passwd', '/dev/zero', 'x', '/proc/self/environ']) },
      ],
      ['terminal/create', { sessionId, command: 'ls' }],
      ['session/request_permission', { sessionId, ...oddPermission(dice, toolCallId) }],
      ['elicitation/create', { sessionId, toolCallId, ...oddApproval(dice, content) }],
    ])
    if (dice.chance(0.15))
      return `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":${requestId}}}`
    return `{"jsonrpc":"2.0","id":${oddIdText(dice)},"method":"${method}","params":${JSON.stringify(params)}}`
  }
}

/** Records of a trace that recordings of other clients have none of. */
export function oddRecord(dice: Dice): string {
  const at = { t: dice.between(0, 60_000) }
  return JSON.stringify(
    dice.pick<object>([
      { ...at, err: oddString(dice) },
      { ...at, mark: oddString(dice) },
      { ...at, size: [dice.between(-1, 400), dice.between(-1, 200)] },
      {
        ...at,
        event: isObject(oddValue(dice))
          ? oddValue(dice)
          : {
              type: dice.pick(['permission-answered', 'link-changed', 'prompt-sent', 'remarked']),
              key: oddValue(dice),
              text: oddString(dice),
            },
      },
      { ...at, end: { status: 0, reason: oddString(dice) } },
      { ...at, in: oddString(dice) },
      { ...at, in64: 'AAECAwQ=', of: dice.pick([5, -1, 1e12]) },
      { t: oddValue(dice), out: oddValue(dice) },
    ]),
  )
}
