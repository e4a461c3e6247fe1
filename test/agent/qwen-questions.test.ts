import { expect, test } from 'vitest'
import { greeted, prompt, type Json } from '../app/exchange/exchange.ts'
import { openOnWire } from './wire.ts'

const split = {
  question: 'How shall the parser be split?',
  header: 'Split',
  options: [{ label: 'Small steps', description: 'one commit each' }, { label: 'One big step' }],
  multiSelect: false,
}
const tests = {
  question: 'Which tests?',
  header: 'Tests',
  options: [{ label: 'Unit' }, { label: 'End to end' }],
  multiSelect: true,
}

/** As Qwen Code 0.15.10 sends it; 0.24.4 adds metadata. */
function asked(questions: unknown, optionId = 'proceed_once'): Json {
  return {
    id: 1,
    method: 'session/request_permission',
    params: {
      sessionId: 's1',
      options: [
        { optionId, name: 'Submit', kind: 'allow_once' },
        { optionId: 'cancel', name: 'Cancel', kind: 'reject_once' },
      ],
      toolCall: {
        toolCallId: 'call-1',
        status: 'pending',
        title: 'Ask user 2 questions',
        content: [],
        locations: [],
        kind: 'think',
        rawInput: { questions },
      },
    },
  }
}

const accepted = {
  outcome: { outcome: 'selected', optionId: 'proceed_once' },
  answers: { 0: 'One big step', 1: 'Unit, End to end' },
}

test('questions in a permission request are a form, and its answers go beside the outcome', async () => {
  const { run, wire } = await openOnWire()
  wire.send(asked([split, tests]))
  const { request } = await run.event('elicitation-asked')
  expect(request).toMatchObject({
    sessionId: 's1',
    message: 'Ask user 2 questions',
    mode: {
      fields: [
        {
          name: '0',
          title: 'How shall the parser be split?',
          type: 'choice',
          choices: [{ value: 'Small steps', description: 'one commit each' }, { value: 'One big step' }],
        },
        { name: '1', title: 'Which tests?', type: 'choices' },
      ],
    },
  })
  const content = { 0: 'One big step', 1: ['Unit', 'End to end'] }
  run.agent.answerElicitation(request.key, { type: 'accepted', content })
  expect((await wire.receives()).result).toEqual(accepted)
  expect(run.state().problemCount).toBe(0)
})

test.each([
  [{ type: 'declined', by: 'user' } as const, { outcome: 'selected', optionId: 'cancel' }],
  [{ type: 'cancelled' } as const, { outcome: 'cancelled' }],
])('they are not answered: %o', async (answer, outcome) => {
  const { run, wire } = await openOnWire()
  wire.send(asked([split]))
  run.agent.answerElicitation((await run.event('elicitation-asked')).request.key, answer)
  expect((await wire.receives()).result).toEqual({ outcome })
})

test.each<[string, Json]>([
  ['of another agent, which would not read the answers', asked([split], 'allow')],
  ['without questions', asked([])],
  ['whose questions are no list', asked('which?')],
])('a permission %s stays one', async (_, request) => {
  const { run, wire } = await openOnWire()
  wire.send(request)
  expect((await run.event('permission-asked')).request.title).toBe('Ask user 2 questions')
})

test.each([
  [accepted, { type: 'accepted', content: { 0: 'One big step', 1: 'Unit, End to end' } }],
  [{ outcome: { outcome: 'selected', optionId: 'cancel' } }, { type: 'declined' }],
  [{ outcome: { outcome: 'cancelled' } }, { type: 'cancelled' }],
])('the answer of another client: %o', (result, answer) => {
  const { events, state } = greeted()
    .client(prompt(2, 's1', 'go'))
    .agent(asked([split, tests]))
    .client({ id: 1, result })
  expect(events.at(-1)).toMatchObject({ type: 'elicitation-answered', answer })
  expect(state.elicitations).toEqual([])
})
