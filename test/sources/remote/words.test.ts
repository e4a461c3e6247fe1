import { expect, test } from 'vitest'
import { closeCause } from '../../../src/sources/remote/websocket-transport.ts'
import { networkCause } from '../../../src/sources/network-cause.ts'
import { statusCause, type RefusedRequest, type Refusal } from '../../../src/sources/remote/web/refusal.ts'

const refused: Refusal = { status: 401, location: null, body: '', contentType: null }
const request: RefusedRequest = {
  over: 'http',
  url: 'https://host/acp',
  hasAuthorization: false,
  isConnected: false,
}

test('a port that fetch refuses is explained', async () => {
  const failed = await fetch('http://localhost:6000').catch((error: unknown) => error)
  expect(networkCause(failed)).toBe(
    'its port is reserved for another protocol and blocked for HTTP; the agent has to use another one',
  )
})

test('each status is explained, with what to do about it', async () => {
  const statuses = [200, 400, 401, 403, 404, 405, 407, 410, 415, 418, 426, 429, 500, 503]
  const lines = statuses.flatMap((status) => [
    `first:     ${statusCause({ ...refused, status }, request)}`,
    `websocket: ${statusCause({ ...refused, status }, { ...request, over: 'websocket', url: 'ws://host/acp' })}`,
    `login:     ${statusCause({ ...refused, status }, { ...request, hasAuthorization: true })}`,
    `later:     ${statusCause({ ...refused, status }, { ...request, isConnected: true })}`,
  ])
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('golden/statuses.txt')
})

test.each([
  ['https://host/acp', '/acp/', 'https://host/acp/; connect to that address instead'],
  ['https://host/acp', 'https://other/x?token=1', 'https://other/x?…; connect to that address instead'],
  ['https://host/acp', 'https://me:pw@other/', 'https://other/; connect to that address instead'],
  ['https://host/acp', 'http://[', 'but not where'],
])('%s is redirected to %s', (url, location, words) => {
  const cause = statusCause({ ...refused, status: 308, location }, { ...request, url })
  expect(cause).toBe(`the server redirects (308): ${words}`)
})

test('a redirect of a WebSocket is reported with a ws: address', () => {
  const cause = statusCause(
    { ...refused, status: 302, location: 'https://other/acp' },
    { ...request, over: 'websocket', url: 'wss://host/acp' },
  )
  expect(cause).toBe('the server redirects (302): wss://other/acp; connect to that address instead')
})

test.each([
  ['text/plain', 'Not  here\n', ': “Not here”'],
  ['text/plain; charset=utf-8', 'x'.repeat(300), `: “${'x'.repeat(199)}…”`],
  ['application/json', '{"error":{"code":1,"message":"No."}}', ': “No.”'],
  ['application/problem+json', '{"message":"No."}', ': “No.”'],
  ['application/json', '{"error":"No."}', ': “No.”'],
  ['application/json', '{"error":', ': “{"error":”'],
  ['application/json', '{}', ': “{}”'],
  ['text/html', '<p>No.', ''],
  [null, 'No.', ''],
  ['text/plain', '', ''],
])('the body of an error of type %s is quoted: %j', (contentType, body, words) => {
  const cause = statusCause({ ...refused, status: 500, contentType, body }, request)
  expect(cause).toBe(`the server failed (500)${words}`)
})

test('close codes are explained', async () => {
  const codes = [
    1000, 1001, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3003, 3008,
    4000,
  ]
  const lines = codes.map((code) => closeCause(code, code % 2 === 0 ? '' : 'so it is'))
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('golden/close-codes.txt')
})

function systemError(code: string, message = ''): Error {
  return Object.assign(new Error(message), { code })
}

test.each([
  [systemError('ECONNREFUSED'), 'nothing answers at that address (ECONNREFUSED)'],
  [new TypeError('fetch failed', { cause: systemError('ENOTFOUND') }), 'there is no such host (ENOTFOUND)'],
  [
    new AggregateError([systemError('ECONNREFUSED'), systemError('EHOSTUNREACH')]),
    'nothing answers at that address (ECONNREFUSED)',
  ],
  [systemError('HPE_INVALID_CONSTANT'), 'the server does not speak HTTP (HPE_INVALID_CONSTANT)'],
  [systemError('ESTRANGE', 'something new'), 'something new (ESTRANGE)'],
  [systemError('ESTRANGE', 'connect ESTRANGE'), 'connect ESTRANGE'],
  [systemError('ESTRANGE'), 'ESTRANGE'],
  [new Error('no code'), 'no code'],
  ['a string', 'a string'],
])('%s', (error, words) => {
  expect(networkCause(error)).toBe(words)
})
