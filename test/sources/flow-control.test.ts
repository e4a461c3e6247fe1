import { describe, expect, test } from 'vitest'
import { Buffer } from 'node:buffer'
import { FlowControl, Gate, unreadBytes, unreadMessages } from '../../src/sources/flow-control.ts'

interface Stage {
  readonly flow: FlowControl
  readonly isPaused: () => boolean
  readonly told: readonly boolean[]
}

function stage(): Stage {
  let isPaused = false
  const told: boolean[] = []
  const source = { pause: () => (isPaused = true), resume: () => (isPaused = false) }
  return {
    flow: new FlowControl(source, (isStalled) => told.push(isStalled)),
    isPaused: () => isPaused,
    told,
  }
}

async function nextTurn(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve))
}

describe('messages that the agent does not read', () => {
  test.each([
    { what: 'messages', count: unreadMessages, bytes: 1 },
    { what: 'bytes', count: 32, bytes: unreadBytes / 32 },
  ])(
    'pause reading when there are too many $what, until half of them were read',
    async ({ count, bytes }) => {
      const { flow, isPaused, told } = stage()
      const taken = Array.from({ length: count }, () => flow.sent(bytes))
      expect([isPaused(), told]).toEqual([false, []])
      taken.push(flow.sent(bytes))
      expect([isPaused(), told]).toEqual([true, [true]])
      flow.pace.lines(Buffer.alloc(200_000), () => {})
      await nextTurn()
      // The next turn does not end it: only the other side does.
      expect(isPaused()).toBe(true)
      for (const take of taken.splice(0, count / 2)) take()
      expect([isPaused(), told]).toEqual([true, [true]])
      taken.pop()?.()
      expect([isPaused(), told]).toEqual([false, [true, false]])
    },
  )

  test('have no effect while the connection ends', () => {
    const { flow, isPaused, told } = stage()
    for (let count = 0; count <= unreadMessages; count++) flow.sent(1)
    flow.release()
    expect([isPaused(), told]).toEqual([false, [true]])
    for (let count = 0; count <= unreadMessages; count++) flow.sent(1)
    expect(isPaused()).toBe(false)
  })
})

test('a gate blocks until it is opened', async () => {
  const gate = new Gate()
  await gate.opened
  gate.pause()
  gate.pause()
  let isThrough = false
  const through = gate.opened.then(() => (isThrough = true))
  await nextTurn()
  expect(isThrough).toBe(false)
  gate.resume()
  await through
  expect(isThrough).toBe(true)
})
