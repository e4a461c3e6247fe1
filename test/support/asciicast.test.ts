import { expect, test } from 'vitest'
import { readCast } from './asciicast.ts'

const header = '{"version":2,"width":80,"height":24}'
const first = '[0.000000, "o", "a"]'

test('a cast as it should be', () => {
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
  ['no last line end', 'lines end', `${header}\n${first}`],
  ['carriage returns', 'lines end', `${header}\r\n${first}\n`],
  ['no size', 'no size', `{"version":2,"width":80}\n`],
  ['another version', 'version 4', `{"version":4,"width":80,"height":24}\n`],
  ['a header with more in it', 'what is rows', `{"version":2,"width":80,"height":24,"rows":24}\n`],
  [
    'a palette of nine',
    '8 or 16',
    `{"version":2,"width":8,"height":2,"theme":{"fg":"#000000","bg":"#000000","palette":"${'#000000:'.repeat(8)}#000000"}}\n`,
  ],
  ['time that goes back', 'goes back', `${header}\n[1.000000, "o", "a"]\n${first}\n`],
  ['rounded times', 'six decimals', `${header}\n[1.5, "o", "a"]\n`],
  ['four parts', 'no event', `${header}\n[1.000000, "o", "a", 1]\n`],
  ['an unknown event', 'an event q', `${header}\n[1.000000, "q", "a"]\n`],
  ['an end in version 2', 'an event x', `${header}\n[1.000000, "x", "0"]\n`],
  ['half a character', 'half a', `${header}\n[1.000000, "o", "\\ud83d"]\n`],
])('%s is no cast', (_name, why, text) => {
  expect(() => readCast(text)).toThrow(why)
})
