import fc from 'fast-check'
import { expect, test } from 'vitest'
// The SDK does not export what it reads messages with.
import * as sdk1 from '../../../node_modules/@agentclientprotocol/sdk/dist/v1/unstable/schema/zod.gen.js'
import * as sdk2 from '../../../node_modules/@agentclientprotocol/sdk/dist/v2/unstable/schema/zod.gen.js'
import { checkValue, isRejection } from '../../../src/protocol/message-schemas/check-value.ts'
import { definitionsOf } from '../../../src/protocol/message-schemas/protocol-schema.ts'
import { withOdd } from '../../recordings/odd-values.ts'
import { anyOfSchema } from './any-of-schema.ts'

const anyOther = fc.record({
  way: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 5 }),
  isBeside: fc.boolean(),
  value: fc.constantFrom<unknown>(null, 7, -1, 1.5, 'other', true, [], {}, [1], { type: 'other' }),
})

interface Parser {
  readonly safeParse: (value: unknown) => { readonly success: boolean; readonly error?: unknown }
}

/** Of each message of both versions: its definition, and what the SDK reads it with. */
const messages = ([1, 2] as const).flatMap((version) => {
  const sdk = (version === 1 ? sdk1 : sdk2) as unknown as Readonly<Record<string, Parser>>
  const definitions = definitionsOf[version]
  return Object.entries(definitions).flatMap(([name, schema]) => {
    const parser = sdk[`z${name}`]
    if (schema['x-method'] === undefined || parser === undefined) return []
    const rejects = (value: unknown): boolean =>
      checkValue(value, name, definitions, 'params').some(({ kind }) => isRejection(kind))
    return [
      { title: `${name} of version ${version}`, any: anyOfSchema(schema, definitions), parser, rejects },
    ]
  })
})

test('both versions have their messages', () => {
  expect(messages.length).toBeGreaterThan(100)
})

test.each(messages)('$title: what is valid is accepted, by the SDK too', ({ any, parser, rejects }) => {
  fc.assert(
    fc.property(any, (value) => {
      expect([value, parser.safeParse(value).error ?? null, rejects(value)]).toEqual([value, null, false])
    }),
    { numRuns: 20 },
  )
})

test.each(messages)('$title: what the SDK rejects is rejected', ({ any, parser, rejects }) => {
  fc.assert(
    fc.property(any, anyOther, (value, odd) => {
      const changed = withOdd(value, odd)
      if (!parser.safeParse(changed).success) expect([changed, rejects(changed)]).toEqual([changed, true])
    }),
    { numRuns: 40 },
  )
})
