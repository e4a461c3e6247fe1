import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeDataUri, decodeText } from '../../../src/sources/plan-file/open-document.ts'
import { anyCharacter } from '../../support/any-character.ts'

const LIMIT = 1024
const NOTHING = { text: '', replacedCharacters: -1 }

const textOf = (uri: string): unknown => {
  const payload = decodeDataUri(uri, LIMIT)
  return payload.ok ? Buffer.from(payload.value.bytes).toString('utf8') : payload
}

test('no string makes decodeDataUri throw, and no payload is larger than the limit', () => {
  const anyString = fc.string({ unit: anyCharacter })
  const almostData = fc
    .tuple(fc.constantFrom('data:', 'DATA:text/x-c', 'data:text/plain;base64', 'data:;base64;'), anyString)
    .map(([head, tail]) => head + tail)
  fc.assert(
    fc.property(fc.oneof(anyString, almostData), fc.nat(20), (uri, limit) => {
      const payload = decodeDataUri(uri, limit)
      const { bytes, sizeBytes } = payload.ok ? payload.value : { bytes: [], sizeBytes: 0 }
      expect(bytes.length).toBe(Math.min(limit, sizeBytes))
    }),
  )
})

test('both encodings are decoded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(textOf(`data:text/plain,${encodeURIComponent(text)}`)).toBe(text)
      for (const encoding of ['base64', 'base64url'] as const) {
        expect(textOf(`data:;base64,${Buffer.from(text).toString(encoding)}`)).toBe(text)
      }
    }),
  )
})

test('data: URIs as agents write them', () => {
  expect(textOf('data:,# Plan\n- 100% done? #1 %zz')).toBe('# Plan\n- 100% done? #1 %zz')
  expect(textOf('data:text/plain; BASE64 ,aGk%3D')).toBe('hi')
  expect(textOf('data:;base64,aG\nk=')).toBe('hi')
  expect(textOf('data:;base64,a')).toEqual({ ok: false, problem: 'its base64 data is cut off' })
  expect(textOf('data:;base64,a?b=')).toEqual({
    ok: false,
    problem: 'its base64 data has characters that are not base64',
  })
  expect(decodeDataUri('data:Text/X-Python;charset="UTF-8",', LIMIT)).toMatchObject({
    value: { mediaType: { essence: 'text/x-python', charset: 'utf-8' }, sizeBytes: 0 },
  })
})

test('byte order marks decide and are left off', () => {
  const utf16 = Buffer.from('\uFEFFplan ü', 'utf16le')
  const plain = { ok: true, value: { text: 'plan ü', replacedCharacters: 0 } }
  expect(decodeText(Buffer.from('\uFEFFplan ü'))).toEqual(plain)
  expect(decodeText(utf16)).toEqual(plain)
  expect(decodeText(Buffer.from(utf16).swap16())).toEqual(plain)
  expect(decodeText(utf16, { charset: 'utf-8' })).toEqual(plain)
  expect(decodeText(Buffer.from('plan ü', 'latin1'), { charset: 'iso-8859-1' })).toEqual(plain)
  expect(decodeText(Buffer.from('plan ü'), { charset: 'no-such-charset' })).toEqual(plain)
})

test('a few bad bytes are replaced and counted; many, or a NUL, make it binary', () => {
  const mostlyGood = Buffer.concat([Buffer.from('twenty good letters '), Buffer.from([0xff])])
  expect(decodeText(mostlyGood)).toEqual({
    ok: true,
    value: { text: 'twenty good letters \uFFFD', replacedCharacters: 1 },
  })
  expect(decodeText(Buffer.from([0x61, 0xff, 0xfe, 0x80]))).toEqual({ ok: false, problem: 'binary' })
  expect(decodeText(Buffer.from('text\0text'))).toEqual({ ok: false, problem: 'binary' })
  // UTF-32 begins like UTF-16.
  expect(decodeText(Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]))).toEqual({ ok: false, problem: 'binary' })
})

test('a text that is cut anywhere is a beginning of the whole text, without a broken character', () => {
  const whole = fc.string({ unit: 'grapheme' }).filter((text) => !/[\0\uFFFD]|^\uFEFF/.test(text))
  fc.assert(
    fc.property(
      whole,
      fc.integer({ min: 3, max: 200 }),
      fc.constantFrom('utf8', 'utf16le'),
      (text, at, encoding) => {
        const bytes = Buffer.from(encoding === 'utf8' ? text : `\uFEFF${text}`, encoding)
        const decoded = decodeText(bytes.subarray(0, at), { isCut: true })
        const { text: beginning, replacedCharacters } = decoded.ok ? decoded.value : NOTHING
        expect({ isBeginning: text.startsWith(beginning), replacedCharacters }).toEqual({
          isBeginning: true,
          replacedCharacters: 0,
        })
      },
    ),
  )
})
