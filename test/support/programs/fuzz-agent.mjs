// An agent that plays a script of moves, however odd they are, and logs what it wrote and got, a JSON object a line.
//   fuzz-agent.mjs SCRIPT LOG            over stdio
//   fuzz-agent.mjs SCRIPT LOG ADDRESS    as a server: `unix:PATH`, `tcp`, `ws`, `http`; the port it got is logged
// A move is {await: method} | {text} | {base64} | {stderr} | {answer: method, resultText} | {pauseMs} | {hangUp: true}, only once
//   | {ask: id}: a request, and waits for its answer | {everyTurn: request, ended: moves}: asks that in this turn and in each that
//   follows, and ends it when it is answered; nothing else for a while
import { appendFileSync, readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'

const [scriptFile, logFile, address] = process.argv.slice(2)
const moves = JSON.parse(readFileSync(scriptFile, 'utf8'))
/** So long a request that the script waits for may take: the client may be made never to send it. */
const awaitMs = 1500
/** More than a client may begin of its own accord. */
const manyTurns = 40
/** So long an answer may take that always comes, behind all that the client has to read before it. */
const answerMs = 20_000

const log = (entry) => appendFileSync(logFile, `${JSON.stringify(entry)}\n`)
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

let hasHungUp = false
function hangUpOnce(hangUp) {
  if (hasHungUp) return
  hasHungUp = true
  log({ type: 'hung-up' })
  hangUp()
}

/** One client at the other end of `write`. Gives what takes the client's bytes, and the end of them. */
function play({ write, writeError, end, hangUp }) {
  let rest = ''
  const input = { hasEnded: false }
  let at = 0
  /** Requests of the client that the script has not come to. */
  const waiting = []
  /** The newest request of each method. */
  const ids = new Map()
  const answered = new Set()
  /** What is asked in every turn; null: nothing. */
  let turn = null
  let turns = 0
  let wake = () => undefined

  const isAwaited = (method) => moves.slice(at).some((move) => move.await === method)
  const send = (message) => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

  function received(line) {
    let message
    try {
      message = JSON.parse(line)
    } catch {
      return log({ type: 'junk', line: line.slice(0, 200) })
    }
    const { id, method } = message
    if (method === undefined) return answeredBy(line, id)
    log({ type: 'got', method })
    if (id === undefined) return
    ids.set(method, id)
    if (isAwaited(method)) {
      waiting.push(message)
      wake()
    } else if (method === 'session/list') send({ id, result: { sessions: [] } })
    else if (method === 'session/prompt' && turn !== null) askOfTurn()
    else if (method === 'session/prompt') send({ id, result: { stopReason: 'end_turn' } })
    else if (method.startsWith('session/set')) send({ id, result: {} })
    else send({ id, error: { code: -32601, message: 'not here' } })
  }

  function answeredBy(line, id) {
    if (String(id).startsWith('turn-')) {
      log({ type: 'turn' })
      for (const move of turn.ended) void take(move)
    } else log({ type: 'answered', idText: writtenId(line, id) })
    answered.add(id)
    wake()
  }

  function askOfTurn() {
    write(`{"jsonrpc":"2.0","id":"turn-${++turns}",${turn.everyTurn.slice(1)}\n`)
  }

  async function until(isSo, ms, what) {
    const untilMs = performance.now() + ms
    while (!input.hasEnded && !isSo()) {
      if (performance.now() > untilMs) return log({ type: 'waited', method: what })
      await Promise.race([new Promise((resolve) => (wake = resolve)), later(20)])
    }
  }

  async function awaited(method) {
    const found = () => waiting.findIndex((message) => message.method === method)
    await until(() => found() >= 0, awaitMs, method)
    if (found() >= 0) waiting.splice(found(), 1)
  }

  async function take(move) {
    if (move.await !== undefined) await awaited(move.await)
    else if (move.answer !== undefined) {
      const id = JSON.stringify(ids.get(move.answer))
      if (id !== undefined) write(`{"jsonrpc":"2.0","id":${id},"result":${move.resultText}}\n`)
    } else if (move.stderr !== undefined) writeError(move.stderr)
    else if (move.pauseMs !== undefined) await later(move.pauseMs)
    else if (move.hangUp === true) hangUpOnce(hangUp)
    else if (move.ask !== undefined) {
      send({ id: move.ask, method: '_fuzz/ask' })
      await until(() => answered.has(move.ask), answerMs, move.ask)
    } else if (move.everyTurn !== undefined) {
      turn = move
      askOfTurn()
      await until(() => turns > manyTurns, awaitMs, 'turns')
    } else await write(move.text === undefined ? Buffer.from(move.base64, 'base64') : `${move.text}\n`)
  }

  async function script() {
    for (; at < moves.length && !input.hasEnded; at++) {
      await take(moves[at])
      log({ type: 'played', at })
    }
    if (!input.hasEnded) log({ type: 'done' })
  }

  void script()
  return {
    take(text) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) received(line)
    },
    end() {
      if (input.hasEnded) return
      input.hasEnded = true
      log({ type: 'ended' })
      wake()
      end()
    },
  }
}

/** Numbers as they are written: no parser may stand between. An answer begins with its id. */
function writtenId(line, id) {
  return /^\{"jsonrpc":"2\.0","id":(-?\d[^,]*),/.exec(line)?.[1] ?? JSON.stringify(id)
}

/** Waits while the other end reads nothing. */
function writerOf(stream) {
  stream.on('error', () => undefined)
  return async (bytes) => {
    if (!stream.writable || stream.write(bytes)) return
    await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), later(5000)])
  }
}

function playStream(input, output, end) {
  const writeError = (text) => process.stderr.write(text)
  const client = play({ write: writerOf(output), writeError, end, hangUp: end })
  input.setEncoding('utf8')
  input.on('data', (text) => client.take(text))
  input.on('error', () => client.end())
  input.on('end', () => client.end())
  input.on('close', () => client.end())
}

if (address === undefined) {
  process.on('SIGTERM', () => {
    log({ type: 'signalled' })
    process.exit(0)
  })
  playStream(process.stdin, process.stdout, () => process.exit(0))
} else if (address === 'ws') {
  const { WebSocketServer } = await import('ws')
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('listening', () => log({ type: 'listens', port: server.address().port }))
  server.on('connection', (socket) => {
    const write = async (bytes) => socket.send(typeof bytes === 'string' ? bytes.replace(/\n$/, '') : bytes)
    const client = play({
      write,
      writeError: () => undefined,
      end: () => socket.close(),
      hangUp: () => socket.terminate(),
    })
    socket.on('message', (message) => client.take(`${Buffer.from(message).toString()}\n`))
    socket.on('error', () => undefined)
    socket.on('close', () => client.end())
  })
} else if (address === 'http') {
  /** One client at a time: who is greeted again is another one. */
  let client = null
  let streams = new Map()
  let greeting = null
  let waiting = []
  // The first answer goes back with its request, all else into the newest stream: the session's, once there is one.
  const write = async (bytes) => {
    const text = Buffer.from(bytes).toString('latin1').replace(/\n$/, '')
    if (greeting !== null && /"id":/.test(text)) {
      greeting.writeHead(200, { 'content-type': 'application/json', 'acp-connection-id': 'c' })
      greeting.end(Buffer.from(text, 'latin1'))
      greeting = null
      return
    }
    const stream = [...streams.values()].findLast(({ writable }) => writable)
    if (stream === undefined) return void waiting.push(bytes)
    if (stream.write(Buffer.from(`data: ${text}\n\n`, 'latin1'))) return
    await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), later(5000)])
  }
  const hangUp = () => server.closeAllConnections()
  const opensStream = (request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    streams.set(request.headers['acp-session-id'] ?? null, response)
    for (const bytes of waiting.splice(0)) void write(bytes)
  }
  const takes = (body, response, isConnected) => {
    if (isConnected) response.writeHead(202).end()
    else {
      client?.end()
      streams = new Map()
      waiting = []
      greeting = response
      client = play({ write, writeError: () => undefined, end: () => undefined, hangUp })
    }
    client?.take(`${body}\n`)
  }
  const server = createHttpServer((request, response) => {
    response.on('error', () => undefined)
    if (request.method === 'GET') return opensStream(request, response)
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method === 'DELETE') {
        client?.end()
        response.writeHead(202).end()
      } else takes(Buffer.concat(chunks).toString(), response, 'acp-connection-id' in request.headers)
    })
  })
  server.on('listening', () => log({ type: 'listens', port: server.address().port }))
  server.listen(0, '127.0.0.1')
} else {
  const server = createServer((socket) => playStream(socket, socket, () => socket.destroy()))
  server.on('listening', () => log({ type: 'listens', port: server.address().port }))
  if (address.startsWith('unix:')) server.listen(address.slice('unix:'.length))
  else server.listen(0, '127.0.0.1')
}
