import { expect, test } from 'vitest'
import { startFrameLoop } from '../../../src/ui/stack/frame-loop.ts'
import { fakeClock } from '../../agent/fake-clock.ts'

/** A loop whose frames return null, or the times that are given. */
function looping({ firstAtMs = null, next = [] }: { firstAtMs?: number | null; next?: number[] } = {}) {
  const clock = fakeClock()
  const startMs = clock.nowMs()
  const drawnAtMs: number[] = []
  const loop = startFrameLoop(clock, firstAtMs === null ? null : startMs + firstAtMs, () => {
    drawnAtMs.push(clock.nowMs() - startMs)
    const after = next.shift()
    return after === undefined ? null : clock.nowMs() + after
  })
  return {
    loop,
    drawnAtMs,
    /** Lets time pass, and runs immediates. */
    async passes(ms: number): Promise<void> {
      for (let passed = 0; passed < ms; passed++) {
        await immediately()
        clock.pass(1)
      }
      await immediately()
    },
  }
}

function immediately(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

test('draws the first three requests at once, and the first two after a pause', async () => {
  const { loop, drawnAtMs, passes } = looping()
  for (let count = 0; count < 4; count++) {
    loop.request()
    await passes(2)
  }
  await passes(192)
  expect(drawnAtMs).toEqual([0, 2, 4, 20])
  for (let count = 0; count < 3; count++) {
    loop.request()
    await passes(3)
  }
  await passes(50)
  expect(drawnAtMs.slice(4)).toEqual([200, 203, 219])
})

test('draws a series of requests at most once per frame time', async () => {
  const { loop, drawnAtMs, passes } = looping()
  for (let at = 0; at < 80; at++) {
    loop.request()
    await passes(1)
  }
  expect(drawnAtMs).toEqual([0, 1, 2, 18, 34, 50, 66])
})

test('waits for the time that a request allows, if no other request wants the frame earlier', async () => {
  const { loop, drawnAtMs, passes } = looping()
  for (let count = 0; count < 3; count++) {
    loop.request()
    await passes(1)
  }
  for (let at = 3; at < 80; at++) {
    loop.request(40)
    await passes(1)
  }
  expect(drawnAtMs).toEqual([0, 1, 2, 42])
  loop.request()
  loop.request(40)
  await passes(5)
  expect(drawnAtMs.slice(4)).toEqual([80])
  loop.request(40)
  await passes(5)
  loop.request()
  await passes(50)
  expect(drawnAtMs.slice(5)).toEqual([96])
})

test('draws at once after a pause, whatever time a request allows', async () => {
  const { loop, drawnAtMs, passes } = looping()
  loop.request(40)
  await passes(200)
  loop.request(40)
  await passes(5)
  loop.request(40)
  await passes(5)
  loop.request(40)
  await passes(100)
  expect(drawnAtMs).toEqual([0, 200, 205, 245])
})

test('draws at the time that the frame before has returned, the first frame at `firstAtMs`', async () => {
  const { drawnAtMs, passes } = looping({ firstAtMs: 40, next: [300, 50] })
  await passes(1000)
  expect(drawnAtMs).toEqual([40, 340, 390])
})

test('draws nothing without a request, and nothing after it was stopped', async () => {
  const { loop, drawnAtMs, passes } = looping()
  await passes(500)
  expect(drawnAtMs).toEqual([])
  loop.request()
  loop.stop()
  loop.request()
  await passes(500)
  expect(drawnAtMs).toEqual([])
})
