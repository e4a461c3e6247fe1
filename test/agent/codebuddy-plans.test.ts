import { expect, test } from 'vitest'
import { openOnWire, type Wire, type WireRun } from './wire.ts'

/** A turn in which CodeBuddy asks about its plan: in an update, and with no request. */
async function openAsked(): Promise<{ readonly run: WireRun; readonly wire: Wire; readonly key: number }> {
  const { run, wire } = await openOnWire({ prompts: ['plan it'] })
  await wire.receives()
  wire.update({
    sessionUpdate: 'session_info_update',
    _meta: {
      'codebuddy.ai/interruptionRequest': {
        toolCallId: 'call-1',
        toolName: 'ExitPlanMode',
        toolInput: { plan: '# Cache\n\n1. Add a cache' },
      },
    },
  })
  const { request } = await run.event('permission-asked')
  expect(request).toMatchObject({
    sessionId: 's1',
    callId: 'call-1',
    plan: { text: '# Cache\n\n1. Add a cache' },
  })
  return { run, wire, key: request.key }
}

test.each([
  ['allow', 'approved'],
  ['deny', 'rejected'],
])('the plan is answered by a request: %s', async (decision, kind) => {
  const { run, wire, key } = await openAsked()
  run.agent.order({ type: 'answer', key, optionId: decision })
  const sent = await wire.receives()
  expect(sent).toMatchObject({
    method: '_codebuddy.ai/resolveInterruption',
    params: { sessionId: 's1', toolCallId: 'call-1', decision },
  })
  wire.answer(sent, { resolved: true })
  expect(run.state().sessions.get('s1')?.proposal?.outcome).toMatchObject({ kind, by: 'user' })
})

test('a cancelled turn denies it, and an answer that is refused is told', async () => {
  const { run, wire } = await openAsked()
  run.agent.order({ type: 'cancel-turn' })
  const sent = [await wire.receives(), await wire.receives()]
  const answer = sent.find(({ method }) => method === '_codebuddy.ai/resolveInterruption')
  expect(answer).toMatchObject({ params: { decision: 'deny' } })
  if (answer === undefined) throw new Error('no answer')
  wire.send({ id: answer.id, error: { code: -32603, message: 'too late' } })
  expect((await run.event('remarked')).text).toBe('The agent did not take the answer: too late')
})

test('a request about the same call takes the place of the question, which is not answered then', async () => {
  const { run, wire, key } = await openAsked()
  wire.send({
    id: 9,
    method: 'session/request_permission',
    params: {
      sessionId: 's1',
      toolCall: {
        toolCallId: 'call-1',
        kind: 'switch_mode',
        rawInput: { plan: '# Cache\n\n1. Add a cache' },
      },
      options: [
        { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
        { optionId: 'no', name: 'No', kind: 'reject_once' },
      ],
    },
  })
  const { permissions } = run.state()
  expect(permissions).toMatchObject([{ callId: 'call-1', replaces: key }])
  run.agent.order({ type: 'answer', key, optionId: 'allow' })
  run.agent.order({ type: 'answer', key: permissions[0]?.key ?? key, optionId: 'yes' })
  expect(await wire.receives()).toMatchObject({ id: 9, result: { outcome: { optionId: 'yes' } } })
  expect(run.state().sessions.get('s1')?.proposal?.outcome).toMatchObject({ kind: 'approved', by: 'user' })
  expect(run.state().permissions).toEqual([])
})
