import { expect, test } from 'vitest'
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
