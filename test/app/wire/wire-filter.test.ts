import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFilter } from '../../../src/app/wire/wire-filter.ts'

describe('a filter', () => {
  test.each([
    ['', []],
    ['  ', []],
    ['plan', [{ isNegated: false, field: null, values: ['plan'] }]],
    ['!chunks', [{ isNegated: true, field: null, values: ['chunks'] }]],
    ['plan:Main', [{ isNegated: false, field: 'plan', values: ['main'] }]],
    ['KIND:tool,plan', [{ isNegated: false, field: 'kind', values: ['tool', 'plan'] }]],
    ['!dir:out', [{ isNegated: true, field: 'dir', values: ['out'] }]],
    ['text:"a b: c"', [{ isNegated: false, field: 'text', values: ['a b: c'] }]],
    ['"http://x"', [{ isNegated: false, field: null, values: ['http://x'] }]],
    [
      'a !method:session/update',
      [
        { isNegated: false, field: null, values: ['a'] },
        { isNegated: true, field: 'method', values: ['session/update'] },
      ],
    ],
  ])('%j', (text, terms) => {
    expect(parseFilter(text)).toEqual({ terms, fault: null })
  })

  test.each([
    ['metod:x', { from: 0, to: 6, words: 'there is no field “metod”: method?' }],
    [
      'zzz:x',
      {
        from: 0,
        to: 4,
        words: 'there is no field “zzz”, only method, kind, session, plan, dir, error, text',
      },
    ],
    ['a kind:plna b', { from: 7, to: 11, words: 'there is no kind “plna”: plan?' }],
    ['dir:up', { from: 4, to: 6, words: 'dir is one of in, out, agent, client' }],
    ['plan:', { from: 0, to: 5, words: 'plan: needs a value behind it' }],
    ['a !', { from: 2, to: 3, words: '! needs a word behind it' }],
    ['a "b c', { from: 2, to: 6, words: 'the quotation mark is not closed' }],
  ])('points at the mistake in %j', (text, fault) => {
    expect(parseFilter(text).fault).toEqual(fault)
  })

  test('is used without the part with the mistake', () => {
    expect(parseFilter('kind:plan foo:bar').terms).toEqual([
      { isNegated: false, field: 'kind', values: ['plan'] },
    ])
  })

  test('never throws, and points into the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ':', '!', '"', ' ', ',', 'kind', 'é', '\u0000') }),
        (text) => {
          const { fault } = parseFilter(text)
          if (fault === null) return
          expect(fault.from).toBeGreaterThanOrEqual(0)
          expect(fault.to).toBeGreaterThanOrEqual(fault.from)
          expect(fault.to).toBeLessThanOrEqual(text.length)
        },
      ),
    )
  })
})
