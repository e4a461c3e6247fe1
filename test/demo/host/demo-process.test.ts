import { expect, test } from 'vitest'
import { pause } from '../../../src/demo/host/demo-process.ts'

const plain = { speed: 1, idleLimitMs: null } as const

test('a pause of years does not end at once', async () => {
  const aborter = new AbortController()
  let isOver = false
  const paused = pause(1e11, plain, aborter.signal).then(() => (isOver = true))
  await pause(20, plain, new AbortController().signal)
  expect(isOver).toBe(false)
  aborter.abort()
  await paused
})

test('an aborted signal and the highest speed wait for nothing', async () => {
  await pause(1e11, plain, AbortSignal.abort())
  await pause(1e11, { speed: 'max', idleLimitMs: null }, new AbortController().signal)
  await pause(1e11, { speed: 1, idleLimitMs: 1 }, new AbortController().signal)
})
