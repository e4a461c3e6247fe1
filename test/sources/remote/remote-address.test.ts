import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAddress, type RemoteAddress } from '../../../src/sources/remote/remote-address.ts'
import { schemesTaking, http, webSocket } from '../../../src/sources/remote/transports/remote-transports.ts'
import type { WebTransport } from '../../../src/sources/remote/transports/remote-transport.ts'
import { quickClock } from '../plan-file/support.ts'

function web(transport: WebTransport, url: string, shown = url): object {
  return { takes: 'headers', transport, url, credentials: null, shown }
}

function socket(shown: string): object {
  return { takes: 'lines', shown, open: expect.any(Function) as unknown }
}

/** The socket that an address leads to, but for what is shown; undefined: it leads to none. */
function socketOf(address: RemoteAddress): object | undefined {
  if (address.takes === 'headers') return undefined
  let to: object | undefined
  address.open({
    clock: quickClock(),
    connectMs: 0,
    socket({ shown, ...place }) {
      expect(shown).toBe(address.shown)
      to = place
      return () => expect.unreachable()
    },
  })
  return to
}

test.each<[text: string, address: object, socket?: object]>([
  ['ws://host', web(webSocket, 'ws://host/acp')],
  ['ws://host:8080', web(webSocket, 'ws://host:8080/acp')],
  ['wss://host', web(webSocket, 'wss://host/acp')],
  ['http://host', web(http, 'http://host/acp')],
  ['https://host:443', web(http, 'https://host/acp')],
  ['HTTPS://Host', web(http, 'https://host/acp')],
  // A path that is there is the path, `/` too.
  ['ws://host/', web(webSocket, 'ws://host/')],
  ['ws://host/agents/one', web(webSocket, 'ws://host/agents/one')],
  ['http://[::1]:80/x', web(http, 'http://[::1]/x')],
  ['http://bücher.example', web(http, 'http://xn--bcher-kva.example/acp')],
  // A query may carry a token.
  ['wss://host?token=abc', web(webSocket, 'wss://host/acp?token=abc', 'wss://host/acp?…')],
  ['wss://host/a?token=abc', web(webSocket, 'wss://host/a?token=abc', 'wss://host/a?…')],
  ['tcp://localhost:3000', socket('tcp://localhost:3000'), { host: 'localhost', port: 3000 }],
  ['tcp://Host:3000/', socket('tcp://host:3000'), { host: 'Host', port: 3000 }],
  ['tcp://[::1]:65535', socket('tcp://[::1]:65535'), { host: '::1', port: 65535 }],
  // A zone, as link-local addresses have, may be written as in URLs; names of interfaces are case-sensitive.
  ['tcp://[fe80::1%Eth0]:1', socket('tcp://[fe80::1%Eth0]:1'), { host: 'fe80::1%Eth0', port: 1 }],
  ['tcp://[fe80::1%25lo]:1', socket('tcp://[fe80::1%25lo]:1'), { host: 'fe80::1%lo', port: 1 }],
  ['unix:/run/agent.sock', socket('unix:/run/agent.sock'), { path: '/run/agent.sock' }],
  ['unix:///run/agent.sock', socket('unix:/run/agent.sock'), { path: '/run/agent.sock' }],
  ['UNIX:/a@b?c#d', socket('unix:/a@b?c#d'), { path: '/a@b?c#d' }],
])('%s', (text, address, to) => {
  const read = parseAddress(text)
  expect(read).toEqual({ ok: true, value: address })
  expect(read.ok && socketOf(read.value)).toEqual(to)
})

test('a user name and password become a header, and are never shown', () => {
  expect(parseAddress('https://me:p%40ss%3A@host/acp')).toEqual({
    ok: true,
    value: {
      takes: 'headers',
      transport: http,
      url: 'https://host/acp',
      credentials: { name: 'Authorization', value: `Basic ${Buffer.from('me:p@ss:').toString('base64')}` },
      shown: 'https://host/acp',
    },
  })
  expect(parseAddress('ws://me@host')).toMatchObject({
    value: { credentials: { value: `Basic ${Buffer.from('me:').toString('base64')}` } },
  })
})

test('an address that is wrong is refused, with what is wrong and how to correct it', async () => {
  const addresses = [
    '',
    'ws://a b',
    'localhost:8080',
    'example.com',
    '/run/agent.sock',
    './agent.sock',
    'file:///run/a.sock',
    'htps://host/x',
    'websocket://host',
    'ws:host:80',
    'ws:/host',
    'ws://',
    'wss:///acp',
    'http://host:port',
    'http://host:0/x',
    'http://ho|st',
    'ws://host/acp#x',
    'tcp://host',
    'tcp://:80',
    'tcp:host:80',
    'tcp://host:99999',
    'tcp://::1:80',
    'tcp://[fe80::x%lo]:1',
    'tcp://host:80/acp',
    'tcp://me:pw@host:80',
    'unix:',
    'unix:agent.sock',
    'unix://run/a.sock',
  ]
  const refused = addresses.map((text) => {
    const parsed = parseAddress(text)
    return parsed.ok ? `${text}: accepted` : `${text}: ${parsed.problem.message}. ${parsed.problem.hint}`
  })
  await expect(`${refused.join('\n')}\n`).toMatchFileSnapshot('golden/wrong-addresses.txt')
})

test('the path of a socket may not be longer than the system has room for', () => {
  expect(parseAddress(`unix:/${'a'.repeat(102)}`)).toMatchObject({ ok: true })
  expect(parseAddress(`unix:/${'ü'.repeat(60)}`)).toMatchObject({
    problem: { message: expect.stringContaining('is too long: a socket’s path has at most') as unknown },
  })
})

test('the error of an address shows neither its password nor its query', () => {
  const known = [...schemesTaking('headers'), ...schemesTaking('lines')].map((scheme) => `${scheme}://`)
  const start = fc.constantFrom(...known, 'htp://', 'ws:', 'http:/', '', 'unix:', '/')
  const rest = fc.constantFrom('host', 'host:0', 'host:x/acp', '', ':80', 'ho st', 'host#f', '[::1')
  fc.assert(
    fc.property(start, rest, (scheme, host) => {
      // A file's name may have any sign in it.
      if (scheme.startsWith('unix:') || scheme === '/') return
      for (const text of [`${scheme}me:hunter2@${host}`, `${scheme}me:hun/ter2@${host}`]) {
        const parsed = parseAddress(text)
        if (!parsed.ok) expect(JSON.stringify(parsed.problem)).not.toMatch(/hun/)
      }
      const query = parseAddress(`${scheme}${host}?token=hunter2`)
      expect(query.ok ? query.value.shown : JSON.stringify(query.problem)).not.toMatch(/hunter2/)
    }),
  )
})

test('no string makes it throw', () => {
  const start = fc.constantFrom('', 'ws://', 'https://', 'tcp://', 'tcp:', 'unix:', 'x://', '@', '//')
  fc.assert(
    fc.property(start, fc.string({ unit: 'binary-ascii' }), (scheme, rest) => {
      parseAddress(scheme + rest)
    }),
  )
})
