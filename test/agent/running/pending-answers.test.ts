import { expect, test } from 'vitest'
import { SilenceWatch } from '../../../src/agent/running/pending-answers.ts'
import type { Clock } from '../../../src/lib/clock.ts'

interface LateClock extends Clock {
  /** Runs the timer that is set, so long after it was due. */
  fire(lateMs: number): void
}

function lateClock(): LateClock {
  let due: { readonly atMs: number; readonly run: () => void } | null = null
  let nowMs = 0
  return {
    nowMs: () => nowMs,
    wallMs: () => nowMs,
    after(delayMs, run) {
      due = { atMs: nowMs + delayMs, run }
      return () => (due = null)
    },
    fire(lateMs) {
      const timer = due
      due = null
      nowMs = (timer?.atMs ?? nowMs) + lateMs
      timer?.run()
    },
  }
}

/** A wait of a minute. */
function watching(): { clock: LateClock; watch: SilenceWatch; silences: readonly number[] } {
  const clock = lateClock()
  const silences: number[] = []
  const watch = new SilenceWatch({
    clock,
    onSlow: () => undefined,
    onSilent: (forMs) => silences.push(forMs),
    onOverdue: () => undefined,
  })
  watch.waitFor('the end of the turn', {
    signs: 'messages',
    noticeAfterMs: null,
    endAfterMs: 60_000,
    endTotalAfterMs: null,
  })
  return { clock, watch, silences }
}

test('a silence is reported when its time is up', () => {
  const { clock, silences } = watching()
  clock.fire(20)
  expect(silences).toEqual([60_020])
})

test('after a suspension of an hour the input from meanwhile is read first', () => {
  const { clock, watch, silences } = watching()
  clock.fire(3_600_000)
  expect(silences).toEqual([])
  watch.onMessage()
  clock.fire(0)
  expect(silences).toEqual([])
  clock.fire(0)
  expect(silences).toEqual([60_000])
})

test('the time of a suspension is no silence, and silence after it is reported', () => {
  const { clock, silences } = watching()
  clock.fire(3_600_000)
  expect(silences).toEqual([])
  clock.fire(0)
  expect(silences).toEqual([60_000])
})
