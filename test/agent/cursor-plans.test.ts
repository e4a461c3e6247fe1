import { describe, expect, test } from 'vitest'
import type { AgentOptions } from '../../src/agent/agent-options.ts'
import type { ReceivedMessage } from './puppet.ts'
import { mostAlone } from '../../src/agent/questions/questions.ts'
import { shownPlans } from './shown-plans.ts'
import { openOnWire, type Wire, type WireRun } from './wire.ts'

const modes = {
  currentModeId: 'agent',
  availableModes: [
    { id: 'agent', name: 'Agent' },
    { id: 'plan', name: 'Plan' },
    { id: 'ask', name: 'Ask' },
  ],
}
const planned = {
  toolCallId: 'call-1',
  name: 'Cache the rates',
  overview: 'Once an hour is enough.',
  plan: '1. Add a cache\n2. Ask it',
  todos: [
    { id: 'a', content: 'Add a cache', status: 'pending' },
    { id: 'b', content: 'Ask it', status: 'TODO_STATUS_PENDING' },
  ],
}

async function openPlanning(
  options: Partial<AgentOptions> = {},
): Promise<{ readonly run: WireRun; readonly wire: Wire; readonly endTurn: (stopReason?: string) => void }> {
  const { run, wire } = await openOnWire({ prompts: ['plan it'], ...options }, undefined, { modes })
  const prompt = await wire.receives()
  wire.update({ sessionUpdate: 'current_mode_update', currentModeId: 'plan' })
  await run.until((state) => state.sessions.get('s1')?.modes?.current === 'plan')
  return { run, wire, endTurn: (stopReason = 'end_turn') => wire.answer(prompt, { stopReason }) }
}

function propose(wire: Wire, params: object = planned, id = 70): void {
  wire.send({ id, method: 'cursor/create_plan', params })
}

const outcome = (inner: object): object => ({ outcome: inner })

describe('a plan to create', () => {
  test('is a proposal, with its to-dos as the checklist', async () => {
    const { run, wire } = await openPlanning()
    propose(wire)
    const { request } = await run.event('permission-asked')
    expect(request).toMatchObject({
      sessionId: 's1',
      title: 'Accept this plan? Cache the rates',
      options: [
        { id: 'reject', name: 'Reject the plan', kind: 'reject_once' },
        { id: 'accept', name: 'Accept the plan', kind: 'allow_once' },
      ],
      plan: { text: '# Cache the rates\n\nOnce an hour is enough.\n\n1. Add a cache\n2. Ask it' },
    })
    expect(shownPlans({ run })).toEqual([
      ['proposed', 'markdown'],
      ['anonymous', ['Add a cache: pending', 'Ask it: pending']],
    ])
    expect(run.state().problemCount).toBe(0)
  })

  test('accepted: the agent leaves plan mode, and is prompted when its turn ends without work', async () => {
    const { run, wire, endTurn } = await openPlanning()
    propose(wire)
    run.agent.order({ type: 'answer', key: 1, optionId: 'accept' })
    expect(await wire.receives()).toMatchObject({ id: 70, result: outcome({ outcome: 'accepted' }) })
    const left = await wire.receives()
    expect(left).toMatchObject({ method: 'session/set_mode', params: { sessionId: 's1', modeId: 'agent' } })
    wire.answer(left, {})
    await run.until((state) => state.sessions.get('s1')?.modes?.current === 'agent')
    endTurn()
    const goOn = await wire.receives()
    expect(goOn).toMatchObject({
      method: 'session/prompt',
      params: { prompt: [{ text: 'Implement the plan.' }] },
    })
    // Whoever looks sees no moment at which nothing is left to do.
    const all = run.events.map(({ type }) => type)
    expect(all.indexOf('prompt-queued')).toBeLessThan(all.indexOf('turn-ended'))
    wire.send({
      method: 'cursor/update_todos',
      params: {
        toolCallId: 'c',
        merge: true,
        todos: [
          { id: 'a', status: 'TODO_STATUS_COMPLETED' },
          { id: 'b', status: 'inProgress' },
        ],
      },
    })
    await run.until(() => run.eventsOf('session-updated').some(({ update }) => update.type === 'todos'))
    expect(shownPlans({ run })).toContainEqual([
      'anonymous',
      ['Add a cache: completed', 'Ask it: in_progress'],
    ])
    expect(run.state().sessions.get('s1')?.proposal?.outcome).toMatchObject({ kind: 'approved' })
  })

  test('accepted, and carried out in the same turn: no prompt is sent', async () => {
    const { run, wire, endTurn } = await openPlanning()
    propose(wire)
    run.agent.order({ type: 'answer', key: 1, optionId: 'accept' })
    await wire.receives()
    wire.answer(await wire.receives(), {})
    wire.send({
      id: 71,
      method: 'cursor/update_todos',
      params: { todos: [{ id: 'a', status: 'in_progress' }], merge: true },
    })
    expect(await wire.receives()).toMatchObject({ id: 71, result: outcome({ outcome: 'accepted' }) })
    endTurn()
    await run.event('turn-ended')
    expect(run.eventsOf('prompt-sent')).toHaveLength(1)
    expect(run.state().queuedPrompts).toEqual([])
  })

  test.each(['cancelled', 'refusal'])(
    'accepted, and the turn ends as %s: nothing goes on by itself',
    async (reason) => {
      const { run, wire, endTurn } = await openPlanning()
      propose(wire)
      run.agent.order({ type: 'answer', key: 1, optionId: 'accept' })
      await wire.receives()
      endTurn(reason)
      await run.event('turn-ended')
      expect(run.state().queuedPrompts).toEqual([])
    },
  )

  test('accepted, and the mode cannot be changed: that is reported, and no prompt is sent', async () => {
    const { run, wire, endTurn } = await openPlanning()
    propose(wire)
    run.agent.order({ type: 'answer', key: 1, optionId: 'accept' })
    await wire.receives()
    wire.fail(await wire.receives(), -32000, 'not now')
    await run.event('remarked')
    endTurn()
    await run.event('turn-ended')
    expect(run.remarks().at(-1)).toMatch(
      /^The agent is not prompted to go on, because it is still in plan mode: .*not now/,
    )
    expect(run.state().queuedPrompts).toEqual([])
  })

  test('accepted by the policy without a screen: the agent is prompted as well', async () => {
    const { run, wire, endTurn } = await openPlanning({ permissions: 'allow', canAsk: false })
    propose(wire)
    expect(await wire.receives()).toMatchObject({ id: 70, result: outcome({ outcome: 'accepted' }) })
    wire.answer(await wire.receives(), {})
    endTurn()
    expect(await wire.receives()).toMatchObject({ method: 'session/prompt' })
    expect(run.eventsOf('permission-answered')).toMatchObject([
      { answer: { optionId: 'accept', by: 'policy' } },
    ])
  })

  test('asked in every turn: the policy approves so many, then the user is asked, whose word counts anew', async () => {
    const { run, wire } = await openOnWire({ prompts: ['plan it'], permissions: 'allow' })
    const approve = async (id: number): Promise<void> => {
      const prompt = await wire.receives()
      propose(wire, planned, id)
      expect(await wire.receives()).toMatchObject({ id, result: outcome({ outcome: 'accepted' }) })
      wire.answer(prompt, { stopReason: 'end_turn' })
    }
    for (let id = 1; id <= mostAlone.prompts; id++) await approve(id)
    const prompt = await wire.receives()
    propose(wire, planned, 99)
    await run.until((state) => state.permissions.length === 1)
    expect(run.state().remark?.text).toBe(
      'Not allowed without you: too many questions in a row were answered by --permissions.',
    )
    run.agent.order({ type: 'answer', key: mostAlone.prompts + 1, optionId: 'accept' })
    expect(await wire.receives()).toMatchObject({ id: 99, result: outcome({ outcome: 'accepted' }) })
    wire.answer(prompt, { stopReason: 'end_turn' })
    await approve(100)
    expect(run.state().permissions).toEqual([])
  })

  test('rejected with feedback: it is sent in the answer and not as a prompt, and the to-dos are removed', async () => {
    const { run, wire, endTurn } = await openPlanning()
    propose(wire)
    run.agent.order({ type: 'answer', key: 1, optionId: 'reject', feedback: 'shorter, please' })
    expect(await wire.receives()).toMatchObject({
      id: 70,
      result: outcome({ outcome: 'rejected', reason: 'shorter, please' }),
    })
    expect(run.state().sessions.get('s1')?.proposal?.outcome).toMatchObject({
      kind: 'rejected',
      feedback: 'shorter, please',
    })
    expect(shownPlans({ run })).toEqual([['proposed', 'markdown']])
    endTurn()
    await run.event('turn-ended')
    expect(run.eventsOf('prompt-sent')).toHaveLength(1)
  })

  test('rejected: the checklist from before is shown again', async () => {
    const { run, wire } = await openPlanning()
    wire.update({ sessionUpdate: 'plan', entries: [{ content: 'Read', status: 'completed' }] })
    propose(wire)
    run.agent.order({ type: 'answer', key: 1, optionId: 'reject' })
    await wire.receives()
    expect(shownPlans({ run })).toContainEqual(['anonymous', ['Read: completed']])
  })

  test.each([
    { permissions: 'deny', canAsk: true },
    { permissions: 'ask', canAsk: false },
  ] as const)('$permissions, with a screen: $canAsk: it is rejected', async (options) => {
    const { run, wire } = await openPlanning(options)
    propose(wire)
    expect(await wire.receives()).toMatchObject({ id: 70, result: outcome({ outcome: 'rejected' }) })
    expect(run.state().permissions).toEqual([])
  })

  test('the turn is cancelled, and later answers change nothing', async () => {
    const { run, wire, endTurn } = await openPlanning()
    propose(wire)
    run.agent.order({ type: 'cancel-turn' })
    expect(await wire.receives()).toMatchObject({ method: 'session/cancel' })
    expect(await wire.receives()).toMatchObject({ id: 70, result: outcome({ outcome: 'cancelled' }) })
    run.agent.order({ type: 'answer', key: 1, optionId: 'accept' })
    run.agent.order({ type: 'answer', key: 1, optionId: 'reject', feedback: 'no' })
    // One that comes after the cancel is never asked.
    propose(wire, { ...planned, toolCallId: 'call-2' }, 72)
    expect(await wire.receives()).toMatchObject({ id: 72, result: outcome({ outcome: 'cancelled' }) })
    endTurn('cancelled')
    await run.event('turn-ended')
    expect(run.eventsOf('permission-answered').map(({ answer }) => answer.type)).toEqual([
      'cancelled',
      'cancelled',
    ])
    expect(run.eventsOf('prompt-sent')).toHaveLength(1)
  })

  test('two requests for one call are asked once, and both are answered', async () => {
    const { run, wire } = await openPlanning()
    propose(wire)
    propose(wire, planned, 71)
    const { problem } = await run.event('problem-found')
    expect([problem.path, problem.weight]).toEqual(['params.toolCallId', 'noted'])
    expect(run.state().permissions).toHaveLength(1)
    run.agent.order({ type: 'answer', key: 1, optionId: 'reject' })
    const answers = [await wire.receives(), await wire.receives()]
    expect(answers).toMatchObject([
      { id: 70, result: outcome({ outcome: 'rejected' }) },
      { id: 71, result: outcome({ outcome: 'rejected' }) },
    ])
    // Asked again when it is answered, it is a question again.
    propose(wire, planned, 72)
    await run.until((state) => state.permissions.length === 1)
    expect(run.state().sessions.get('s1')?.proposal?.outcome).toBeNull()
  })

  test('two requests for one call, of which one is cancelled: the other stays open', async () => {
    const { run, wire } = await openPlanning()
    propose(wire)
    propose(wire, planned, 71)
    await run.event('problem-found')
    wire.send({ method: '$/cancel_request', params: { requestId: 70 } })
    expect(await wire.receives()).toMatchObject({ id: 70, result: outcome({ outcome: 'cancelled' }) })
    expect(run.state().permissions).toHaveLength(1)
    run.agent.order({ type: 'answer', key: 1, optionId: 'accept' })
    expect(await wire.receives()).toMatchObject({ id: 71, result: outcome({ outcome: 'accepted' }) })
  })

  test('two requests at once under a policy are both answered', async () => {
    const { run, wire } = await openPlanning({ permissions: 'deny' })
    wire.send(
      { id: 70, method: 'cursor/create_plan', params: planned },
      { id: 71, method: 'cursor/create_plan', params: planned },
    )
    expect([(await wire.receives()).id, (await wire.receives()).id]).toEqual([70, 71])
    expect(run.eventsOf('permission-asked')).toHaveLength(2)
  })

  test.each(['deny', 'allow'] as const)(
    'twice on one line under the policy %s: asked once, and both have that answer, as in a replay',
    async (permissions) => {
      const { run, wire } = await openPlanning({ permissions })
      const answer = async (): Promise<ReceivedMessage> => {
        const received = await wire.receives()
        // What is approved is set going with a prompt.
        return received.method === undefined ? received : await answer()
      }
      const ask = (id: number): string =>
        JSON.stringify({ id, method: 'cursor/create_plan', params: planned })
      wire.write(`[${ask(70)},${ask(71)}]\n`)
      const [one, other] = [await answer(), await answer()]
      expect([one.id, other.id]).toEqual([70, 71])
      expect(other.result).toEqual(one.result)
      expect(run.eventsOf('permission-asked')).toHaveLength(1)
      expect(run.eventsOf('problem-found').map(({ problem }) => problem.path)).toContain('params.toolCallId')
      // On another line it is another question.
      wire.write(`${ask(72)}\n`)
      expect((await answer()).id).toBe(72)
      expect(run.eventsOf('permission-asked')).toHaveLength(2)
    },
  )

  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'params'],
    ['a list', [planned], 'params'],
    ['an empty object', {}, 'params.plan'],
    ['a name alone', { toolCallId: 'c', name: 'x' }, 'params.plan'],
    ['a number for a plan', { toolCallId: 'c', plan: 5 }, 'params.plan'],
    ['to-dos that are none', { toolCallId: 'c', todos: 'all' }, 'params.todos'],
  ])('%s is a problem with its path, and cancelled for the agent', async (_, params, path) => {
    const { run, wire } = await openPlanning()
    wire.send({ id: 70, method: 'cursor/create_plan', params })
    expect(await wire.receives()).toMatchObject({ id: 70, result: outcome({ outcome: 'cancelled' }) })
    expect(run.eventsOf('problem-found').map(({ problem }) => [problem.path, problem.weight])).toEqual([
      [path, 'rejected'],
    ])
    expect(run.eventsOf('permission-asked')).toEqual([])
  })

  test('a malformed to-do is left out, and a plan wrapped one level deeper is read', async () => {
    const { run, wire } = await openPlanning()
    const todos = [{ id: 1, title: 'Add' }, null, { id: 'x' }]
    propose(wire, { params: { ...planned, name: 7, todos } })
    await run.event('permission-asked')
    expect(run.eventsOf('problem-found').map(({ problem }) => problem.path)).toEqual([
      'params.todos[1]',
      'params.todos[2].content',
      'params.name',
    ])
    expect(shownPlans({ run })).toContainEqual(['anonymous', ['Add: pending']])
  })

  test('the session is that of its tool call: two at once are answered separately', async () => {
    const { run, wire } = await openPlanning()
    wire.update({ sessionUpdate: 'tool_call', toolCallId: 'call-9', title: 'Plan' }, 's2')
    wire.send(
      { id: 70, method: '_cursor/create_plan', params: planned },
      { id: 71, method: 'cursor/create_plan', params: { toolCallId: 'call-9', plan: '# Other\n' } },
    )
    await run.until((state) => state.permissions.length === 2)
    expect(run.state().permissions.map(({ sessionId }) => sessionId)).toEqual(['s1', 's2'])
    run.agent.order({ type: 'answer', key: 2, optionId: 'reject', feedback: 'no' })
    expect(await wire.receives()).toMatchObject({
      id: 71,
      result: outcome({ outcome: 'rejected', reason: 'no' }),
    })
    expect(run.state().sessions.get('s1')?.proposal?.outcome).toBeNull()
    expect(run.state().sessions.get('s2')?.proposal?.outcome).toMatchObject({ kind: 'rejected' })
    run.agent.order({ type: 'answer', key: 1, optionId: 'reject' })
    expect(await wire.receives()).toMatchObject({ id: 70, result: outcome({ outcome: 'rejected' }) })
  })
})
