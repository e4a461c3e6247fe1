import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { Session } from '../../../src/app/state/session.ts'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'
import { asked as permissionAsked, describedAs } from '../../support/app-states.ts'
import { answered, ended, items, plansOf, said, sent, session, sessionId, updated } from '../events.ts'

/** The events of updates as agents send them. */
function frames(...updates: readonly object[]): readonly AppEvent[] {
  return updates.flatMap((update) =>
    readSessionUpdate({ sessionId, update }).events.map((event) => updated(event)),
  )
}

interface Step {
  readonly content: string
  readonly status: string
}

function plan(...entries: readonly Step[]): object {
  return { sessionUpdate: 'plan', entries: entries.map((entry) => ({ ...entry, priority: 'medium' })) }
}

const step = (content: string, status = 'pending'): Step => ({ content, status })

/** The steps of the plan without an id, with what is told of them. */
function stepsOf({ plans }: Session, key = 'anonymous'): readonly string[] {
  const body = plans.get(key)?.body
  if (body?.type !== 'items') return []
  return body.entries.map(({ content, status, told }) => {
    const facts = [told?.group, told?.reason, told?.sentStatus].filter((fact) => fact !== undefined)
    return `${status} ${content}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`
  })
}

describe('a call that fails later', () => {
  const created = (id: string, subject: string): object => ({
    sessionUpdate: 'tool_call_update',
    toolCallId: `create-${id}`,
    title: 'TaskCreate',
    status: 'completed',
    rawOutput: { task: { id, subject } },
  })
  const changed = (toolCallId: string, taskId: string, status: string): object => ({
    sessionUpdate: 'tool_call',
    toolCallId,
    title: 'TaskUpdate',
    status: 'pending',
    rawInput: { taskId, status },
  })
  const ended = (toolCallId: string, status: string): object => ({
    sessionUpdate: 'tool_call_update',
    toolCallId,
    status,
  })
  const tasks = [created('1', 'Read'), created('2', 'Write')]
  const inferred = (...updates: readonly object[]): readonly string[] =>
    stepsOf(session(...frames(...tasks, ...updates)), 'inferred')

  test('has changed nothing', () => {
    expect(inferred(changed('a', '1', 'completed'))).toEqual(['completed Read', 'pending Write'])
    expect(inferred(changed('a', '1', 'completed'), ended('a', 'failed'))).toEqual([
      'pending Read',
      'pending Write',
    ])
  })

  test('takes back what it has changed in a list that another call gave', () => {
    const list = [step('Read'), step('Write')].map((todo, at) => ({ ...todo, id: String(at + 1) }))
    const given = { ...created('1', ''), rawOutput: { todos: list } }
    const both = [changed('a', '1', 'completed'), changed('b', '2', 'in_progress')]
    const failed = [ended('a', 'failed'), ended('b', 'failed')]
    const now = session(...frames(given, ...both, ...failed))
    expect(stepsOf(now, 'inferred')).toEqual(['pending Read', 'pending Write'])
  })

  test('answers with a list that does not know of the calls begun after it', () => {
    const answer = (id: string, ...states: readonly string[]): object => {
      const todos = states.map((status, at) => ({ id: String(at + 1), content: `T${at}`, status }))
      return { ...ended(id, 'completed'), _meta: { 'codebuddy.ai/rawResponse': { todos } } }
    }
    const begun = [changed('a', '1', 'completed'), changed('b', '2', 'in_progress')]
    const first = answer('a', 'completed', 'pending')
    expect(inferred(...begun, first)).toEqual(['completed T0', 'in_progress T1'])
    const second = answer('b', 'completed', 'completed')
    // Also where a call that was begun before never ends.
    for (const answers of [[first, second], [second]])
      expect(inferred(...begun, ...answers)).toEqual(['completed T0', 'completed T1'])
  })

  test('takes back its own change only, also beside others', () => {
    const both = [changed('a', '1', 'completed'), changed('b', '2', 'in_progress')]
    expect(inferred(...both, ended('a', 'failed'))).toEqual(['pending Read', 'in_progress Write'])
    expect(inferred(...both, ended('b', 'failed'), ended('a', 'completed'))).toEqual([
      'completed Read',
      'pending Write',
    ])
    expect(inferred(...both, ended('a', 'failed'), ended('b', 'failed'))).toEqual([
      'pending Read',
      'pending Write',
    ])
  })

  test('takes back nothing when it had ended before', () => {
    const over = [changed('a', '1', 'completed'), ended('a', 'completed')]
    expect(inferred(...over, ended('a', 'failed'))).toEqual(['completed Read', 'pending Write'])
  })

  test('with a whole list has given none', () => {
    const list = { sessionUpdate: 'tool_call', toolCallId: 'a', title: 'todowrite', status: 'in_progress' }
    const rawInput = { todos: [step('One')] }
    expect(session(...frames({ ...list, rawInput })).plans.size).toBe(1)
    expect(session(...frames({ ...list, rawInput }, ended('a', 'failed'))).plans.size).toBe(0)
  })
})

describe('Oh My Pi', () => {
  let calls = 0
  /** A call of its tool: the plan comes when it is complete, with fewer words. */
  function todo(
    ...phases: readonly { readonly name: string; readonly tasks: readonly object[] }[]
  ): readonly object[] {
    const toolCallId = `call-${++calls}`
    return [
      {
        sessionUpdate: 'tool_call',
        toolCallId,
        title: 'todo',
        kind: 'think',
        status: 'pending',
        rawInput: { op: 'done' },
      },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId,
        status: 'completed',
        rawOutput: { details: { phases } },
      },
    ]
  }
  const blocked = { ...step('Release', 'blocked'), blocker: 'needs a key' }
  const first = [
    ...todo(
      { name: 'Prepare', tasks: [step('Read', 'completed')] },
      { name: 'Build', tasks: [step('Split', 'in_progress'), blocked, step('Rename', 'abandoned')] },
    ),
    plan(
      step('Read', 'completed'),
      step('Split', 'in_progress'),
      step('Release'),
      step('Rename', 'completed'),
    ),
  ]
  const shown = [
    'completed Read (Prepare)',
    'in_progress Split (Build)',
    'blocked Release (Build, needs a key, pending)',
    'abandoned Rename (Build, completed)',
  ]

  test('statuses, blockers and phases are those of the call', () => {
    const now = session(...frames(...first))
    expect(stepsOf(now)).toEqual(shown)
    expect(now.plans.get('anonymous')?.body).toMatchObject({ counts: { completed: 1, cancelled: 1 } })
  })

  test('the reminder with the open steps drops nothing, and is no revision', () => {
    const now = session(...frames(...first, plan(step('Split', 'in_progress'), step('Release'))))
    expect(stepsOf(now)).toEqual(shown)
    expect(now.plans.get('anonymous')).toMatchObject({ revision: 2, body: { dropped: [] } })
  })

  test('the next call may drop finished steps', () => {
    const next = [
      ...todo({ name: 'Build', tasks: [step('Split'), step('Release')] }),
      plan(step('Split'), step('Release')),
    ]
    expect(stepsOf(session(...frames(...first, ...next)))).toEqual([
      'pending Split (Build)',
      'pending Release (Build)',
    ])
  })

  test('the empty plan after the last step drops nothing; an empty plan before is a cleared one', () => {
    const over = [
      ...todo({ name: 'All', tasks: [step('Read', 'completed')] }),
      plan(step('Read', 'completed')),
    ]
    expect(stepsOf(session(...frames(...over, plan())))).toEqual(['completed Read (All)'])
    expect(session(...frames(...first, plan())).plans.get('anonymous')).toMatchObject({ isCleared: true })
  })
})

describe('Grok', () => {
  const grok = describedAs({ name: 'grok', title: 'Grok Build' })
  const meta = { 'x.ai/tool': { version: 1, name: 'todo_write', kind: 'plan' } }
  let calls = 0
  /** A call of its tool: it merges, which only its second update says; its answer is the whole list, and a plan follows. */
  function todoWrite(todos: readonly object[], list: readonly Step[]): readonly object[] {
    const toolCallId = `grok-${++calls}`
    const update = { sessionUpdate: 'tool_call_update', toolCallId }
    const whole = { summary_for_prompt: '', todos: list, state: {} }
    return [
      { ...update, sessionUpdate: 'tool_call', title: 'todo_write', rawInput: { todos }, _meta: meta },
      {
        ...update,
        title: 'Updating plan',
        rawInput: { variant: 'TodoWrite', merge: true, todos },
        _meta: meta,
      },
      { ...update, status: 'completed', rawOutput: { type: 'Todo', TodosUpdated: whole } },
    ]
  }
  const isStep = (id: string, content: string | null, status: string): object =>
    content === null ? { id, status } : { id, content, status }
  const first = todoWrite(
    [isStep('1', 'Read', 'in_progress'), isStep('2', 'Ask', 'pending')],
    [step('Read', 'in_progress'), step('Ask')],
  )

  test('a call that merges, and does not say so at first, doubles no step', () => {
    expect(stepsOf(session(...frames(...first)), 'inferred')).toEqual(['in_progress Read', 'pending Ask'])
    const next = todoWrite([isStep('1', null, 'completed')], [step('Read', 'completed'), step('Ask')])
    expect(stepsOf(session(...frames(...first, ...next)), 'inferred')).toEqual([
      'completed Read',
      'pending Ask',
    ])
  })

  test('a call changes nothing of the plan that is sent, since that is sent again', () => {
    const next = todoWrite([isStep('1', null, 'completed')], [])
    const now = session(
      ...frames(...first, plan(step('Read', 'in_progress'), step('Ask')), ...next.slice(0, 2)),
    )
    expect(stepsOf(now)).toEqual(['in_progress Read', 'pending Ask'])
  })

  test('a cancelled step is sent as completed', () => {
    const call = todoWrite(
      [isStep('2', null, 'cancelled')],
      [step('Read', 'in_progress'), step('Ask', 'cancelled')],
    )
    const sentPlan = plan(step('Read', 'in_progress'), { ...step('Ask', 'completed') })
    expect(stepsOf(session(...frames(...first, ...call, sentPlan)))).toEqual([
      'in_progress Read',
      'cancelled Ask (completed)',
    ])
  })

  const called = [...first, plan(step('Read', 'in_progress'), step('Ask'))]
  const closed = plan(step('Read', 'completed'), step('Ask'))

  test('the plan at the end of a turn completes no step that the last call has in progress', () => {
    const now = session(grok, ...frames(...called, closed))
    expect(stepsOf(now)).toEqual(['in_progress Read (completed)', 'pending Ask'])
    expect(stepsOf(session(grok, ...frames(...called, closed, closed)))).toEqual(stepsOf(now))
  })

  test('a call completes it, another list is as it is sent, and so is the list of another agent', () => {
    const done = todoWrite([isStep('1', null, 'completed')], [step('Read', 'completed'), step('Ask')])
    expect(stepsOf(session(grok, ...frames(...called, closed, ...done, closed)))).toEqual([
      'completed Read',
      'pending Ask',
    ])
    const longer = plan(step('Read', 'completed'), step('Ask'), step('Write'))
    expect(stepsOf(session(grok, ...frames(...called, longer)))[0]).toBe('completed Read')
    expect(stepsOf(session(...frames(...called, closed)))[0]).toBe('completed Read')
  })
})

test('opencode 1.1: the plan of a call comes before the call is complete', () => {
  const todos = [step('Read', 'completed'), step('Ask', 'cancelled')]
  const call = { toolCallId: 'c', title: 'todowrite', kind: 'other' }
  const before = frames(
    { ...call, sessionUpdate: 'tool_call', status: 'pending', rawInput: {} },
    { ...call, sessionUpdate: 'tool_call_update', status: 'in_progress', rawInput: { todos } },
    plan(step('Read', 'completed'), step('Ask', 'completed')),
  )
  const expected = ['completed Read', 'cancelled Ask (completed)']
  expect(stepsOf(session(...before))).toEqual(expected)
  const complete = { ...call, sessionUpdate: 'tool_call_update', status: 'completed', title: '1 todos' }
  expect(stepsOf(session(...before, ...frames({ ...complete, rawOutput: { metadata: { todos } } })))).toEqual(
    expected,
  )
})

test('a call whose list is only in its output, after the plan: the revision is corrected', () => {
  const call = { toolCallId: 'c', title: 'todo' }
  const now = session(
    ...frames(
      { ...call, sessionUpdate: 'tool_call', status: 'in_progress' },
      plan(step('Read'), step('Ask')),
      {
        ...call,
        sessionUpdate: 'tool_call_update',
        status: 'completed',
        rawOutput: { todos: [step('Read'), step('Ask', 'blocked')] },
      },
    ),
  )
  expect(stepsOf(now)).toEqual(['pending Read', 'blocked Ask (pending)'])
  expect(now.plans.get('anonymous')).toMatchObject({ revision: 1 })
})

test('a call that failed says nothing of the plan', () => {
  const call = { toolCallId: 'c', title: 'todo' }
  const now = session(
    ...frames(
      {
        ...call,
        sessionUpdate: 'tool_call',
        status: 'in_progress',
        rawInput: { todos: [step('Read', 'cancelled')] },
      },
      { ...call, sessionUpdate: 'tool_call_update', status: 'failed' },
      plan(step('Read')),
    ),
  )
  expect(stepsOf(now)).toEqual(['pending Read'])
})

test('Hermes, whose calls are not seen: a mark in front of the words', () => {
  expect(stepsOf(session(...frames(plan(step('[cancelled] Ask', 'completed')))))).toEqual([
    'cancelled Ask (completed)',
  ])
})

test('Cursor and others: names of an enumeration, and words that plans do not have', () => {
  const rawInput = {
    _toolName: 'updateTodos',
    todos: [step('Read', 'TODO_STATUS_CANCELLED'), step('Ask', 'TODO_STATUS_BLOCKED')],
  }
  const now = session(
    ...frames({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Update TODOs', rawInput }),
  )
  expect(stepsOf(now, 'inferred')).toEqual(['cancelled Read', 'blocked Ask'])
})

describe('a list that is asked about', () => {
  const todos = (...list: readonly Step[]) => ({
    sessionUpdate: 'tool_call',
    toolCallId: 'c',
    title: 'Planning tasks',
    status: 'pending',
    input: { todos: list },
  })
  const asked = permissionAsked(3, {
    key: 1,
    sessionId,
    title: 'Planning tasks',
    callId: 'c',
    toolKind: 'think',
    options: [
      { id: 'yes', name: 'Allow once', kind: 'allow_once' },
      { id: 'no', name: 'Reject', kind: 'reject_once' },
    ],
    plan: null,
    todoList: items('A', 'B').entries,
  })
  const before = [sent(), ...frames({ ...todos(step('A')), toolCallId: 'b', status: 'completed' })]
  const call = frames(todos(step('A'), step('B')))

  test('waits for the question, and is proposed until the answer', () => {
    expect(plansOf(session(...before, ...call))).toEqual({ inferred: '1: pending A' })
    const open = session(...before, ...call, asked)
    expect(plansOf(open)).toEqual({ inferred: '2: pending A, pending B' })
    expect(open.plans.get('inferred')?.name.dialect).toBe('proposed')
    const approved = session(...before, ...call, asked, answered('yes'))
    expect(plansOf(approved)).toEqual({ inferred: '2: pending A, pending B' })
    expect(approved.plans.get('inferred')?.name.dialect).toBe('inferred')
    expect(approved.proposedTodos).toBeNull()
  })

  test.each([['no'], [null]])('is taken back with the answer %s', (option) => {
    const now = session(...before, ...call, asked, answered(option))
    expect(plansOf(now)).toEqual({ inferred: '1: pending A' })
    expect(now.plans.get('inferred')?.name.dialect).toBe('inferred')
  })

  test('the first one is gone when it is rejected', () => {
    expect(plansOf(session(sent(), ...call, asked, answered('no')))).toEqual({})
  })

  test('is shown if the call is only in the question', () => {
    expect(plansOf(session(...before, asked))).toEqual({ inferred: '2: pending A, pending B' })
    expect(plansOf(session(...before, asked, answered('no')))).toEqual({ inferred: '1: pending A' })
  })

  test.each([
    [
      'the call goes on',
      frames({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'in_progress' }),
    ],
    ['the agent goes on', [said('I have a plan.')]],
    ['the next list comes', frames({ ...todos(step('A'), step('B')), toolCallId: 'd', status: 'completed' })],
    ['the turn ends', [ended(5)]],
  ])('is shown without a question once %s', (_name, events) => {
    expect(plansOf(session(...before, ...call, ...events))).toEqual({ inferred: '2: pending A, pending B' })
  })
})
