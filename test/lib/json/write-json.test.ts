import fc from 'fast-check'
import { expect, test, describe } from 'vitest'
import { writeShownJson, beginningOfJson, formattedJson } from '../../../src/lib/json/write-json.ts'

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

const anyValue = fc.jsonValue({ maxDepth: 5 })

describe('formatted JSON', () => {
  test('is what JSON.stringify makes of it, up to a limit', () => {
    fc.assert(
      fc.property(anyValue, fc.nat(200), (value, limit) => {
        const whole = JSON.stringify(value, null, 2)
        expect(formattedJson(value, 100_000)).toEqual({ text: whole, isCut: false })
        expect(formattedJson(value, limit)).toEqual({
          text: whole.slice(0, limit),
          isCut: whole.length > limit,
        })
      }),
    )
  })

  test('can be written on one line', () => {
    fc.assert(
      fc.property(anyValue, fc.nat(200), (value, limit) => {
        expect(beginningOfJson(value, limit)).toBe(JSON.stringify(value).slice(0, limit))
      }),
    )
  })

  test('leaves out members that are undefined, as JSON.stringify does', () => {
    const value = { a: undefined, b: [undefined], c: { d: undefined } }
    expect(beginningOfJson(value, 100)).toBe(JSON.stringify(value))
    expect(formattedJson({ a: undefined }, 100).text).toBe('{}')
  })

  test('takes time for the shown part only', () => {
    let asked = 0
    const long: unknown[] = new Proxy(Array<number>(10_000_000).fill(1), {
      get(list, key) {
        asked++
        return Reflect.get(list, key) as unknown
      },
    })
    expect(beginningOfJson([long, long], 10)).toBe('[[1,1,1,1,')
    expect(asked).toBeLessThan(20)
  })

  test('has a limited indentation', () => {
    const deep = JSON.parse(`${'['.repeat(10_000)}1${']'.repeat(10_000)}`) as unknown
    const { text, isCut } = formattedJson(deep, 1_500_000)
    expect(isCut).toBe(false)
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBe(49)
  })
})
