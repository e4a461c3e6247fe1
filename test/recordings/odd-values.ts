import fc from 'fast-check'
import { deepList, deepObject, nested } from '../support/formats/nested.ts'

/** Stand for what JSON.stringify does not write, in what `oddText` makes a text of. */
const endless = 'a number without end'
const minusZero = 'minus zero'
const tiny = 'a number next to nothing'
const protoKey = 'a key of the prototype'

/** Says of itself what objects say, and is none of it. */
const liar = { toString: 1, valueOf: null, toJSON: {}, then: [], constructor: 'x', length: 1e9, hasOwnProperty: 0 }

/** Values that an agent may send anywhere and that break what takes them for granted. */
const oddValues: Readonly<Record<string, unknown>> = {
  'a deep list': deepList,
  'a deep object': deepObject,
  'lists at the limit': Array.from({ length: 120 }).reduce<unknown>((inside) => [inside], 'x'),
  'an object that lies about itself': liar,
  'a list of them': [liar, [liar]],
  'keys of the prototype': { [protoKey]: { polluted: true, [protoKey]: liar }, polluted: 1 },
  'a number without end': endless,
  'minus zero': minusZero,
  'a number next to nothing': tiny,
  'a number that is no integer': 1e300,
  'half a character': '\ud800',
  'no character': '\u0000',
  'an empty text': '',
  'a long text': 'a'.repeat(300_000),
  'a long text of signs': '>|-*`[](_ '.repeat(20_000),
  'many lines': '- [ ] x\n'.repeat(20_000),
  'a long key': { ['k'.repeat(200_000)]: 1 },
  'many keys': Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, index])),
  'a long list': Array(150_000).fill(0),
  'a list of lists': Array(2000).fill([[], {}, [{}]]),
  'nothing': null,
  'true': true,
  'an empty list': [],
  'an empty object': {},
}

/** A message as JSON, with the odd values that JSON.stringify does not write. */
export function oddText(message: unknown): string {
  return nested(message)
    .replaceAll(`"${endless}"`, '1e999')
    .replaceAll(`"${minusZero}"`, '-0')
    .replaceAll(`"${tiny}"`, '1e-400')
    .replaceAll(`"${protoKey}"`, '"__proto__"')
}

/** A value put into another, somewhere: in the place of what is there, or beside it. */
export interface OddPlace {
  /** Which member at each level, as parts of the way; the place is where they end. */
  readonly way: readonly number[]
  readonly isBeside: boolean
  readonly value: unknown
}

export const anyOddPlace: fc.Arbitrary<OddPlace> = fc.record({
  way: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 8 }),
  isBeside: fc.boolean(),
  value: fc.constantFrom(...Object.keys(oddValues)).map((name) => oddValues[name]),
})

/** A copy of the message with the odd value in its place. */
export function withOdd(message: unknown, { way, isBeside, value }: OddPlace): unknown {
  if (typeof message !== 'object' || message === null) return value
  const [part, ...rest] = way
  if (part === undefined) {
    if (!isBeside) return value
    return Array.isArray(message) ? [...(message as readonly unknown[]), value] : { ...message, odd: value }
  }
  const keys = Object.keys(message)
  const key = keys[Math.floor(part * keys.length)]
  if (key === undefined) return value
  const changed = withOdd(message[key as keyof typeof message], { way: rest, isBeside, value })
  if (Array.isArray(message)) return (message as readonly unknown[]).with(Number(key), changed)
  return { ...message, [key]: changed }
}
