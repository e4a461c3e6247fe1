import fc from 'fast-check'
import protobuf from 'protobufjs'
import { expect, test } from 'vitest'
import { writeMessage, type MessageForm } from '../../../src/lib/protobuf/write-message.ts'

const { root } = protobuf.parse(`
syntax = "proto3";
message Tree {
  string text = 1; bytes id = 2; optional uint64 count = 3; optional sfixed64 number = 5; optional double ratio = 6;
  repeated Tree children = 16; repeated fixed64 counts = 17; repeated double ratios = 2000;
}`)
const known = root.lookupType('Tree')

const tree: MessageForm = [
  ['text', 1, 'string'],
  ['id', 2, 'hex'],
  ['count', 3, 'varint'],
  ['number', 5, 'fixed64'],
  ['ratio', 6, 'double'],
]
const form: MessageForm = [
  ...tree,
  ['children', 16, [...tree, ['children', 16, tree]]],
  ['counts', 17, 'fixed64'],
  ['ratios', 2000, 'double'],
]

const leaf = {
  text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }),
  id: fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  count: fc.maxSafeNat(),
  number: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  ratio: fc.double({ noNaN: true }),
}
const leaves = fc.record(leaf, { requiredKeys: [] })
const branch = fc.record(
  { ...leaf, children: fc.array(leaves, { minLength: 1, maxLength: 4 }) },
  { requiredKeys: [] },
)
const trees = fc.record(
  {
    ...leaf,
    children: fc.array(branch, { minLength: 1, maxLength: 4 }),
    counts: fc.array(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String), { minLength: 1 }),
    ratios: fc.array(fc.double({ noNaN: true }), { minLength: 1 }),
  },
  { requiredKeys: [] },
)

test('protobufjs reads what was written', () => {
  fc.assert(
    fc.property(trees, (message) => {
      const read = known.toObject(known.decode(writeMessage(form, message)), { longs: String, bytes: String })
      const inHex = JSON.parse(JSON.stringify(read), (key, value: unknown) =>
        key === 'id'
          ? Buffer.from(String(value), 'base64').toString('hex')
          : key === 'count'
            ? Number(value)
            : value,
      ) as unknown
      expect(inHex).toEqual(JSON.parse(JSON.stringify(message)))
    }),
  )
})

test('fields that are missing are left out, bytes stand for a message, and what is not in the form is ignored', () => {
  const children = [writeMessage(tree, { text: 'encoded' }), { text: 'ä', more: 1 }]
  expect(known.toObject(known.decode(writeMessage(form, { text: undefined, children })))).toEqual({
    children: [{ text: 'encoded' }, { text: 'ä' }],
  })
  expect(writeMessage(form, {})).toHaveLength(0)
})
