import { expect, test } from 'vitest'
import { parseSpeed } from '../../src/lib/clock.ts'

test('a speed is a number, or max', () => {
  expect(['1', '2.5', '0', 'max'].map((text) => parseSpeed(text))).toEqual([
    { ok: true, value: 1 },
    { ok: true, value: 2.5 },
    { ok: true, value: 'max' },
    { ok: true, value: 'max' },
  ])
  expect(['', ' ', '-1', 'fast', 'NaN', 'Infinity'].filter((text) => parseSpeed(text).ok)).toEqual([])
})
