import { describe, expect, test } from 'vitest'
import { wentOnWords } from '../../../src/app/words/question.ts'
import type { Session } from '../../../src/app/state/session.ts'
import { Exchange, initialize, greeting, prompt, type Json } from './exchange.ts'

const modes = {
  currentModeId: 'plan',
  availableModes: [
    { id: 'default', name: 'Default' },
    { id: 'plan', name: 'Plan' },
  ],
}

/** A session in plan mode, whose turn has begun. */
function planning(words = 'Plan it'): Exchange {
  return new Exchange()
    .client(initialize)
    .agent(greeting)
    .client({ id: 1, method: 'session/new', params: {} })
    .agent({ id: 1, result: { sessionId: 's', modes } })
    .client(prompt(2, 's', words))
}

const update = (given: Json): Json => ({
  method: 'session/update',
  params: { sessionId: 's', update: given },
})
const left = update({ sessionUpdate: 'current_mode_update', currentModeId: 'default' })
const plan = '# Ship it\n\n1. Test\n2. Tag'
const written = update({
  sessionUpdate: 'tool_call',
  toolCallId: 'w',
  title: 'local://ship-plan.md',
  kind: 'edit',
  rawInput: { path: 'local://ship-plan.md', content: plan },
})
const ask = (message: string): Json => ({
  id: 7,
  method: 'elicitation/create',
  params: {
    mode: 'form',
    sessionId: 's',
    message,
    requestedSchema: {
      type: 'object',
      properties: { value: { type: 'string', enum: ['Approve', 'Refine'] } },
    },
  },
})
const answer = (action: string, value?: string): Json => ({
  id: 7,
  result: { action, ...(value === undefined ? {} : { content: { value } }) },
})

function sessionOf({ state }: Exchange): Session {
  const session = state.sessions.get('s')
  if (session === undefined) throw new Error('a session was expected')
  return session
}

function marksOf({ state }: Exchange): unknown {
  return state.history.marks.get('s')?.items.map(({ type, by, words }) => ({ type, by, words }))
}

describe('an agent that leaves its planning mode', () => {
  test('without having asked is said to have gone on: in words, and by a mark', () => {
    const exchange = planning().agent(left)
    const { wentOn } = sessionOf(exchange)
    expect(wentOn).toMatchObject({ planKey: null, left: { from: 'Plan', to: 'Default' } })
    const words = 'the agent went on without asking: it left “Plan” for “Default”'
    expect(wentOn === null ? null : wentOnWords(wentOn)).toBe(words)
    expect(exchange.state.remark?.text).toBe(`T${words.slice(1)}.`)
    expect(marksOf(exchange)).toContainEqual({ type: 'went-on', words: 'Plan to Default' })
  })

  test('is said to have gone on where the mode is an option that it turns off, too', () => {
    const option = { id: 'p', name: 'Plan Mode', type: 'boolean' }
    const told = (currentValue: boolean): Json =>
      update({ sessionUpdate: 'config_option_update', configOptions: [{ ...option, currentValue }] })
    const exchange = planning('Plan it')
      .agent(left)
      .client(prompt(3, 's', 'go'))
      .agent(told(true))
      .agent(told(false))
    expect(sessionOf(exchange).wentOn?.left).toEqual({ from: 'Plan Mode', to: 'off' })
  })

  test('after its plan was refused is said so, too', () => {
    const exchange = planning()
      .agent(ask(`Approve plan?\n\n${plan}`))
      .client(answer('decline'))
      .agent(left)
    expect(sessionOf(exchange).proposal?.outcome).toMatchObject({ kind: 'rejected', by: 'client' })
    expect(sessionOf(exchange).wentOn).not.toBeNull()
  })

  test('with a plan that nobody has decided about has approved it itself', () => {
    const block = '<proposed_plan>\n# Ship it\n</proposed_plan>\n'
    const said = update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: block } })
    const { proposal, wentOn } = sessionOf(planning().agent(said).agent(left))
    expect(proposal?.outcome).toMatchObject({ kind: 'approved', by: 'agent' })
    expect(wentOn?.planKey).toBe(proposal?.planKey)
  })

  test.each<[string, () => Exchange]>([
    [
      'its plan was approved',
      () =>
        planning()
          .agent(ask(`Approve plan?\n\n${plan}`))
          .client(answer('accept', 'Approve'))
          .agent(left),
    ],
    [
      'a form was filled in, which may have been about that',
      () => planning().agent(ask('How to go on?')).client(answer('accept', 'Approve')).agent(left),
    ],
    [
      'the client has set the mode',
      () =>
        planning()
          .client({ id: 3, method: 'session/set_mode', params: { sessionId: 's', modeId: 'default' } })
          .agent(left),
    ],
    ['the prompt was a command', () => planning('/plan off').agent(left)],
    [
      'no turn runs',
      () =>
        planning()
          .agent({ id: 2, result: { stopReason: 'end_turn' } })
          .agent(left),
    ],
  ])('is not, when %s', (_, exchange) => {
    expect(sessionOf(exchange()).wentOn).toBeNull()
  })
})

describe('the mode after a plan was approved in a planning mode', () => {
  const options = [
    { optionId: 'plan_approve', name: 'Approve', kind: 'allow_once' },
    { optionId: 'plan_revise', name: 'Revise', kind: 'reject_once' },
    { optionId: 'plan_reject_and_exit', name: 'Reject and Exit', kind: 'reject_once' },
  ]
  const content = [{ type: 'content', content: { type: 'text', text: plan } }]
  const toolCall = { toolCallId: 'c', title: 'ExitPlanMode', content }
  const answered = (optionId: string): Exchange =>
    planning()
      .agent({ id: 8, method: 'session/request_permission', params: { sessionId: 's', toolCall, options } })
      .client({ id: 8, result: { outcome: { outcome: 'selected', optionId } } })
      .agent(update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' }))
  const said = update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'On it.' } })
  const call = update({ sessionUpdate: 'tool_call', toolCallId: 'd', title: 'Edit', kind: 'edit' })
  const entries = [{ content: 'Test', priority: 'medium', status: 'pending' }]
  const ended: Json = { id: 2, result: { stopReason: 'end_turn' } }

  test.each<[string, Exchange, boolean | undefined]>([
    ['is open until the agent goes on', answered('plan_approve'), false],
    ['is not told when it says something', answered('plan_approve').agent(said), true],
    ['is not told when it begins a call', answered('plan_approve').agent(call), true],
    [
      'is not told when it sends a plan',
      answered('plan_approve').agent(update({ sessionUpdate: 'plan', entries })),
      true,
    ],
    ['is not told when the turn ends', answered('plan_approve').agent(ended), true],
    ['is not told after a rejection that leaves it', answered('plan_reject_and_exit').agent(ended), true],
    ['is told when it sends one', answered('plan_approve').agent(left).agent(said), undefined],
    ['is told when it sends one late', answered('plan_approve').agent(said).agent(left), undefined],
    [
      'is told when it stays in it',
      answered('plan_approve')
        .agent(said)
        .agent(update({ sessionUpdate: 'current_mode_update', currentModeId: 'plan' })),
      undefined,
    ],
    ['is as told after a rejection', answered('plan_revise').agent(said), undefined],
  ])('%s', (...[, exchange, hasGoneOn]) => {
    expect(sessionOf(exchange).untoldMode?.hasGoneOn).toBe(hasGoneOn)
  })
})

test('what a command prints or a file holds says nothing of the agent’s own plan', () => {
  const text = `## Plan (auto-approved, not user-reviewed):\n\n${plan}`
  const content = [{ type: 'content', content: { type: 'text', text } }]
  const read = update({
    sessionUpdate: 'tool_call',
    toolCallId: 'r',
    kind: 'read',
    status: 'completed',
    content,
  })
  expect(sessionOf(planning().agent(read))).toMatchObject({ proposal: null, wentOn: null })
})

test('kimi says itself that nobody has reviewed its plan: the plan is shown, as approved by the agent', () => {
  const text = `## Plan (auto-approved, not user-reviewed):\n\n${plan}`
  const done = update({
    sessionUpdate: 'tool_call_update',
    toolCallId: 'e',
    status: 'completed',
    content: [{ type: 'content', content: { type: 'text', text } }],
  })
  const exchange = planning().agent(done, done)
  const { proposal, plans, wentOn } = sessionOf(exchange)
  expect(proposal).toMatchObject({ callId: 'e', revision: 1, outcome: { kind: 'approved', by: 'agent' } })
  expect([...plans.values()].map(({ body }) => (body.type === 'markdown' ? body.text : body.type))).toEqual([
    plan,
  ])
  expect(wentOn === null ? null : wentOnWords(wentOn)).toBe(
    'the agent approved its plan itself, without asking',
  )
  expect(marksOf(exchange)).toContainEqual({ type: 'approved', by: 'agent', words: '' })
})

describe('a form with the beginning of a plan', () => {
  const cut = ask('Approve plan?\n\n# Ship it\n…')
  const textOf = (exchange: Exchange): unknown => exchange.state.permissions[0]?.plan

  test('asks about the whole text, which a call has written before', () => {
    const exchange = planning().agent(written, cut)
    expect(textOf(exchange)).toEqual({ type: 'markdown', text: plan })
    expect(exchange.state.permissions[0]?.isPlanCut).toBeUndefined()
    expect(sessionOf(exchange).proposal?.outcome).toBeNull()
  })

  test.each<[string, Json]>([
    ['nothing was written', update({ sessionUpdate: 'plan', entries: [] })],
    [
      'it was written another way',
      update({ sessionUpdate: 'tool_call', toolCallId: 'w', title: 'x', rawInput: { content: '# Else' } }),
    ],
    [
      'a part was changed since',
      update({
        sessionUpdate: 'tool_call',
        toolCallId: 'e',
        title: 'x',
        kind: 'edit',
        rawInput: { path: 'local://ship-plan.md', edit: 'Tag' },
      }),
    ],
  ])('says that it is cut where %s', (name, before) => {
    const exchange =
      name === 'a part was changed since'
        ? planning().agent(written, before, cut)
        : planning().agent(before, cut)
    expect(textOf(exchange)).toEqual({ type: 'markdown', text: '# Ship it' })
    expect(exchange.state.permissions[0]?.isPlanCut).toBe(true)
  })
})
