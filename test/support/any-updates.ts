// Generated updates of a session, and the values in all generated events.
import fc from 'fast-check'
import type { ElicitationRequest } from '../../src/app/state/elicitation.ts'
import type { PlanName } from '../../src/protocol/plans/plan-content.ts'
import type { SessionEvent } from '../../src/protocol/session/session-event.ts'
import type { ConfigOption } from '../../src/protocol/session/session-settings.ts'

/** The values in the events: few that meet often for what a state holds, hostile texts for what is shown. */
export interface EventValues {
  readonly text: fc.Arbitrary<string>
  /** A piece of a message. */
  readonly speech: fc.Arbitrary<string>
  readonly planText: fc.Arbitrary<string>
  /** A text of a request. */
  readonly detail: fc.Arbitrary<string>
  readonly sessionId: fc.Arbitrary<string>
  readonly planName: fc.Arbitrary<PlanName>
  /** A mode, a setting or one of its values, by its id. */
  readonly settingId: fc.Arbitrary<string>
  readonly atMs: fc.Arbitrary<number>
  readonly elicitation: fc.Arbitrary<ElicitationRequest>
  /** The most entries, options and sessions in one list. */
  readonly longest: number
  /** How many of all events are updates of a session, by weight; each other type has 1. */
  readonly updateWeight: number
}

export function is<T extends string>(...types: readonly T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...types)
}

const optional = { requiredKeys: [] as [] }
const stateName = is('idle', 'running', 'requires_action', '_own')
export const stopReason = is('end_turn', 'cancelled', '_own')

/** Any update of a session. */
export function anyUpdate(values: EventValues): fc.Arbitrary<SessionEvent> {
  const { text, speech, sessionId, planName: plan, settingId, longest } = values
  const maybe = fc.option(text)
  const who = is('agent', 'agent', 'user', 'thought')
  const status = fc.oneof(is('pending', 'in_progress', 'completed', 'cancelled', '_own', ''), text)
  const priority = fc.oneof(is('high', 'medium', 'low', '', 'urgent!'), text)
  const entries = fc.array(fc.record({ content: text, status, priority }), {
    maxLength: longest,
    size: 'max',
  })
  const content = fc.oneof(
    { weight: 2, arbitrary: fc.record({ type: is('items'), entries }) },
    fc.record({ type: is('markdown'), text: values.planText }),
    fc.record({
      type: is('file'),
      uri: fc.oneof(
        text,
        text.map((name) => `file:///tmp/${name}`),
      ),
    }),
    fc.record({
      type: is('opaque'),
      planType: fc.oneof(text, is('_custom\u001b[1m')),
      payload: fc.dictionary(text, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }),
    }),
  )
  const call = {
    title: text,
    name: text,
    kind: fc.oneof(text, is('edit', 'execute')),
    status: fc.oneof(text, is('pending', 'in_progress', 'completed', 'failed')),
    path: text,
    todos: entries,
    todoChange: fc.record({ todos: todosOf(values), isMerge: fc.boolean() }),
    parentCallId: is('1', '2'),
    childSessionId: sessionId,
  }
  const tokens = { used: fc.nat(), size: fc.nat() }
  const cost = fc.option(fc.record({ amount: fc.double({ noNaN: true }), currency: text }))
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ type: is('plan-replaced'), plan, content }) },
    fc.record({ type: is('plan-replaced'), plan, content, title: text }),
    fc.record({ type: is('plan-grown'), plan, text }),
    fc.record({ type: is('plan-removed'), plan }),
    fc.record({ type: is('todos'), todos: todosOf(values), isMerge: fc.boolean() }),
    { weight: 3, arbitrary: fc.record({ type: is('said'), who, text: speech, isWhole: fc.boolean() }) },
    {
      weight: 3,
      arbitrary: fc.record({ type: is('said'), who, text: speech, isWhole: fc.boolean(), messageId: text }),
    },
    fc
      .tuple(
        fc.record({ type: is('tool-call'), toolCallId: is('1', '2', '3'), hasTodos: fc.boolean() }),
        fc.record(call, optional),
      )
      .map(([called, given]) => ({ ...called, ...given })),
    fc.record({ type: is('state'), state: stateName }),
    fc.record({ type: is('state'), state: stateName, stopReason }),
    fc.record({ type: is('state'), state: stateName, background: fc.array(sessionId, { maxLength: 2 }) }),
    fc
      .tuple(
        fc.record({ type: is('task'), taskId: settingId }),
        fc.record({ title: text, description: text, state: stateName }, optional),
      )
      .map(([task, given]) => ({ ...task, ...given })),
    fc
      .tuple(
        fc.record({ type: is('session-message'), messageId: settingId, isWhole: fc.boolean() }),
        fc.record({ from: maybe, to: maybe, text }, optional),
      )
      .map(([message, given]) => ({ ...message, ...given })),
    fc.record({ type: is('goal'), goal: fc.option(fc.record({ objective: text, status: text })) }),
    fc.record({ type: is('session-titled'), title: maybe }),
    fc.record({ type: is('mode-changed'), modeId: settingId }),
    fc.record({ type: is('config-options'), options: settingsOf(values) }),
    fc.record({ type: is('option-changed'), optionId: settingId, value: fc.oneof(settingId, fc.boolean()) }),
    fc.record({ type: is('commands'), commands: commandsOf(values) }),
    fc.record({
      type: is('usage'),
      usage: fc.record({ ...tokens, cost }, { requiredKeys: ['used', 'size'] }),
    }),
    fc
      .tuple(
        fc.record({ type: is('subagent'), childSessionId: fc.oneof(sessionId, text) }),
        fc.record({ title: maybe, description: maybe, state: stateName, stopReason }, optional),
      )
      .map(([child, given]) => ({ ...child, ...given })),
    fc.record({ type: is('notice'), severity: text, text }),
    fc
      .tuple(
        fc.record({ type: is('compaction'), compactionId: settingId }),
        fc.record({ status: stateName, summary: text, error: text }, optional),
      )
      .map(([compaction, given]) => ({ ...compaction, ...given })),
    fc.record({ type: is('compaction-summary'), compactionId: settingId, text }),
    fc.record({ type: is('other'), update: text }),
  )
}

export function todosOf({ text }: EventValues) {
  const status = is('pending', 'in_progress', 'completed', 'cancelled', '_own')
  const todo = fc.record({
    id: fc.option(text),
    content: fc.option(text),
    status: fc.option(status),
    priority: text,
  })
  return fc.array(todo, { maxLength: 4 })
}

export function settingsOf({ text, settingId }: EventValues): fc.Arbitrary<readonly ConfigOption[]> {
  const maybe = fc.option(text)
  const name = fc.record({
    id: settingId,
    name: text,
    description: maybe,
    category: fc.constantFrom(null, 'mode', 'model', 'x_mode'),
  })
  const choice = fc.record({ value: settingId, name: text, description: maybe, group: maybe })
  const value = fc.oneof(
    fc.record({ type: is('select'), value: settingId, choices: fc.array(choice, { maxLength: 8 }) }),
    fc.record({ type: is('boolean'), value: fc.boolean() }),
    fc.record({ type: is('other'), valueType: text, value: fc.jsonValue({ maxDepth: 2 }) }),
  )
  const option = fc.tuple(name, value).map(([named, set]) => ({ ...named, ...set }))
  return fc.array(option, { maxLength: 4 })
}

export function commandsOf({ text, settingId }: EventValues) {
  const command = fc.record({ name: settingId, description: text, hint: fc.option(text) })
  return fc.array(command, { maxLength: 8 })
}
