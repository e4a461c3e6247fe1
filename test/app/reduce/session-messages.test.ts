import { expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { maxActivity, maxMessageLength } from '../../../src/app/state/session.ts'
import type { SessionEvent } from '../../../src/protocol/session/session-event.ts'
import { after, opened, sessionIn, updated } from '../events.ts'

type Told = Extract<SessionEvent, { type: 'session-message' }>

function told(more: Partial<Told> = {}, id = 's'): AppEvent {
  const message: Told = {
    type: 'session-message',
    messageId: 'm',
    isWhole: true,
    from: 's',
    to: 'c',
    text: 'Look',
  }
  return updated({ ...message, ...more }, 2, id)
}

const child = updated({ type: 'subagent', childSessionId: 'c', title: 'Find callers' })

/** The messages between sessions in a transcript. */
function messagesIn(id: string, ...events: readonly AppEvent[]): readonly string[] {
  return sessionIn(after(opened(), child, ...events), id).activity.items.map((item) =>
    item.type === 'session-message' ? `${item.isOwn ? 'to' : 'from'} ${item.name}: ${item.text}` : item.type,
  )
}

test('a message is in the transcript of both', () => {
  expect(messagesIn('s', told())).toEqual(['to Find callers: Look'])
  expect(messagesIn('c', told({}, 'c'))).toEqual(['from session s: Look'])
})

test('it is sent whole or in pieces, and said once', () => {
  expect(messagesIn('s', told(), told())).toEqual(['to Find callers: Look'])
  const piece = updated({ type: 'session-message', messageId: 'm', isWhole: false, text: ' around' }, 3)
  expect(messagesIn('s', told(), piece)).toEqual(['to Find callers: Look around'])
  expect(messagesIn('s', piece, told())).toEqual(['to Find callers: Look'])
})

test('a note to the model that says of itself not to be quoted is not shown', () => {
  const text = 'Async agent launched successfully. (This tool result is internal metadata — never quote it.)'
  const reply = { messageId: 'm:reply', from: 'c', to: 's' }
  expect(messagesIn('s', told({ ...reply, text }))).toEqual([])
  expect(messagesIn('s', told({ ...reply, text: 'Two callers.' }))).toEqual([
    'from Find callers: Two callers.',
  ])
})

test('its length is limited, and so is their number', () => {
  const long = sessionIn(after(opened(), told({ text: 'x'.repeat(2 * maxMessageLength) }))).activity.items
  expect(long).toMatchObject([{ text: 'x'.repeat(maxMessageLength) }])
  const many = Array.from({ length: 3 * maxActivity }, (_, index) => told({ messageId: `${index}` }))
  expect(messagesIn('s', ...many).length).toBeLessThan(2 * maxActivity)
})
