import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unseenIn } from '../../../src/app/proposals/match-proposal.ts'
import { type PermissionRequest, detailText } from '../../../src/app/state/permission.ts'
import { shownPlans } from '../../recordings/read-recording.ts'
import { Exchange, greeted, initialize, opened, type Json } from './exchange.ts'

const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]
const plan = '# Split the tokenizer\n\n1. Read `parser.ts`\n2. Add tests'
const content = (text: string): readonly Json[] => [{ type: 'content', content: { type: 'text', text } }]
const diff = (newText: string): Json => ({ type: 'diff', path: '/a.ts', oldText: 'a', newText })

const call = (fields: Json = {}): Json => updateOf('tool_call', fields)
const update = (fields: Json): Json => updateOf('tool_call_update', fields)
const asks = (toolCall: Json, id = 'q'): Json => ({
  id,
  method: 'session/request_permission',
  params: { sessionId: 's', toolCall: { toolCallId: 'c', ...toolCall }, options },
})

function updateOf(sessionUpdate: string, fields: Json): Json {
  const params = { sessionId: 's', update: { sessionUpdate, toolCallId: 'c', ...fields } }
  return { method: 'session/update', params }
}

function asksInVersion2(title: string, subject: Json | null, more: Json = {}): Json {
  const params = { sessionId: 's', title, options, ...more, ...(subject === null ? {} : { subject }) }
  return { id: 'q', method: 'session/request_permission', params }
}

function inVersion2(): Exchange {
  const exchange = new Exchange()
  exchange.client(initialize).agent({ id: 0, result: { protocolVersion: 2 } })
  return exchange.client({ id: 1, method: 'session/new' }).agent(opened(1, 's'))
}

/** The open question. */
function asked({ state }: Exchange): PermissionRequest {
  const [request] = state.permissions
  if (request === undefined) throw new Error('a question was expected')
  return request
}

interface Shown {
  readonly title: string
  readonly kind: string | null
  readonly detail: string
  readonly plan: string | null
}

function shown(exchange: Exchange): Shown {
  const { title, toolKind: kind, detail, plan: asksFor } = asked(exchange)
  const text = asksFor?.type === 'markdown' ? asksFor.text : (asksFor?.uri ?? null)
  return { title, kind, detail: detailText(detail), plan: text }
}

const callOfOther: Json = { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Theirs', kind: 'read' }

const bare: Shown = { title: '', kind: null, detail: '', plan: null }

describe('what is asked is read from the call and its request', () => {
  test.each<readonly [string, readonly Json[], Shown]>([
    [
      'the example of the specification: only the id',
      [call({ title: 'Run the tests', kind: 'execute', rawInput: { command: 'npm test' } }), asks({})],
      { ...bare, title: 'Run the tests', kind: 'execute', detail: '$ npm test' },
    ],
    [
      'a plan in the call',
      [call({ title: 'Ready to code?', kind: 'switch_mode', rawInput: { plan } }), asks({})],
      { ...bare, title: 'Ready to code?', kind: 'switch_mode', plan },
    ],
    [
      'a plan that an update brings',
      [
        call({ title: 'exit_plan_mode', kind: 'switch_mode' }),
        update({ title: 'Ready to code?', content: content(plan), kind: null }),
        asks({}),
      ],
      { ...bare, title: 'Ready to code?', kind: 'switch_mode', plan },
    ],
    [
      'Cline: an update begins the call',
      [update({ title: 'Edit', kind: 'edit' }), asks({})],
      { ...bare, title: 'Edit', kind: 'edit' },
    ],
    [
      'kimi: a bare title and the words, the kind only before',
      [
        call({ title: 'Bash', kind: 'execute', content: content('{"command":"ls"}') }),
        asks({ title: 'Bash', content: content('Run `ls`?') }),
      ],
      { ...bare, title: 'Bash', kind: 'execute', detail: 'Run `ls`?' },
    ],
    [
      'Copilot: a general title, input of another shape, the diff only before',
      [
        call({
          title: 'Editing a.ts',
          kind: 'edit',
          rawInput: { path: '/a.ts', old_str: 'a', new_str: 'b' },
          content: [diff('b')],
        }),
        asks({ title: 'Edit file', rawInput: { fileName: '/a.ts', diff: '…' } }),
      ],
      { ...bare, title: 'Edit file', kind: 'edit', detail: '/a.ts\n- a\n+ b' },
    ],
    [
      'gemini: a call that was not announced, all in the request',
      [asks({ title: 'Write a.ts', kind: 'edit', content: [diff('b')] })],
      { ...bare, title: 'Write a.ts', kind: 'edit', detail: '/a.ts\n- a\n+ b' },
    ],
    [
      'Devin: the id, and the command beside the call',
      [
        call({ title: 'Terminal', kind: 'execute' }),
        asks({ _meta: { 'cognition.ai/editableCommand': 'rm -rf build' } }),
      ],
      { ...bare, title: 'Terminal', kind: 'execute', detail: '$ rm -rf build' },
    ],
    [
      'an id that nothing was sent of',
      [asks({})],
      { ...bare, title: 'Permission for c, a call that was not announced' },
    ],
    [
      'the same with a kind',
      [asks({ kind: 'edit' })],
      { ...bare, title: 'edit for c, a call that was not announced', kind: 'edit' },
    ],
    [
      'a call of another session is another call',
      [{ method: 'session/update', params: { sessionId: 't', update: callOfOther } }, asks({})],
      { ...bare, title: 'Permission for c, a call that was not announced' },
    ],
  ])('%s', (_, messages, expected) => {
    const exchange = greeted().agent(...messages)
    expect(shown(exchange)).toEqual(expected)
    expect(exchange.state.problems.items).toEqual([])
  })

  test.each<readonly [string, readonly Json[], Shown]>([
    [
      'its title and description, and its call by the id',
      [
        update({ title: 'Edit a.ts', kind: 'edit', content: [diff('b')] }),
        asksInVersion2(
          'May I?',
          { type: 'tool_call', toolCall: { toolCallId: 'c' } },
          { description: 'Why.' },
        ),
      ],
      { ...bare, title: 'May I?', kind: 'edit', detail: 'Why.\n\n/a.ts\n- a\n+ b' },
    ],
    [
      'a plan in pieces of content',
      [
        update({ title: 'Leave', kind: 'switch_mode' }),
        updateOf('tool_call_content_chunk', { content: content(plan)[0] }),
        asksInVersion2('Leave plan mode?', { type: 'tool_call', toolCall: { toolCallId: 'c' } }),
      ],
      { ...bare, title: 'Leave plan mode?', kind: 'switch_mode', plan },
    ],
    [
      'a command as it is, with its folder, beside its call',
      [
        update({ title: 'Shell', kind: 'execute', rawInput: { command: 'rm -rf  build' } }),
        asksInVersion2('Run?', { type: 'command', command: 'rm -rf  build', cwd: '/p', toolCallId: 'c' }),
      ],
      { ...bare, title: 'Run?', kind: 'execute', detail: '$ rm -rf  build\n(in /p)' },
    ],
    [
      'another command than its call',
      [
        update({ rawInput: { command: 'ls' } }),
        asksInVersion2('Run?', { type: 'command', command: 'rm x', cwd: '/p', toolCallId: 'c' }),
      ],
      { ...bare, title: 'Run?', detail: '$ rm x\n(in /p)\n\n$ ls' },
    ],
    [
      'a subject that is not known',
      [asksInVersion2('Spend it?', { type: '_vendor/budget', amount: 3 })],
      { ...bare, title: 'Spend it?' },
    ],
    ['no subject', [asksInVersion2('Go on?', null)], { ...bare, title: 'Go on?' }],
  ])('version 2: %s', (_, messages, expected) => {
    expect(shown(inVersion2().agent(...messages))).toEqual(expected)
  })

  test('the prompt of version 2 does not change the call, the fields of a request do', () => {
    const exchange = inVersion2().agent(
      update({ title: 'Edit a.ts', kind: 'edit' }),
      asksInVersion2('May I?', {
        type: 'tool_call',
        toolCall: { toolCallId: 'c', kind: 'execute', locations: [{ path: '/b' }] },
      }),
    )
    expect(exchange.state.sessions.get('s')?.activity.items).toMatchObject([
      { id: 'c', title: 'Edit a.ts', kind: 'execute', path: '/b' },
    ])
  })

  test('a call that only a request has named begins with what that said of it', () => {
    const exchange = greeted().agent(asks({ title: 'Write a.ts', kind: 'edit' }))
    expect(exchange.state.sessions.get('s')?.activity.items).toEqual([])
    exchange.agent(update({ status: 'completed' }))
    expect(exchange.state.sessions.get('s')?.activity.items).toMatchObject([
      { id: 'c', title: 'Write a.ts', kind: 'edit', status: 'completed' },
    ])
    expect(exchange.state.sessions.get('s')?.counts.toolCalls).toBe(1)
  })
})

describe('what comes of the call while the question is open', () => {
  test('is asked, too', () => {
    const exchange = greeted().agent(asks({}))
    exchange.types()
    exchange.agent(call({ title: 'Edit a.ts', kind: 'edit' }), update({ content: [diff('b')] }))
    expect(exchange.types()).toEqual([
      'session-updated',
      'permission-updated',
      'session-updated',
      'permission-updated',
    ])
    expect(shown(exchange)).toEqual({ ...bare, title: 'Edit a.ts', kind: 'edit', detail: '/a.ts\n- a\n+ b' })
    expect(asked(exchange)).toMatchObject({ key: 1, askedAtMs: 5000 })
  })

  test('says nothing more: nothing is told', () => {
    const exchange = greeted().agent(call({ title: 'Edit' }), asks({}))
    exchange.types()
    exchange.agent(update({ title: 'Edit', status: 'in_progress' }), update({ title: null }))
    expect(exchange.types()).toEqual(['session-updated', 'session-updated'])
  })

  test('brings the plan, which is proposed then, grows, and gets the answer', () => {
    const exchange = greeted().agent(asks({ kind: 'switch_mode' }))
    expect(exchange.state.sessions.get('s')?.proposal).toBeNull()
    exchange.agent(update({ title: 'Ready?', rawInput: { plan: plan.slice(0, 40) } }))
    exchange.agent(update({ rawInput: { plan } }))
    expect(shownPlans(exchange.state)).toEqual([
      { key: 'proposed', title: 'Proposed plan', revision: 1, updates: 2, isCleared: false, content: plan },
    ])
    expect(exchange.state.sessions.get('s')?.proposal).toMatchObject({
      requestKey: 1,
      revision: 1,
      outcome: null,
    })
    exchange.client({ id: 'q', result: { outcome: { outcome: 'selected', optionId: 'yes' } } })
    expect(exchange.state.sessions.get('s')?.proposal?.outcome).toMatchObject({ kind: 'approved' })
  })

  test('brings another text: the plan has one more revision, and is still the one that is asked about', () => {
    const exchange = greeted().agent(asks({ kind: 'switch_mode', rawInput: { plan } }))
    exchange.agent(update({ rawInput: { plan: '# Another\n\nplan' } }))
    expect(shownPlans(exchange.state)).toMatchObject([
      { key: 'proposed', revision: 2, content: '# Another\n\nplan' },
    ])
    expect(asked(exchange).plan).toEqual({ type: 'markdown', text: '# Another\n\nplan' })
  })

  test('is its end: it is told, its result is not what is asked, and the question stays open', () => {
    const exchange = greeted().agent(
      call({ title: 'Leave', kind: 'switch_mode', rawInput: { plan } }),
      asks({}),
    )
    exchange.agent(update({ status: 'failed', title: 'Failed', content: content('it went wrong') }))
    expect(shown(exchange)).toEqual({ ...bare, title: 'Leave', kind: 'switch_mode', plan })
    expect(asked(exchange).callEnd).toBe('failed')
    expect(shownPlans(exchange.state)).toMatchObject([{ content: plan }])
  })

  test('is of all questions about it, of no other call, and of none that was answered', () => {
    const exchange = greeted().agent(asks({}), asks({}, 'r'), asks({ toolCallId: 'd' }, 's'))
    exchange.agent(update({ title: 'Edit' }))
    const titles = (): readonly string[] => exchange.state.permissions.map(({ title }) => title)
    expect(titles()).toEqual(['Edit', 'Edit', 'Permission for d, a call that was not announced'])
    exchange.client({ id: 'q', result: { outcome: { outcome: 'cancelled' } } })
    exchange.types()
    exchange.agent(update({ title: 'Edit it' }))
    expect(exchange.types()).toEqual(['session-updated', 'permission-updated'])
    expect(titles()[0]).toBe('Edit it')
  })

  test('is of the newest questions about it, where an agent asks about one call without end', () => {
    const exchange = greeted()
    for (let at = 0; at < 30; at++) exchange.agent(asks({}, `q${at}`))
    exchange.agent(call({ title: 'Edit' }))
    const followed = exchange.state.permissions.map(({ title }) => title === 'Edit')
    expect(followed).toEqual(Array.from({ length: 30 }, (_, at) => at >= 10))
  })
})

describe('a question of another session', () => {
  test('of a sub-agent, and of a session that was never announced, is that session’s', () => {
    const exchange = greeted().agent({
      method: 'session/update',
      params: {
        sessionId: 's',
        update: { sessionUpdate: 'subagent_update', sessionId: 'child', title: 'Look' },
      },
    })
    const ask = (sessionId: string): Json => {
      const params = { sessionId, toolCall: { toolCallId: 'c' }, options }
      return { id: sessionId, method: 'session/request_permission', params }
    }
    exchange.agent(
      { method: 'session/update', params: { sessionId: 'child', update: callOfOther } },
      ask('child'),
      ask('new'),
    )
    expect(exchange.state.permissions.map(({ sessionId, title }) => [sessionId, title])).toEqual([
      ['child', 'Theirs'],
      ['new', 'Permission for c, a call that was not announced'],
    ])
    expect(exchange.state.sessions.get('new')?.phase).toBe('reported')
  })
})

const piece = updateOf('tool_call_content_chunk', { content: content('piece ')[0] })

describe('what a policy must not allow', () => {
  const shownPlan = { type: 'markdown', planId: 'abc', content: plan }
  const ownPlan = { sessionUpdate: 'plan_update', plan: shownPlan }
  test.each<readonly [string, readonly Json[], string | null]>([
    ['nothing is known', [asks({})], 'action'],
    ['nothing, not even a call', [{ ...asks({}), params: { sessionId: 's', options } }], 'action'],
    ['a kind', [asks({ kind: 'edit' })], null],
    ['a title', [asks({ title: 'Edit' })], null],
    ['a command', [asks({ rawInput: { command: 'ls' } })], null],
    ['to leave plan mode without a plan', [asks({ title: 'Ready?', kind: 'switch_mode' })], 'plan'],
    ['a tool for plans without a plan', [asks({ title: 'exit_plan_mode' })], 'plan'],
    ['words about a plan that did not come', [asks({ title: 'Approve the plan' })], 'plan'],
    ['a plan', [asks({ title: 'Ready?', kind: 'switch_mode', rawInput: { plan } })], null],
    [
      'a plan in more pieces than are kept',
      [call({ kind: 'switch_mode' }), ...Array<Json>(1001).fill(piece), asks({})],
      'plan',
    ],
    ['a plan in the call', [call({ kind: 'switch_mode', rawInput: { plan } }), asks({})], null],
    [
      'a plan that was sent before as its own',
      [
        { method: 'session/update', params: { sessionId: 's', update: ownPlan } },
        asks({ toolCallId: 'review:abc', title: 'Implement this plan?', kind: 'switch_mode' }),
      ],
      null,
    ],
  ])('%s', (_, messages, expected) => {
    const exchange = greeted().agent(...messages)
    const request = asked(exchange)
    expect(unseenIn(exchange.state.sessions.get(request.sessionId), request)).toBe(expected)
  })
})

const fieldNames = ['title', 'kind', 'content', 'rawInput', 'locations', '_meta'] as const
const whole = fc.record(
  {
    title: fc.constantFrom('Edit a.ts', 'exit_plan_mode', 'Ready to code?', ' '),
    kind: fc.constantFrom('edit', 'switch_mode', 'execute'),
    content: fc.constantFrom(content(plan), [diff('b')], [...content('why'), diff('c')], []),
    rawInput: fc.constantFrom({ plan }, { command: 'npm test' }, { path: '/a', text: 'b' }, {}),
    locations: fc.constantFrom([{ path: '/a.md' }], []),
    _meta: fc.constantFrom({ 'cognition.ai/editableCommand': 'ls' }, { other: 1 }),
  },
  { requiredKeys: [] },
)
/** For each field the message that brings its value, and those before it that bring another one. */
const place = fc.record({ in: fc.nat(4), isRepeated: fc.boolean() })
const splits = fc.record(Object.fromEntries(fieldNames.map((name) => [name, place])))

test('however the fields of a call are spread over messages, before and after the request, the same is asked', () => {
  fc.assert(
    fc.property(whole, splits, fc.boolean(), (fields, split, isAnnounced) => {
      const part = (at: number): Json =>
        Object.fromEntries(
          Object.entries(fields).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
            const { in: brought = 0, isRepeated = false } = split[name] ?? {}
            if (brought === at || (isRepeated && at > brought)) return [[name, value]]
            return at < brought && isRepeated ? [[name, null]] : []
          }),
        )
      const expected = greeted().agent(...(isAnnounced ? [call()] : []), asks(fields))
      const exchange = greeted()
      if (isAnnounced) exchange.agent(call(part(0)), update(part(1)), asks(part(2)))
      else exchange.agent(asks({ ...part(0), ...part(1), ...part(2) }))
      exchange.agent(update(part(3)), update(part(4)))
      // An update announces the call, at the latest.
      const announced = isAnnounced ? expected : expected.agent(update({}))
      expect({ ...asked(exchange), askedAtMs: 0 }).toEqual({ ...asked(announced), askedAtMs: 0 })
      const plans = ({ state }: Exchange): unknown => shownPlans(state).map(({ content: text }) => text)
      expect(plans(exchange)).toEqual(plans(announced))
    }),
  )
})
