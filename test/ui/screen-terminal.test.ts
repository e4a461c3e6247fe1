import { expect, test } from 'vitest'
import { InputDrain, mouseReports } from '../../src/ui/screen-terminal.ts'
import { fakeClock } from '../agent/fake-clock.ts'

function drained() {
  const clock = fakeClock()
  const written: string[] = []
  const drain = new InputDrain({ clock, write: (bytes) => void written.push(bytes), mouse: mouseReports })
  let ends = 0
  const end = (): void => drain.whenDrained(() => void ends++)
  return { clock, written, drain, end, ends: () => ends }
}

test('where the mouse was not used just before, nothing is asked, and nothing waits', () => {
  const { clock, written, drain, end, ends } = drained()
  end()
  drain.noteReport()
  clock.pass(1000)
  end()
  expect([written, ends()]).toEqual([[], 2])
})

test('the mouse is switched off, and what comes before the terminal answers is dropped', () => {
  const { written, drain, end, ends, clock } = drained()
  drain.noteReport()
  end()
  expect(written).toEqual([`${mouseReports.leave}\u001b[c`])
  expect([drain.isDraining, ends()]).toEqual([true, 0])
  expect([drain.answered(), drain.isDraining, ends()]).toEqual([true, false, 1])
  expect(drain.answered()).toBe(false)
  clock.pass(10_000)
  expect(ends()).toBe(1)
})

test('a terminal that never answers is not waited for', () => {
  const { drain, end, ends, clock } = drained()
  drain.noteReport()
  end()
  end()
  clock.pass(250)
  expect([drain.isDraining, ends()]).toEqual([false, 1])
})
