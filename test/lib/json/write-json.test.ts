import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeShownJson } from '../../../src/lib/json/write-json.ts'

// oxlint-disable-next-line no-control-regex -- controls are what this is about
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

test('what people may see is the same value, and contains no terminal control', () => {
  const unit = fc.oneof(
    fc.integer({ min: 0, max: 0x9f }),
    fc.integer({ min: 0x2000, max: 0x206f }),
    fc.constantFrom(0xad, 0x61c, 0xfeff, 0xfffb, 0xe0041, 0x1f600),
  )
  const text = fc.array(unit).map((units) => String.fromCodePoint(...units))
  fc.assert(
    fc.property(fc.dictionary(text, fc.array(text)), (value) => {
      const json = writeShownJson(value)
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(json).not.toMatch(controls)
    }),
  )
})

test.each([
  ['x\ud800', 'x�'],
  ['\udc00\ud83d', '��'],
  ['🚀', '🚀'],
  [String.raw`\ud800`, String.raw`\ud800`],
  ['\\\ud800', '\\�'],
])('half a surrogate pair is written as U+FFFD, which every parser takes: %j', (text, expected) => {
  const json = writeShownJson({ [text]: text })
  expect(JSON.parse(json)).toEqual({ [expected]: expected })
  expect(json.isWellFormed()).toBe(true)
})
