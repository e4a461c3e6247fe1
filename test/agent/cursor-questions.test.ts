import { describe, expect, test } from 'vitest'
import { shownPlans } from './shown-plans.ts'
import { openOnWire } from './wire.ts'

const outcome = (inner: object): object => ({ outcome: inner })

describe('to-dos', () => {
  const list = [
    { id: '1', content: 'Read', status: 'TODO_STATUS_IN_PROGRESS' },
    { id: '2', content: 'Write' },
  ]

  test('replace the list, or merge into it by id', async () => {
    const { run, wire } = await openOnWire()
    const told = async (params: object): Promise<unknown> => {
      wire.send({ id: 1, method: 'cursor/update_todos', params })
      expect(await wire.receives()).toMatchObject({ result: outcome({ outcome: 'accepted' }) })
      return shownPlans({ run })
    }
    expect(await told({ todos: list, merge: false })).toEqual([
      ['anonymous', ['Read: in_progress', 'Write: pending']],
    ])
    const changes = [
      { id: '1', status: 'completed' },
      { id: '3', content: 'Check' },
    ]
    expect(await told({ todos: changes, merge: true })).toEqual([
      ['anonymous', ['Read: completed', 'Write: pending', 'Check: pending']],
    ])
    // What the agent reports as a plan in between is the list as it stands.
    wire.update({
      sessionUpdate: 'plan',
      entries: [
        { content: 'Read', status: 'completed' },
        { content: 'Write', status: 'in_progress' },
      ],
    })
    expect(await told({ todos: [{ id: '2', status: 'TODO_STATUS_CANCELLED' }], merge: true })).toEqual([
      ['anonymous', ['Read: completed', 'Write: cancelled']],
    ])
    expect(await told({ todos: [{ content: 'Anew' }] })).toEqual([['anonymous', ['Anew: pending']]])
    expect(run.state().problemCount).toBe(0)
  })

  test('an unknown id without content is a problem', async () => {
    const { run, wire } = await openOnWire()
    wire.send({
      method: 'cursor/update_todos',
      params: { todos: [...list, { id: 'x', status: 'completed' }], merge: true },
    })
    const { problem } = await run.event('problem-found')
    expect([problem.code, problem.path]).toEqual(['bad-entry', 'params.todos'])
    expect(shownPlans({ run })).toEqual([['anonymous', ['Read: in_progress', 'Write: pending']]])
  })

  test.each<[string, unknown, string]>([
    ['no params', undefined, 'params'],
    ['no list', { merge: true }, 'params.todos'],
    ['a list of nothing', { todos: [5] }, 'params.todos[0]'],
  ])('%s: a problem, an error for the agent, and the list stays', async (_, params, path) => {
    const { run, wire } = await openOnWire()
    wire.send({ method: 'cursor/update_todos', params: { todos: list } })
    wire.send({ id: 1, method: 'cursor/update_todos', params })
    expect(await wire.receives()).toMatchObject({ id: 1, error: { code: -32602 } })
    expect(run.eventsOf('problem-found').map(({ problem }) => problem.path)).toEqual([path])
    expect(shownPlans({ run })).toEqual([['anonymous', ['Read: in_progress', 'Write: pending']]])
  })
})

describe('questions', () => {
  const params = {
    toolCallId: 'q',
    title: 'Need input',
    questions: [
      {
        id: 'mode',
        prompt: 'Which mode?',
        options: [
          { id: 'a', label: 'Agent' },
          { id: 'p', label: 'Plan' },
        ],
      },
      {
        id: 'parts',
        prompt: 'Which parts?',
        allowMultiple: true,
        options: [{ id: 'x' }, { id: 'y', label: 'Why' }],
      },
    ],
  }

  test('are a form, answered by the ids of the chosen options', async () => {
    const { run, wire } = await openOnWire()
    wire.send({ id: 1, method: 'cursor/ask_question', params })
    const { request } = await run.event('elicitation-asked')
    expect(request).toMatchObject({
      sessionId: 's1',
      message: 'Need input',
      mode: {
        fields: [
          {
            name: 'mode',
            title: 'Which mode?',
            type: 'choice',
            choices: [{ value: 'a', title: 'Agent' }, { value: 'p' }],
          },
          { name: 'parts', type: 'choices', minItems: 1, choices: [{ title: 'x' }, { title: 'Why' }] },
        ],
      },
    })
    run.agent.order({
      type: 'answer-elicitation',
      key: request.key,
      answer: { type: 'accepted', content: { mode: 'p', parts: ['x', 'y'] } },
    })
    expect((await wire.receives()).result).toEqual(
      outcome({
        outcome: 'answered',
        answers: [
          { questionId: 'mode', selectedOptionIds: ['p'] },
          { questionId: 'parts', selectedOptionIds: ['x', 'y'] },
        ],
      }),
    )
  })

  test('are skipped, and cancelled', async () => {
    const { run, wire } = await openOnWire()
    wire.send({ id: 1, method: 'cursor/ask_question', params })
    run.agent.order({
      type: 'answer-elicitation',
      key: (await run.event('elicitation-asked')).request.key,
      answer: { type: 'declined', by: 'user' },
    })
    expect((await wire.receives()).result).toEqual(outcome({ outcome: 'skipped' }))
    wire.send({ id: 2, method: 'cursor/ask_question', params })
    await run.until((state) => state.elicitations.length === 1)
    wire.send({ method: '$/cancel_request', params: { requestId: 2 } })
    expect((await wire.receives()).result).toEqual(outcome({ outcome: 'cancelled' }))
    const bare = await openOnWire({ canAsk: false })
    bare.wire.send({ id: 1, method: 'cursor/ask_question', params })
    expect((await bare.wire.receives()).result).toEqual(outcome({ outcome: 'skipped' }))
  })

  test.each<[string, unknown, string]>([
    ['no params', null, 'params'],
    ['no questions', { toolCallId: 'q' }, 'params.questions'],
    ['an empty list', { questions: [] }, 'params.questions'],
    [
      'a question without an id',
      { questions: [{ prompt: 'x', options: [{ id: 'a' }] }] },
      'params.questions[0].id',
    ],
    ['a question without options', { questions: [{ id: 'x', prompt: 'x' }] }, 'params.questions[0].options'],
  ])('%s: a problem, and cancelled', async (_, bad, path) => {
    const { run, wire } = await openOnWire()
    wire.send({ id: 1, method: 'cursor/ask_question', params: bad })
    expect((await wire.receives()).result).toEqual(outcome({ outcome: 'cancelled' }))
    expect(run.eventsOf('problem-found').map(({ problem }) => problem.path)).toEqual([path])
  })

  test('a malformed one is left out, the others are asked', async () => {
    const { run, wire } = await openOnWire()
    const [mode] = params.questions
    wire.send({
      id: 1,
      method: 'cursor/ask_question',
      params: { questions: [mode, mode, 5, { ...mode, id: 8 }] },
    })
    const { request } = await run.event('elicitation-asked')
    expect(request).toMatchObject({
      message: 'The agent has a question',
      mode: { fields: [{ name: 'mode' }, { name: '8' }] },
    })
    expect(run.eventsOf('problem-found').map(({ problem }) => problem.path)).toEqual([
      'params.questions[1].id',
      'params.questions[2]',
    ])
  })
})
