import { expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { after, exited, opened, sent, sessionId } from '../events.ts'

function queued(text: string, place = 0, id: string | null = sessionId): AppEvent {
  return { type: 'prompt-queued', atMs: 1, sessionId: id, text, place }
}

function queueAfter(...events: readonly AppEvent[]): readonly string[] {
  return after(...events).queuedPrompts.map((prompt) => `${prompt.sessionId ?? 'none'} ${prompt.text}`)
}

const unqueued: AppEvent = { ...sent('a', 2), wasQueued: true } as AppEvent

test('queued prompts wait in order, and go one by one', () => {
  expect(queueAfter(queued('a'), queued('b', 1), unqueued)).toEqual(['s b'])
  expect(queueAfter(queued('a'), queued('now', 0))).toEqual(['s now', 's a'])
  expect(queueAfter(queued('a'), sent('x', 2))).toEqual(['s a'])
  expect(queueAfter(queued('a'), exited)).toEqual(['s a'])
})

test('each session has its own queue', () => {
  const both = [queued('a'), queued('x', 0, 't'), queued('b', 1), queued('now', 0, 't')]
  expect(queueAfter(...both)).toEqual(['s a', 't now', 't x', 's b'])
  expect(queueAfter(...both, unqueued)).toEqual(['t now', 't x', 's b'])
})

test('prompts that wait for the first session move to it, and on to the next one', () => {
  const waiting = [queued('a', 0, null), queued('b', 1, null), opened()]
  const moved: AppEvent = { type: 'queue-moved', atMs: 2, from: null, to: 's' }
  expect(queueAfter(...waiting)).toEqual(['none a', 'none b'])
  expect(queueAfter(...waiting, moved)).toEqual(['s a', 's b'])
  expect(queueAfter(...waiting, moved, { ...moved, from: 's', to: 't' })).toEqual(['t a', 't b'])
  expect(queueAfter(...waiting, { ...moved, from: 'x', to: 't' })).toEqual(['none a', 'none b'])
})

test('cancelled prompts leave the queue: the first ones of their session', () => {
  const back = (count: number, id: string | null = sessionId): AppEvent => ({
    type: 'prompts-withdrawn',
    atMs: 3,
    sessionId: id,
    count,
  })
  const waiting = [queued('a'), queued('x', 0, 't'), queued('b', 1), queued('c', 0, null)]
  expect(queueAfter(...waiting, back(1))).toEqual(['t x', 's b', 'none c'])
  expect(queueAfter(...waiting, back(2))).toEqual(['t x', 'none c'])
  expect(queueAfter(...waiting, back(9, null))).toEqual(['s a', 't x', 's b'])
})
