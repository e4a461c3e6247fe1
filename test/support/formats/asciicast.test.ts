import { expect, test } from 'vitest'
import { readCast } from './asciicast.ts'

const header = '{"version":2,"width":80,"height":24}'
const first = '[0.000000, "o", "a"]'

test('a valid recording of a terminal is read', () => {
  expect(readCast(`${header}\n${first}\n[1.500000, "m", "here"]\n`)).toMatchObject({
    version: 2,
    columns: 80,
    rows: 24,
    events: [
      { atMicros: 0, code: 'o', data: 'a' },
      { atMicros: 1_500_000, code: 'm', data: 'here' },
    ],
  })
  const third = '{"version":3,"term":{"cols":80,"rows":24}}'
  expect(readCast(`${third}\n[0.500000, "o", "a"]\n[0.250000, "x", "0"]\n`).events[1]?.atMicros).toBe(750_000)
})

test.each([
  ['time that goes back', 'goes back', `${header}\n[1.000000, "o", "a"]\n${first}\n`],
  ['half a character', 'half a', `${header}\n[1.000000, "o", "\\ud83d"]\n`],
])('%s is rejected', (_name, says, text) => {
  expect(() => readCast(text)).toThrow(says)
})
