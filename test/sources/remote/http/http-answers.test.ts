import { expect, test } from 'vitest'
import { connect, openSession, type Connected } from './http-connection.ts'
import { httpPuppet, type HttpPuppet, type Stream } from './http-puppet.ts'
import { oddIds, request } from '../support.ts'

/** The server writes a request of the agent's into a stream. */
function ask({ response }: Stream, id: string | number, method = 'x'): void {
  response.write(`data: {"jsonrpc":"2.0","id":${id},"method":"${method}","params":{}}\n\n`)
}

/** Answers each request within the call that hands it on, as a policy does; with its method. */
function answerAtOnce({ transport, received, cameFrom }: Connected): void {
  received.answer((frame) => {
    const method = /"method":"([^"]*)"/.exec(frame)?.[1]
    const id = /(?:"id"|"\\u0069d"):([^,]*)/.exec(frame)?.[1]
    if (method !== undefined) transport.send(answerTo(id, method), cameFrom.at(-1))
  })
}

function answerTo(id: string | number | undefined, said: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":"${said}"}`
}

/** What has come of our answers: what each says, and to which session it goes. */
async function answers(puppet: HttpPuppet, count: number): Promise<readonly string[]> {
  const isAnswer = ({ body }: { readonly body: string }): boolean => body.includes('"result"')
  const asked = await puppet.asked.until((seen) => seen.filter(isAnswer).length >= count)
  return asked.filter(isAnswer).map(({ body, headers }) => {
    const said = /"result":"([^"]*)"/.exec(body)?.[1]
    return `${said} to ${String(headers['acp-session-id'] ?? 'none')}`
  })
}

test.each(oddIds)('the answer to %s goes out as it was given, to the session that asked', async (id) => {
  const puppet = await httpPuppet()
  const connected = await connect(puppet)
  const session = await openSession(puppet, connected)
  ask(session, id)
  await connected.received.count(3)
  const answer = `{"jsonrpc":"2.0","id":${id},"result":null}`
  connected.transport.send(answer, connected.cameFrom.at(-1))
  const asked = await puppet.asked.until((seen) => seen.some(({ body }) => body.includes('"result"')))
  expect(asked.at(-1)).toMatchObject({ body: answer, headers: { 'acp-session-id': 's1' } })
})

test('answers that are given at once go to the sessions that asked', async () => {
  const puppet = await httpPuppet()
  const connected = await connect(puppet)
  const one = await openSession(puppet, connected, 's1')
  const two = await openSession(puppet, connected, 's2')
  answerAtOnce(connected)
  ask(one, 7, 'one')
  await answers(puppet, 1)
  // A key may be written in any way.
  two.response.write('data: {"jsonrpc":"2.0","\\u0069d":7,"method":"two","params":{}}\n\n')
  await answers(puppet, 2)
  ask(connected.stream, 7, 'all')
  expect(await answers(puppet, 3)).toEqual(['one to s1', 'two to s2', 'all to none'])
  expect(connected.ended.seen).toEqual([])
})

test('requests under one id: each answer goes where its request came from, in whatever order they are given', async () => {
  const puppet = await httpPuppet()
  const connected = await connect(puppet)
  const { transport, received, cameFrom } = connected
  const one = await openSession(puppet, connected, 's1')
  const two = await openSession(puppet, connected, 's2')
  const asked = received.seen.length
  for (const stream of [one, two, connected.stream]) {
    ask(stream, 7)
    await received.count(received.seen.length + 1)
  }
  for (const at of [1, 2, 0]) transport.send(answerTo(7, `answer ${at}`), cameFrom[asked + at])
  expect(await answers(puppet, 3)).toEqual(['answer 1 to s2', 'answer 2 to none', 'answer 0 to s1'])
})

test('a request that is sent once more with a stream that was cut: both answers name the session', async () => {
  const puppet = await httpPuppet()
  const connected = await connect(puppet)
  const session = await openSession(puppet, connected)
  const open = puppet.streams.seen.length
  answerAtOnce(connected)
  ask(session, 7, 'first')
  session.response.end()
  const again = (await puppet.streams.count(open + 1)).at(-1)
  ask(again as Stream, 7, 'second')
  expect(await answers(puppet, 2)).toEqual(['first to s1', 'second to s1'])
})

test('requests that come with the response to a message of ours are answered to its session', async () => {
  const events = (name: string): string => `data: {"jsonrpc":"2.0","id":7,"method":"${name}","params":{}}\n\n`
  const puppet = await httpPuppet(({ body }, response) => {
    const method = /"method":"([^"]*)"/.exec(body)?.[1]
    if (method === 'session/prompt' || method === 'session/list') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(events(method))
    } else if (method === 'session/set_mode') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(events(method).slice(6, -2))
    } else return false
    return true
  })
  const connected = await connect(puppet)
  await openSession(puppet, connected)
  answerAtOnce(connected)
  for (const [at, method] of ['session/prompt', 'session/set_mode', 'session/list'].entries()) {
    connected.transport.send(request(2 + at, method, method === 'session/list' ? {} : { sessionId: 's1' }))
    await answers(puppet, at + 1)
  }
  expect(await answers(puppet, 3)).toEqual([
    'session/prompt to s1',
    'session/set_mode to s1',
    'session/list to none',
  ])
})

test('messages that are sent before the SDK has read any name their session', async () => {
  const puppet = await httpPuppet()
  const connected = await connect(puppet)
  const { transport, received, stream } = connected
  const methods = ['session/prompt', 'session/set_mode', 'session/set_config_option', 'session/close']
  received.answer(() => {
    for (const [at, method] of methods.entries()) transport.send(request(2 + at, method, { sessionId: 's1' }))
    transport.send('{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}')
  })
  stream.response.write('data: {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}\n\n')
  const asked = await puppet.asked.until((seen) => seen.some(({ body }) => body.includes('session/cancel')))
  const posts = asked.filter(({ method, body }) => method === 'POST' && !body.includes('"initialize"'))
  expect(posts.map(({ headers }) => headers['acp-session-id'])).toEqual(['s1', 's1', 's1', 's1', 's1'])
  // Its stream was there before any of them.
  expect(asked.slice(2).map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'POST', 'POST', 'POST'])
})
