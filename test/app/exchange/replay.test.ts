import { expect, test } from 'vitest'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { recordLine } from '../../../src/protocol/trace/trace-record.ts'
import { traceRecord } from '../../../src/protocol/trace/trace-schema.ts'
import type { Json } from '../../agent/puppet.ts'
import { runOnWire, type Wire, type WireRun } from '../../agent/wire.ts'
import { replayed, traceLines } from './replayed.ts'

// Every run of test/agent is recorded and replayed at its end (watched-run.ts). This one is replayed at every step too.

const greeting = {
  protocolVersion: 1,
  agentInfo: { name: 'puppet', version: '1' },
  authMethods: [{ id: 'key', name: 'A key' }],
  agentCapabilities: { loadSession: true, sessionCapabilities: { list: {}, close: {} } },
}
const modes = {
  currentModeId: 'plan',
  availableModes: [
    { id: 'plan', name: 'Plan' },
    { id: 'code', name: 'Code' },
  ],
}
const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]

/** A run whose every step is looked at twice: as it is, and as a replay shows it. */
interface Story {
  readonly run: WireRun
  until(holds: (state: AppState) => boolean): Promise<AppState>
  pass(ms: number): void
}

function openStory(): Story {
  const run = runOnWire({ isRemote: true, triesToReconnect: 2, offersFiles: null })
  const until = async (holds: (state: AppState) => boolean): Promise<AppState> => {
    const state = await run.until(holds)
    // What was received at once has its effect at once: the rest of it comes first.
    await new Promise((resolve) => setImmediate(resolve))
    expect(replayed(traceLines(run.records))).toStrictEqual(run.state())
    return state
  }
  return { run, until, pass: (ms) => run.clock.pass(ms) }
}

function plan(status: string): Json {
  return { sessionUpdate: 'plan', entries: [{ content: 'Do it', status, priority: 'high' }] }
}

async function login(story: Story, wire: Wire): Promise<void> {
  await wire.answersNext(greeting)
  wire.fail(await wire.receives(), -32000, 'Authentication required')
  await story.until((state) => state.link.state === 'wants-login')
  story.pass(100)
  story.run.agent.order({ type: 'log-in', methodId: 'key' })
  await wire.answersNext({})
  await wire.answersNext({ sessionId: 's1', modes })
  await story.until((state) => state.link.state === 'open')
}

async function turnWithQuestions(story: Story, wire: Wire): Promise<void> {
  const { agent } = story.run
  agent.order({ type: 'prompt', text: 'go' })
  agent.order({ type: 'prompt', text: 'and then' })
  const prompt = await wire.receives()
  story.pass(250)
  wire.update(plan('in_progress'))
  wire.write('junk\n')
  const toolCall = {
    toolCallId: 'c',
    title: 'Edit',
    rawInput: { plan: '# Plan\n\n1. Do it' },
    kind: 'switch_mode',
  }
  wire.send({ id: 'p', method: 'session/request_permission', params: { sessionId: 's1', toolCall, options } })
  await story.until((state) => state.permissions.length === 1)
  story.pass(40)
  agent.order({ type: 'answer', key: 1, optionId: 'no', feedback: 'smaller steps' })
  await story.until((state) => state.queuedPrompts.length === 2)
  const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } }
  const form = { sessionId: 's1', mode: 'form', message: 'Who?', requestedSchema }
  wire.send({ id: 'e', method: 'elicitation/create', params: form })
  await story.until((state) => state.elicitations.length === 1)
  agent.order({ type: 'answer-elicitation', key: 1, answer: { type: 'accepted', content: { name: 'x' } } })
  wire.send({ id: 'f', method: 'fs/read_text_file', params: { sessionId: 's1', path: '/etc/passwd' } })
  await story.until((state) => state.problems.items.length === 2)
  story.pass(1000)
  // What follows the answer in one piece is the next turn's.
  wire.send(
    { id: prompt.id, result: { stopReason: 'end_turn' } },
    { method: 'session/update', params: { sessionId: 's1', update: plan('completed') } },
  )
  const next = await story.until((state) => state.queuedPrompts.length === 1)
  expect(next.sessions.get('s1')?.turn.state).toBe('working')
  story.pass(10)
  agent.order({ type: 'set-mode', modeId: 'code' })
  agent.order({ type: 'cancel-turn' })
  await story.until((state) => state.remark !== null)
}

async function otherSessions(story: Story, wire: Wire): Promise<void> {
  const { agent } = story.run
  const answerAll = async (results: Readonly<Record<string, unknown>>): Promise<void> => {
    for (let left = Object.keys(results).length; left > 0;) {
      const request = await wire.receives()
      const method = request.method ?? ''
      if (!(method in results)) continue
      wire.answer(request, results[method])
      left--
    }
  }
  await answerAll({ 'session/set_mode': {} })
  agent.order({ type: 'list-sessions' })
  await answerAll({ 'session/list': { sessions: [{ sessionId: 'old', cwd: '/work' }, { title: 'none' }] } })
  await story.until((state) => state.listing.state === 'listed')
  agent.order({ type: 'open-session', sessionId: 'old' })
  wire.update(plan('pending'), 'old')
  await answerAll({ 'session/load': { configOptions: [] } })
  await story.until((state) => state.sessions.get('old')?.phase === 'open')
  agent.order({ type: 'open-session', sessionId: 's1' })
  agent.order({ type: 'close-session', sessionId: 'old' })
  await answerAll({ 'session/close': {} })
  await story.until((state) => state.sessions.get('old')?.phase === 'closed')
}

test('a long run, replayed at every step', async () => {
  const story = openStory()
  const wire = await story.run.nextWire()
  await login(story, wire)
  await turnWithQuestions(story, wire)
  await otherSessions(story, wire)
  wire.lose({ kind: 'disconnected', address: 'ws://x', cause: 'gone' })
  await story.until((state) => state.link.state === 'reconnecting')
  story.pass(1000)
  const again = await story.run.nextWire()
  await again.answersNext(greeting)
  again.update(plan('completed'))
  await again.answersNext({ modes })
  await story.until((state) => state.link.state === 'open')
  again.write('{"jsonrpc":"2.0","id":99,"result":1}\n{"half')
  again.lose({ kind: 'disconnected', address: 'ws://x', cause: 'gone again' })
  await story.until((state) => state.problems.items.length > 4)
  story.pass(2000)
  const end = { kind: 'unreachable', address: 'ws://x', cause: 'nobody there' } as const
  ;(await story.run.nextWire()).lose(end)
  await story.until((state) => state.link.state === 'ended')
  for (const record of story.run.records) traceRecord.parse(JSON.parse(recordLine(record)))
})
