import { execFileSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Concealer } from '../../../src/app/conceal/concealer.ts'
import {
  credentialsOf,
  headerRecord,
  parseHeader,
  type RemoteHeader,
  readTokenFile,
} from '../../../src/sources/remote/remote-header.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

test.each([
  ['Authorization: Bearer abc', { name: 'Authorization', value: 'Bearer abc' }],
  ['X-Key:v', { name: 'X-Key', value: 'v' }],
  ['X-Key: \t v\tw ', { name: 'X-Key', value: 'v\tw' }],
  ['x!#$%&\'*+.^_`|~9: "a:b"', { name: "x!#$%&'*+.^_`|~9", value: '"a:b"' }],
])('%j', (text, header) => {
  expect(parseHeader(text)).toEqual({ ok: true, value: header })
})

const form = 'A header is written NAME: VALUE, for example --header "Authorization: Bearer TOKEN".'

test.each([
  ['hunter2', 'the header has no colon after its name', form],
  ['', 'the header has no colon after its name', form],
  [': hunter2', 'the header has no name before its colon', form],
  ['X Key hunter2: a', 'the header name has invalid characters', form],
  ['X-Key:', 'the header “X-Key” has no value', 'Is a variable in it not set?'],
  ['X-Key:  ', 'the header “X-Key” has no value', 'Is a variable in it not set?'],
  ['X-Key: a\r\nX-Evil: hunter2', 'the value of “X-Key” has line breaks in it', form],
  ['X-Key: a\nhunter2', 'the value of “X-Key” has line breaks in it', form],
  ['X-Key: hünter2', 'the value of “X-Key” has characters in it that are no printable ASCII', form],
  ['X-Key: hunter2\0', 'the value of “X-Key” has characters in it that are no printable ASCII', form],
  ['Host: hunter2', 'the header “Host” is set by the connection itself', 'Leave it out.'],
  ['acp-session-id: hunter2', 'the header “acp-session-id” is set by the connection itself', 'Leave it out.'],
  [
    'Sec-WebSocket-Key: hunter2',
    'the header “Sec-WebSocket-Key” is set by the connection itself',
    'Leave it out.',
  ],
])('%j is no header, and its value is not in the error', (text, message, hint) => {
  const parsed = parseHeader(text)
  expect(parsed).toEqual({ ok: false, problem: { message, hint } })
  expect(JSON.stringify(parsed)).not.toMatch(/h[uü]nter2/)
})

test('headers of one name are joined, and of Authorization the last counts', () => {
  expect(
    headerRecord([
      { name: 'X-A', value: '1' },
      { name: 'Authorization', value: 'Basic x' },
      { name: 'Cookie', value: 'a=1' },
      { name: 'x-a', value: '2' },
      { name: 'cookie', value: 'b=2' },
      { name: 'authorization', value: 'Bearer y' },
    ]),
  ).toEqual({ 'x-a': '1, 2', authorization: 'Bearer y', cookie: 'a=1; b=2' })
})

test.each([
  ['abc.def-123', 'abc.def-123'],
  ['  abc\n', 'abc'],
  ['\ufeffabc\r\n', 'abc'],
])('the token in %j', async (text, token) => {
  const path = join(emptyFolder(), 'token')
  await writeFile(path, text)
  expect(readTokenFile(path)).toEqual({
    ok: true,
    value: { name: 'Authorization', value: `Bearer ${token}` },
  })
})

test.each([
  ['', 'is empty'],
  [' \n\n', 'is empty'],
  ['hunter2\nhunter3', 'has more than one line'],
  ['hunter2 hunter3', 'has more than one word'],
  ['Bearer hunter2', 'begins with “Bearer”, which is added here'],
  ['hunter2\0', 'has characters that are invalid in a token'],
  ['hünter2', 'has characters that are invalid in a token'],
  [Buffer.from([0xff, 0xfe, 0x80, 0x81]), 'has characters that are invalid in a token'],
  ['hunter2'.repeat(2000), 'is too long for a token'],
])('%j is no token, and is not in the error', async (text, what) => {
  const path = join(emptyFolder(), 'token')
  await writeFile(path, text)
  expect(readTokenFile(path)).toEqual({
    ok: false,
    problem: {
      message: `the token file “${path}” ${what}`,
      hint: 'It must contain the token and nothing else.',
    },
  })
})

test('a token file that cannot be read says why', async () => {
  const folder = emptyFolder()
  const message = async (path: string): Promise<unknown> => {
    const read = readTokenFile(path)
    return read.ok ? null : read.problem.message.replace(folder, '')
  }
  expect(await message(join(folder, 'none'))).toBe('the token file “/none” does not exist')
  await mkdir(join(folder, 'sub'))
  expect(await message(join(folder, 'sub'))).toBe('the token file “/sub” is a folder')
  await writeFile(join(folder, 'file'), '')
  expect(await message(join(folder, 'file', 'x'))).toBe('the token file “/file/x” does not exist')
  await writeFile(join(folder, 'locked'), 'hunter2', { mode: 0 })
  await chmod(folder, 0o755)
  // Root may read everything, so it steps down for a moment.
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  const locked = await message(join(folder, 'locked')).finally(() => isRoot && process.seteuid?.(0))
  expect(locked).toBe('the token file “/locked” is not readable for you')
})

// Windows has no other files.
test.skipIf(process.platform === 'win32')(
  'a token is read from a regular file only, which never blocks',
  async () => {
    const path = join(emptyFolder(), 'pipe')
    execFileSync('mkfifo', [path])
    expect(readTokenFile(path)).toMatchObject({
      problem: { message: `the token file “${path}” is a pipe, and only a regular file is read` },
    })
    expect(readTokenFile('/dev/zero')).toMatchObject({
      problem: { message: 'the token file “/dev/zero” is a device, and only a regular file is read' },
    })
  },
)

test('secrets that a server repeats are removed', () => {
  const { text } = concealing(
    [
      { name: 'Authorization', value: 'Bearer hunter2' },
      { name: 'Authorization', value: `Basic ${Buffer.from('me:pa:ss').toString('base64')}` },
      { name: 'X-Key', value: 'hunter2hunter2' },
      { name: 'X-Debug', value: '1' },
    ],
    'https://host/acp?token=a%20bcd&x=2',
  )
  expect(text('Bearer hunter2, hunter2! hunter2hunter2; bWU6cGE6c3M= me:pa:ss pa:ss 1 2')).toBe(
    'Bearer ***, ***! ***; *** *** *** 1 2',
  )
  expect(text('GET /acp?token=a%20bcd&x=2 a bcd')).toBe('GET /acp?token=***&x=2 ***')
})

test('credentials that an agent repeats are removed from its messages, and nothing else', () => {
  const { message } = concealing(
    [
      { name: 'Authorization', value: 'Bearer s3cret-token' },
      { name: 'Proxy-Authorization', value: 'Basic am9lOmh1bnRlcjI4Nw==' },
      { name: 'X-Api-Key', value: 'with "quotes" in it' },
      { name: 'Cookie', value: 'id=12345678; sid=abcdefgh1' },
      { name: 'X-Tenant', value: 'the-project' },
      { name: 'X-Auth-Mode', value: 'true' },
    ],
    'https://agents.example/acp?token=query-s3cret&team=the-project',
  )
  const told = JSON.stringify({
    error: { message: 'no: Bearer s3cret-token, s3cret-token, hunter287, with "quotes" in it, query-s3cret' },
    sid: 'abcdefgh1',
    id: 12_345_678,
    flag: true,
    team: 'the-project',
  })
  expect(JSON.parse(message(told))).toEqual({
    error: { message: 'no: Bearer ***, ***, ***, ***, ***' },
    sid: '***',
    id: 12_345_678,
    flag: true,
    team: 'the-project',
  })
})

test.each<[string, string, string, string]>([
  ['a token for a user name', 'Authorization', `Basic ${base64('only-a-token:')}`, 'only-a-token'],
  [
    'a token beside a name',
    'Authorization',
    `Basic ${base64('ghp_0123456789abcdefghij:x-oauth')}`,
    'ghp_0123456789abcdefghij',
  ],
  ['parameters', 'Authorization', 'AWS4-HMAC-SHA256 Credential=AKIA/us, Signature="fe5f80f7"', 'fe5f80f7'],
  ['a scheme of its own', 'Authorization', 'Api-Key hunter-seven', 'hunter-seven'],
  ['a key by its form', 'X-Upstream', 'sk-ant-api03-abcdefgh12', 'sk-ant-api03-abcdefgh12'],
  ['a cookie in quotes', 'Cookie', 'sid="hunter-eight"', 'hunter-eight'],
])('%s is a credential', (_, name, value, secret) => {
  const { message } = concealing([{ name, value }], 'https://host/acp')
  expect(JSON.parse(message(JSON.stringify({ a: `<${secret}>` })))).toEqual({ a: '<***>' })
})

test('what stands in a query alone is a credential', () => {
  const { message } = concealing([], 'https://host/acp?hunter-seven')
  expect(message('"hunter-seven"')).toBe('"***"')
})

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

function concealing(
  headers: readonly RemoteHeader[],
  url: string,
): { readonly text: (text: string) => string; readonly message: (text: string) => string } {
  const concealer = new Concealer(credentialsOf(headers, url))
  return {
    text: (text) => concealer.text(text),
    message: (text) => concealer.message(Buffer.from(text)).toString('utf8'),
  }
}
