import { describe, expect, test } from 'vitest'
import { openOnWire, type Wire } from './wire.ts'

const params = { sessionId: 's1', toolCallId: 'call-1', planContent: '# Plan\n\n1. Do it' }

function propose(
  wire: Wire,
  given: unknown = params,
  { id = 7, method = '_x.ai/exit_plan_mode' } = {},
): void {
  wire.send({ id, method, params: given })
}

describe('a plan to approve', () => {
  test.each(['_x.ai/exit_plan_mode', 'x.ai/exit_plan_mode'])(
    '%s is a proposal, and approved with one word',
    async (method) => {
      const { run, wire } = await openOnWire()
      propose(wire, params, { method })
      const { request } = await run.event('permission-asked')
      expect(request).toMatchObject({
        title: 'Approve this plan?',
        plan: { type: 'markdown', text: '# Plan\n\n1. Do it' },
        options: [
          { id: 'rejected', kind: 'reject_once' },
          { id: 'abandoned', kind: 'reject_always' },
          { id: 'approved', kind: 'allow_once' },
        ],
      })
      run.agent.order({ type: 'answer', key: request.key, optionId: 'approved' })
      expect((await wire.receives()).result).toEqual({ outcome: 'approved' })
      expect(run.state().sessions.get('s1')?.proposal?.outcome).toMatchObject({ kind: 'approved' })
    },
  )

  test('wrapped one level deeper', async () => {
    const { run, wire } = await openOnWire()
    propose(wire, { params })
    expect((await run.event('permission-asked')).request.plan).toMatchObject({ text: '# Plan\n\n1. Do it' })
  })

  test('rejected with feedback, which is sent in the answer and not as a prompt', async () => {
    const { run, wire } = await openOnWire({ prompts: ['plan'] })
    const prompt = await wire.receives()
    propose(wire)
    await run.event('permission-asked')
    run.agent.order({ type: 'answer', key: 1, optionId: 'rejected', feedback: 'Smaller steps' })
    expect((await wire.receives()).result).toEqual({ outcome: 'rejected', feedback: 'Smaller steps' })
    propose(wire, { ...params, planContent: '# Plan\n\n1. A\n2. B', toolCallId: 'call-2' }, { id: 8 })
    await run.until((state) => state.permissions.length === 1)
    expect(run.state().sessions.get('s1')).toMatchObject({
      proposal: { previousText: '# Plan\n\n1. Do it', outcome: null },
    })
    run.agent.order({ type: 'answer', key: 2, optionId: 'abandoned' })
    expect((await wire.receives()).result).toEqual({ outcome: 'abandoned' })
    wire.answer(prompt, { stopReason: 'end_turn' })
    await run.event('turn-ended')
    expect(run.eventsOf('prompt-sent')).toHaveLength(1)
  })

  test('without its text it is about the plan that came before, and is answered', async () => {
    const { run, wire } = await openOnWire()
    propose(wire, { sessionId: 's1', toolCallId: 'call-1', planContent: null })
    const { request } = await run.event('permission-asked')
    expect(request).toMatchObject({
      plan: null,
      detail: [{ type: 'words', text: 'The agent did not send the text of its plan.' }],
    })
    run.agent.order({ type: 'answer', key: request.key, optionId: 'approved' })
    expect((await wire.receives()).result).toEqual({ outcome: 'approved' })
    expect(run.state().problemCount).toBe(0)
  })

  test.each(['before', 'after'])(
    'without its text it takes the plan of its call, which comes %s',
    async (when) => {
      const { run, wire } = await openOnWire()
      const call = (): void => {
        const rawInput = { plan: '# Plan\n\n1. Do it' }
        wire.update({ sessionUpdate: 'tool_call', toolCallId: 'call-1', title: 'exit_plan_mode', rawInput })
      }
      if (when === 'before') call()
      propose(wire, { sessionId: 's1', toolCallId: 'call-1' })
      if (when === 'after') call()
      const { permissions } = await run.until((state) => state.permissions[0]?.plan !== null)
      expect(permissions).toMatchObject([{ plan: { text: '# Plan\n\n1. Do it' }, detail: [] }])
      run.agent.order({ type: 'answer', key: 1, optionId: 'approved' })
      expect((await wire.receives()).result).toEqual({ outcome: 'approved' })
      expect(run.state().sessions.get('s1')?.proposal?.outcome).toMatchObject({ kind: 'approved' })
    },
  )

  test.each<[string, unknown, string]>([
    ['no params', null, 'params'],
    ['a text', 'plan', 'params'],
    ['nothing in them', {}, 'params.planContent'],
    ['a number for a plan', { sessionId: 's1', planContent: 5 }, 'params.planContent'],
  ])('%s: a problem, and an answer that keeps the agent planning', async (_, given, path) => {
    const { run, wire } = await openOnWire()
    propose(wire, given)
    expect((await wire.receives()).result).toEqual({ outcome: 'cancelled' })
    expect(run.eventsOf('problem-found').map(({ problem }) => [problem.path, problem.weight])).toEqual([
      [path, 'rejected'],
    ])
  })

  test('two at once from two sessions are answered separately', async () => {
    const { run, wire } = await openOnWire()
    propose(wire)
    propose(wire, { ...params, sessionId: 's2', planContent: '# Other' }, { id: 8 })
    await run.until((state) => state.permissions.length === 2)
    run.agent.order({ type: 'answer', key: 2, optionId: 'approved' })
    expect(await wire.receives()).toMatchObject({ id: 8, result: { outcome: 'approved' } })
    expect(run.state().sessions.get('s1')?.proposal?.outcome).toBeNull()
    run.agent.order({ type: 'answer', key: 1, optionId: 'rejected' })
    expect(await wire.receives()).toMatchObject({ id: 7, result: { outcome: 'rejected' } })
  })

  test.each([
    { permissions: 'allow', answer: 'approved' },
    { permissions: 'deny', answer: 'rejected' },
    { permissions: 'ask', answer: 'rejected' },
  ] as const)('without a screen the policy $permissions answers $answer', async ({ permissions, answer }) => {
    const { wire } = await openOnWire({ permissions, canAsk: false })
    propose(wire)
    expect((await wire.receives()).result).toEqual({ outcome: answer })
  })
})

describe('questions', () => {
  const questions = [
    {
      question: 'Which store?',
      options: [{ label: 'SQLite', description: 'A file' }, { label: 'Postgres' }],
    },
    { question: 'Which parts?', multiSelect: true, options: [{ label: 'API' }, { label: 'CLI' }] },
    { question: 'What else?' },
  ]
  const asked = { sessionId: 's1', toolCallId: 'q', questions, mode: 'default' }

  test('are answered by the labels of their options, and free text is a note', async () => {
    const { run, wire } = await openOnWire()
    wire.send({ id: 1, method: '_x.ai/ask_user_question', params: asked })
    const { request } = await run.event('elicitation-asked')
    expect(request).toMatchObject({
      mode: {
        fields: [
          {
            title: 'Which store?',
            type: 'choice',
            choices: [{ value: 'SQLite', description: 'A file' }, {}],
          },
          { title: 'Which parts?', type: 'choices' },
          { title: 'What else?', type: 'text' },
        ],
      },
    })
    run.agent.order({
      type: 'answer-elicitation',
      key: request.key,
      answer: {
        type: 'accepted',
        content: { 'Which store?': 'SQLite', 'Which parts?': ['API', 'CLI'], 'What else?': 'Tests' },
      },
    })
    expect((await wire.receives()).result).toEqual({
      outcome: 'accepted',
      answers: { 'Which store?': ['SQLite'], 'Which parts?': ['API', 'CLI'], 'What else?': ['Other'] },
      annotations: { 'What else?': { notes: 'Tests' } },
    })
  })

  test.each([
    ['default', { outcome: 'cancelled' }],
    ['plan', { outcome: 'skip_interview', partial_answers: {} }],
  ])('declined in the mode %s', async (mode, result) => {
    const { run, wire } = await openOnWire()
    wire.send({ id: 1, method: 'x.ai/ask_user_question', params: { ...asked, mode } })
    run.agent.order({
      type: 'answer-elicitation',
      key: (await run.event('elicitation-asked')).request.key,
      answer: { type: 'declined', by: 'user' },
    })
    expect((await wire.receives()).result).toEqual(result)
  })

  test('without a valid question they are a problem, and cancelled', async () => {
    const { run, wire } = await openOnWire()
    wire.send({
      id: 1,
      method: '_x.ai/ask_user_question',
      params: { ...asked, questions: [{ options: [] }] },
    })
    expect((await wire.receives()).result).toEqual({ outcome: 'cancelled' })
    expect(run.eventsOf('problem-found').map(({ problem }) => problem.path)).toEqual([
      'params.questions[0].question',
    ])
  })
})

test('a turn that it begins itself follows that of the prompt', async () => {
  const { run, wire } = await openOnWire({ prompts: ['go'] })
  const prompt = await wire.receives()
  const queue = { sessionId: 's1', entries: [], runningPromptId: 'task-completed-t' }
  wire.send({ method: '_x.ai/queue/changed', params: queue })
  wire.answer(prompt, { stopReason: 'end_turn' })
  await run.event('turn-ended')
  await run.until((state) => state.sessions.get('s1')?.turn.state === 'working')
  const update = { sessionUpdate: 'turn_completed', prompt_id: 'task-completed-t', stop_reason: 'end_turn' }
  wire.send({ method: '_x.ai/session_notification', params: { sessionId: 's1', update } })
  await run.until((state) => state.sessions.get('s1')?.turn.state === 'ended')
})

describe('the turn of a prompt that it says to be over', () => {
  const update = { sessionUpdate: 'turn_completed', prompt_id: 'd7027ed6', stop_reason: 'end_turn' }
  const over = { method: '_x.ai/session_notification', params: { sessionId: 's1', update } }
  const chunk = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'late' } }

  test('ends by itself if the prompt is not answered and nothing comes, and the next prompt is sent', async () => {
    const { run, wire } = await openOnWire({ prompts: ['go', 'next'] })
    const prompt = await wire.receives()
    wire.send(over)
    run.clock.pass(6000)
    wire.send({ method: 'session/update', params: { sessionId: 's1', update: chunk } })
    run.clock.pass(9999)
    expect(run.state().sessions.get('s1')?.turn.state).toBe('working')
    run.clock.pass(1)
    expect(run.eventsOf('turn-ended')).toMatchObject([
      { outcome: { kind: 'stopped', stopReason: 'end_turn' } },
    ])
    expect(run.remarks()).toEqual([
      'The agent says that its turn is over, and has not answered the prompt: the turn is taken to have ended.',
    ])
    const next = await wire.receives()
    expect(next.params).toMatchObject({ prompt: [{ text: 'next' }] })
    // It may still come.
    wire.answer(prompt, { stopReason: 'cancelled' })
    expect(run.state().sessions.get('s1')?.turn.state).toBe('working')
    wire.answer(next, { stopReason: 'refusal' })
    await run.until((state) => state.sessions.get('s1')?.turn.state === 'ended')
    expect(run.eventsOf('turn-ended')).toHaveLength(2)
  })

  test('ends by the answer where that comes', async () => {
    const { run, wire } = await openOnWire({ prompts: ['go'] })
    const prompt = await wire.receives()
    wire.send(over)
    wire.answer(prompt, { stopReason: 'refusal' })
    await run.event('turn-ended')
    run.clock.pass(60_000)
    expect(run.eventsOf('turn-ended')).toMatchObject([{ outcome: { stopReason: 'refusal' } }])
    expect(run.remarks()).toEqual([])
  })
})
