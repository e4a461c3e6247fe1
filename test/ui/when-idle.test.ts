import { expect, test } from 'vitest'
import { createApp } from '../../src/app/app.ts'
import { whenIdle } from '../../src/ui/stack/frame-loop.ts'
import { fakeClock } from '../agent/fake-clock.ts'

function waiting() {
  const app = createApp()
  const clock = fakeClock()
  let times = 0
  const callOff = whenIdle({ app, clock }, () => times++)
  return {
    clock,
    callOff,
    times: () => times,
    happens: () => app.dispatch({ type: 'remarked', atMs: clock.nowMs(), text: 'x' }),
  }
}

test('calls once, when there was no event for a moment', () => {
  const { clock, times } = waiting()
  clock.pass(399)
  expect(times()).toBe(0)
  clock.pass(10_000)
  expect(times()).toBe(1)
})

test('does not call while events keep coming', () => {
  const { clock, times, happens } = waiting()
  for (let at = 0; at < 40; at++) {
    clock.pass(300)
    happens()
  }
  expect(times()).toBe(0)
  clock.pass(400)
  expect(times()).toBe(1)
})

test('does not call after it was cancelled', () => {
  const { clock, times, callOff } = waiting()
  clock.pass(100)
  callOff()
  clock.pass(10_000)
  expect(times()).toBe(0)
})
