import { expect, test } from 'vitest'
import { maxRequests } from '../../src/agent/questions/open-questions.ts'
import { maxQuestions } from '../../src/app/state/question.ts'
import { unreadMessages } from '../../src/sources/flow-control.ts'
import { openOnWire } from './wire.ts'
import { openRun } from './puppet.ts'
import { settled } from './watched-run.ts'

const option = { optionId: 'once', name: 'Allow', kind: 'allow_once' }

const words = 'The agent does not read its input; nothing more is read from it until it does.'
const saidAfterMs = 5000

test('an agent that does not read its stdin is reported after a while, and each minute until it reads', async () => {
  const { run, wire } = await openOnWire()
  const told = (): number => run.remarks().filter((remark) => remark === words).length
  wire.stall(true)
  run.clock.pass(saidAfterMs - 1)
  expect(told()).toBe(0)
  run.clock.pass(1)
  expect(told()).toBe(1)
  run.clock.pass(60_000)
  expect(told()).toBe(2)
  wire.stall(false)
  run.clock.pass(300_000)
  expect(told()).toBe(2)
  wire.stall(true)
  await run.agent.close()
  run.clock.pass(300_000)
  expect(told()).toBe(2)
})

test('an agent that sends requests and never reads is no longer read, and ends like any other', async () => {
  const { run, puppet } = await openRun()
  await puppet.order({ type: 'stopReading' })
  // More than is answered before it is not read any more, with what pipes hold.
  puppet.give({ type: 'burst', line: '{"jsonrpc":"2.0","id":"q%n","method":"x/ask"}', times: 20_000 })
  const asked = (): number => run.state().problems.items.at(-1)?.times ?? 0
  while (!run.clock.dueInMs().includes(saidAfterMs)) await settled()
  const whenStalled = asked()
  expect(whenStalled).toBeGreaterThan(unreadMessages)
  // Turns in which many more would be read; what the last piece has is still passed on.
  for (let turn = 0; turn < 1000; turn++) await settled()
  expect(asked() - whenStalled).toBeLessThan(2000)
  run.clock.pass(saidAfterMs)
  expect(run.remarks()).toEqual([words])
  run.agent.order({ type: 'prompt', text: 'go' })
  await run.agent.close()
  expect(run.state().link).toMatchObject({ state: 'ended', end: { kind: 'closed' } })
})

test(`of more than ${maxQuestions} questions each further one is cancelled at once, and all are answered once`, async () => {
  const { run, wire } = await openOnWire({ prompts: ['go'] })
  await wire.receives()
  const asked = Array.from({ length: maxQuestions + 3 }, (_, at) => ({
    id: `q${at}`,
    method: 'session/request_permission',
    params: { sessionId: 's1', toolCall: { toolCallId: `t${at}`, title: 'Edit' }, options: [option] },
  }))
  wire.send(...asked)
  const cancelled = { outcome: { outcome: 'cancelled' } }
  for (const id of [0, 1, 2].map((more) => `q${maxQuestions + more}`))
    expect(await wire.receives()).toEqual({ jsonrpc: '2.0', id, result: cancelled })
  expect(run.state().permissions).toHaveLength(maxQuestions)
  expect(run.state().problems.items.at(-1)?.problem.code).toBe('too-many')
  run.agent.order({ type: 'cancel-turn' })
  const answered = new Set<unknown>()
  for (let at = 0; at <= maxQuestions; at++) answered.add((await wire.receives()).id)
  // With the notification that the turn is cancelled, which has no id.
  expect(answered.size).toBe(maxQuestions + 1)
  expect(run.state().permissions).toEqual([])
})

test.each([
  { method: 'cursor/create_plan', params: { plan: '# P\n' } },
  {
    method: 'cursor/ask_question',
    params: { questions: [{ id: 'q', prompt: 'Which?', options: [{ id: 'a', label: 'A' }] }] },
  },
])(
  'of one $method that is repeated again and again a limited number waits, and all are answered once',
  async (asked) => {
    const { run, wire } = await openOnWire({ prompts: ['go'] })
    await wire.receives()
    const params = { sessionId: 's1', toolCallId: 't', ...asked.params }
    const ids = Array.from({ length: maxRequests + 2 }, (_, at) => `q${at}`)
    wire.send(...ids.map((id) => ({ id, method: asked.method, params })))
    const beyond = [await wire.receives(), await wire.receives()]
    expect(beyond.map(({ id }) => id)).toEqual(ids.slice(maxRequests))
    const { permissions, elicitations } = run.state()
    expect(permissions.length + elicitations.length).toBe(1)
    run.agent.order({ type: 'cancel-turn' })
    const answered = new Set<unknown>()
    // With the notification that the turn is cancelled, which has no id.
    for (let at = 0; at <= maxRequests; at++) answered.add((await wire.receives()).id)
    expect(answered.size).toBe(maxRequests + 1)
  },
)
