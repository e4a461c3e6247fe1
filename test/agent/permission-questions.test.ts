import { describe, expect, test } from 'vitest'
import { greeted, prompt, type Json } from '../app/exchange/exchange.ts'
import { openOnWire } from './wire.ts'

const options = [{ label: 'Small steps', description: 'one commit each' }, { label: 'One big step' }]
const split = { id: 'split', question: 'How shall the parser be split?', header: 'Split', options }
const tests = {
  id: 'tests',
  question: 'Which tests?',
  header: 'Tests',
  options: [{ label: 'Unit' }, { label: 'End to end' }],
}

function permission(optionId: string, asked: Json, meta: Json = {}): Json {
  const options = [
    { optionId, name: 'Submit', kind: 'allow_once' },
    { optionId: 'cancel', name: 'Cancel', kind: 'reject_once' },
  ]
  const toolCall = { toolCallId: 'call-1', status: 'pending', title: 'Ask user', kind: 'think', ...asked }
  return {
    id: 1,
    method: 'session/request_permission',
    params: { sessionId: 's1', options, toolCall, ...meta },
  }
}

interface Asker {
  readonly asked: (questions: unknown) => Json
  /** The names of the two fields, and the message above them. */
  readonly fields: readonly [string, string]
  readonly message: string
  /** The answers "One big step" and "Unit". */
  readonly accepted: object
}

const askers: readonly (readonly [string, Asker])[] = [
  [
    'Qwen Code 0.15.10, to which 0.24.4 adds metadata',
    {
      asked: (questions) => permission('proceed_once', { rawInput: { questions } }),
      fields: ['0', '1'],
      message: 'Ask user',
      accepted: {
        outcome: { outcome: 'selected', optionId: 'proceed_once' },
        answers: { 0: 'One big step', 1: 'Unit' },
      },
    },
  ],
  [
    "Lody's codex adapter 0.16.0",
    {
      asked: (questions) =>
        permission(
          'answer',
          { rawInput: { questions } },
          { _meta: { codex: { requestUserInput: { questions } } } },
        ),
      fields: ['split', 'tests'],
      message: 'The agent has a question',
      accepted: {
        outcome: {
          outcome: 'selected',
          optionId: 'answer',
          _meta: {
            codex: {
              requestUserInput: {
                answers: { split: { answers: ['One big step'] }, tests: { answers: ['Unit'] } },
              },
            },
          },
        },
      },
    },
  ],
]

describe.each(askers)(
  'questions in a permission request of %s',
  (_, { asked, fields, message, accepted }) => {
    const content = { [fields[0]]: 'One big step', [fields[1]]: 'Unit' }

    test('are a form, and its answers go with the outcome', async () => {
      const { run, wire } = await openOnWire()
      wire.send(asked([split, tests]))
      const { request } = await run.event('elicitation-asked')
      const title = 'How shall the parser be split?'
      const choices = [{ value: 'Small steps', description: 'one commit each' }, { value: 'One big step' }]
      expect(request).toMatchObject({
        sessionId: 's1',
        message,
        mode: { fields: [{ name: fields[0], title, type: 'choice', choices }, { name: fields[1] }] },
      })
      run.agent.order({ type: 'answer-elicitation', key: request.key, answer: { type: 'accepted', content } })
      expect((await wire.receives()).result).toEqual(accepted)
      expect(run.state().problemCount).toBe(0)
    })

    test.each([
      [{ type: 'declined', by: 'user' } as const, { outcome: 'selected', optionId: 'cancel' }],
      [{ type: 'cancelled' } as const, { outcome: 'cancelled' }],
    ])('are not answered: %o', async (answer, outcome) => {
      const { run, wire } = await openOnWire()
      wire.send(asked([split]))
      run.agent.order({
        type: 'answer-elicitation',
        key: (await run.event('elicitation-asked')).request.key,
        answer,
      })
      expect((await wire.receives()).result).toEqual({ outcome })
    })

    test.each([
      [accepted, { type: 'accepted', content }],
      [{ outcome: { outcome: 'selected', optionId: 'cancel' } }, { type: 'declined' }],
      [{ outcome: { outcome: 'cancelled' } }, { type: 'cancelled' }],
    ])('are answered by another client: %o', (result, answer) => {
      const { events, state } = greeted()
        .client(prompt(2, 's1', 'go'))
        .agent(asked([split, tests]))
        .client({ id: 1, result })
      expect(events.at(-1)).toMatchObject({ type: 'elicitation-answered', answer })
      expect(state.elicitations).toEqual([])
    })

    test.each<[string, Json]>([
      ['without questions', asked([])],
      ['whose questions are no list', asked('which?')],
    ])('a permission %s stays one', async (_, request) => {
      const { run, wire } = await openOnWire()
      wire.send(request)
      expect((await run.event('permission-asked')).request.title).toBe('Ask user')
    })
  },
)

test('questions of an agent that would not read the answers stay a permission', async () => {
  const { run, wire } = await openOnWire()
  wire.send(permission('allow', { rawInput: { questions: [split] } }))
  expect((await run.event('permission-asked')).request.title).toBe('Ask user')
})

test('several answers of Qwen Code to one question are one text', async () => {
  const { run, wire } = await openOnWire()
  wire.send(permission('proceed_once', { rawInput: { questions: [{ ...tests, multiSelect: true }] } }))
  const { request } = await run.event('elicitation-asked')
  run.agent.order({
    type: 'answer-elicitation',
    key: request.key,
    answer: { type: 'accepted', content: { 0: ['Unit', 'End to end'] } },
  })
  expect((await wire.receives()).result).toMatchObject({ answers: { 0: 'Unit, End to end' } })
})
