import { expect, test } from 'vitest'
import { isAtWork } from '../../../src/app/state/session-clock.ts'
import { doubtsOf } from '../../../src/app/work/doubts.ts'
import { runFacts } from '../../../src/terminal/notify/run-facts.ts'
import { type Exchange, greeted, prompt, type Json } from './exchange.ts'

const answer = (id: number): Json => ({ id, result: { stopReason: 'end_turn' } })

/** As Grok tells that it begins a turn of its own, since something in the background has ended. */
const begins: Json = {
  method: '_x.ai/queue/changed',
  params: { sessionId: 's', entries: [], runningPromptId: 'task-completed-t' },
}
const ends: Json = {
  method: '_x.ai/session_notification',
  params: {
    sessionId: 's',
    update: { sessionUpdate: 'turn_completed', prompt_id: 'task-completed-t', stop_reason: 'end_turn' },
  },
}

function turnOf({ state }: Exchange): string | undefined {
  return state.sessions.get('s')?.turn.state
}

function asked(): Exchange {
  return greeted().client(prompt(2, 's', 'go'))
}

test('a turn that the agent begins at rest is one', () => {
  const exchange = asked().agent(answer(2), begins)
  expect(turnOf(exchange)).toBe('working')
  expect(turnOf(exchange.agent(ends))).toBe('ended')
})

test('one that begins before a prompt is answered follows the turn of that', () => {
  const exchange = asked().agent(begins)
  exchange.types()
  exchange.agent(answer(2))
  expect(exchange.types()).toEqual(['turn-ended', 'session-updated'])
  expect(turnOf(exchange)).toBe('working')
  expect(turnOf(exchange.agent(ends))).toBe('ended')
})

test('its end does not end the turn of a prompt', () => {
  const exchange = asked()
    .agent(answer(2), begins)
    .client(prompt(3, 's', 'go on'))
    .agent(ends)
  expect(turnOf(exchange)).toBe('working')
  expect(turnOf(exchange.agent(answer(3)))).toBe('ended')
})

test('in a recording it follows the note of the end', () => {
  const exchange = greeted()
  const note = (event: Json): unknown => exchange.record({ t: 8000, type: 'event', event })
  note({ type: 'remarked', text: 'noted' })
  exchange.client(prompt(2, 's', 'go'))
  note({ type: 'prompt-sent', sessionId: 's', text: 'go', wasQueued: false })
  exchange.agent(begins, answer(2))
  note({ type: 'turn-ended', sessionId: 's', outcome: { kind: 'stopped', stopReason: 'end_turn' } })
  expect(turnOf(exchange)).toBe('working')
  expect(turnOf(exchange.agent(ends))).toBe('ended')
})

/** As oh-my-opencode goes on with a list that is left open: version 1 has no word for that. */
const update = (given: Json): Json => ({
  method: 'session/update',
  params: { sessionId: 's', update: given },
})
const call = (toolCallId: string, status: string): Json =>
  update({ sessionUpdate: 'tool_call', toolCallId, title: 'Test', kind: 'execute', status })
const entries = [
  { content: 'A', status: 'completed', priority: 'low' },
  { content: 'B', status: 'in_progress', priority: 'low' },
]

test('a call that the agent begins after its turn is work, until it has ended', () => {
  const exchange = asked().agent(update({ sessionUpdate: 'plan', entries }), answer(2))
  const now = (): unknown => {
    const session = exchange.state.sessions.get('s')
    const [plan] = session?.plans.values() ?? []
    if (session === undefined || plan === undefined) throw new Error('a plan was expected')
    return [session.turn.state, isAtWork(session), doubtsOf(exchange.state, session, plan, 0).plan]
  }
  const leftOpen = [{ type: 'left-open', steps: 1 }]
  expect(now()).toEqual(['ended', false, leftOpen])
  exchange.agent(call('t', 'pending'))
  expect([now(), runFacts(exchange.state).turn]).toEqual([['ended', true, []], 'ended'])
  exchange.agent(call('t', 'completed'))
  expect(now()).toEqual(['ended', false, leftOpen])
})

test('a call that was begun in the turn and is open when it ends is not', () => {
  const { state } = asked().agent(call('t', 'pending'), answer(2), call('t', 'in_progress'))
  const session = state.sessions.get('s')
  expect(session !== undefined && isAtWork(session)).toBe(false)
})
