import { describe, expect, test } from 'vitest'
import { Concealer } from '../../../src/app/conceal/concealer.ts'
import { encodings, stringsIn, tells } from './encodings.ts'

const token = 'sk-S3cret+token/42=='

function concealing(...secrets: readonly string[]): Concealer {
  return new Concealer({ inMessages: secrets, inTexts: secrets })
}

function message(concealer: Concealer, text: string): string {
  return concealer.message(Buffer.from(text)).toString('utf8')
}

describe.each(Object.entries(encodings))('a token in %s', (_, encode) => {
  const text = `no: <${encode(token)}>!`

  test('is not in a text', () => {
    const shown = concealing(token).text(text)
    expect(shown).toMatch(/^no: <.*\*\*\*.*>!$/s)
    expect(tells(shown, token)).toBe(false)
  })

  test('is removed from the strings and keys of a message, and nothing else changes', () => {
    const written = JSON.stringify({
      jsonrpc: '2.0',
      id: 7,
      error: { code: 1.5, message: text, data: [text] },
      [text]: 1,
    })
    const shown = message(concealing(token), written)
    expect(JSON.parse(shown)).toMatchObject({ jsonrpc: '2.0', id: 7, error: { code: 1.5 } })
    expect(stringsIn(shown).filter((each) => tells(each, token))).toEqual([])
  })

  test('is removed from a line that is not a message', () => {
    expect(tells(message(concealing(token), `{ half of it: "${text}"`), token)).toBe(false)
  })
})

test('escaped letters of a message are searched as well', () => {
  const escaped = JSON.stringify({ text: `\\u0073${encodeURIComponent(token.slice(1))}` }).replace(
    '2B',
    String.raw`\u0032B`,
  )
  expect(message(concealing(token), escaped)).toBe('{"text":"***"}')
})

test('a value without a match is the same object', () => {
  const frame = Buffer.from(String.raw`{"a": "sk-S3 %41 &amp; \u0073 \" dG9rZW4=", "b":1.0}`)
  expect(concealing(token).message(frame)).toBe(frame)
})

test('only strings with a match are rewritten', () => {
  const written = `{ "n": 12345678901234567890, "a": "\\u00e9 \\/", "b": "${token}" , "a": 1.0 }`
  expect(message(concealing(token), written)).toBe(
    '{ "n": 12345678901234567890, "a": "\\u00e9 \\/", "b": "***" , "a": 1.0 }',
  )
})

test('a number stays a number', () => {
  expect(message(concealing('12345678'), '{"id":12345678,"text":"12345678"}')).toBe(
    '{"id":12345678,"text":"***"}',
  )
})

test('bytes that are no UTF-8 stay as bad as they are', () => {
  const bad = Buffer.concat([Buffer.from([0xff]), Buffer.from(token), Buffer.from([0xfe])])
  expect(concealing(token).message(bad)).toEqual(Buffer.from([0xff, 0x2a, 0x2a, 0x2a, 0xfe]))
})

test('a token that was cut off, at the end of a text or of a string', () => {
  const cut = `token ${token.slice(0, -3)}`
  expect(concealing(token).text(cut)).toBe('token ***')
  expect(message(concealing(token), JSON.stringify([cut, 1]))).toBe('["token ***",1]')
  expect(concealing(token).text('token sk-S3')).toBe('token sk-S3')
})

test('a long token, and how much of it is left', () => {
  const long = 'abcdefghij'.repeat(500)
  expect(concealing(long).text(`a ${long} b`)).toBe('a *** b')
  expect(concealing(long).text(`a ${encodeURIComponent(long)}%20b`)).toBe('a ***%20b')
})

test('tokens that are parts of each other, or side by side', () => {
  expect(concealing('hunter22', 'my-hunter22').text('my-hunter22 hunter22hunter22')).toBe('*** ***')
})

test('characters that are not ASCII', () => {
  for (const text of ['pässwörd', 'p%C3%A4ssw%c3%b6rd', String.raw`p\u00e4sswörd`, 'cMOkc3N3w7ZyZA=='])
    expect(concealing('pässwörd').text(`<${text}>`)).toMatch(/^<.?\*\*\*.?=*>$/)
})

describe('what a message needs to be one', () => {
  test('terms of the protocol alone are no secrets', () => {
    const written = JSON.stringify({
      method: 'session/update',
      params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', text: 'a session/update' } },
    })
    expect(message(concealing('session/update', 'sessionUpdate', 'agent_message_chunk'), written)).toBe(
      written.replace('a session/update', 'a ***'),
    )
  })

  test('a method name that holds a token is not one of the protocol', () => {
    expect(message(concealing(token), JSON.stringify({ method: `x/${token}` }))).toBe('{"method":"x/***"}')
  })

  test('ids that hold a token stay distinct, and are restored in answers', () => {
    const concealer = concealing(token)
    const ids = ['a', 'b', 'a'].map((name) => `${token}-${name}`.slice(0, -2) + (name === 'a' ? '' : '%2f'))
    const shown = JSON.parse(message(concealer, JSON.stringify({ ids }))) as { ids: readonly string[] }
    expect(shown.ids).toEqual(['***', '***%2f', '***'])
    const again = JSON.parse(message(concealer, JSON.stringify({ id: encodeURIComponent(token) }))) as {
      id: string
    }
    expect(again.id).toBe('***(2)')
    const sent = JSON.stringify({
      params: { sessionId: '***', optionId: '***(2)', text: '***', other: '*** x' },
    })
    expect(JSON.parse(concealer.restored(sent))).toEqual({
      params: { sessionId: token, optionId: encodeURIComponent(token), text: '***', other: '*** x' },
    })
  })

  test('two keys of one object stay two', () => {
    const written = JSON.stringify({ [token]: 1, [encodeURIComponent(token)]: 2 })
    expect(Object.values(JSON.parse(message(concealing(token), written)) as object)).toEqual([1, 2])
  })

  test('without a credential nothing is searched', () => {
    const frame = Buffer.from('{"a":"\\u0041"}')
    expect(concealing().message(frame)).toBe(frame)
    expect(concealing().restored('***')).toBe('***')
  })
})

test('a message that is too long is interpreted by its beginning', () => {
  const long = Buffer.concat([Buffer.from(`["${token}`), Buffer.alloc(17 * 1024 * 1024, 'x')])
  const shown = concealing(token).message(long)
  expect(shown.toString('latin1', 0, 8)).toBe('["***xxx')
  expect(shown.length).toBe(long.length - token.length + 3)
})

describe('a message that would take long to search', () => {
  const escapes = ['%73', '&amp;', '&#115;', '&&#', String.raw`\\u0073`, '%25', '%5Cu0073', String.raw`\\x73`]
  test.each(escapes)(
    'for all its %s has stars for what is not looked through, and is a message',
    (escape) => {
      const text = escape.repeat(3_000_000 / escape.length)
      const written = `{"id":7,"method":"session/update","params":{"a":"b %41","text":"${text}${token}","n":1.0}}`
      const shown = message(concealing(token), written)
      expect(shown).toMatch(
        /^\{"id":7,"method":"session\/update","params":\{"a":"b %41","text":"[^"]*\*\*\*","n":1.0\}\}$/,
      )
      expect(shown.includes(token)).toBe(false)
    },
  )

  test('without escapes is searched to its end', () => {
    const text = 'words and words\\n'.repeat(100_000)
    const shown = message(concealing(token), `{"text":"${text}${token}"}`)
    expect(shown).toBe(`{"text":"${text}***"}`)
  })
})
