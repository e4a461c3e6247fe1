// An agent that does nothing by itself: it tells the test what it is given, and does what the test says.
//   node puppet.mjs SOCKET [stdin-end] [SIGTERM] [SIGINT] [SIGHUP]     what it outlives
import { closeSync } from 'node:fs'
import { connect } from 'node:net'

const [socketPath, ...outlives] = process.argv.slice(2)
const socket = connect(socketPath)
const tell = (message) => socket.write(`${JSON.stringify(message)}\n`)
const leave = (code) => socket.end(() => process.exit(code))

// Without a test there is nothing to live for.
socket.on('close', () => process.exit(1))
socket.on('error', () => process.exit(1))

const isOfAgents = ([name]) => /^(?:CLAUDE_CODE|CODEX)_/.test(name)
const env = Object.fromEntries(Object.entries(process.env).filter(isOfAgents))
tell({ type: 'started', pid: process.pid, argv: process.argv.slice(2), cwd: process.cwd(), env })
process.stdin.on('data', (chunk) => tell({ type: 'stdin', base64: chunk.toString('base64') }))
process.stdin.on('end', () => {
  tell({ type: 'stdin-end' })
  if (!outlives.includes('stdin-end')) leave(0)
})
for (const stream of [process.stdin, process.stdout, process.stderr]) {
  stream.on('error', (cause) => tell({ type: 'broken-pipe', cause: String(cause) }))
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(signal, () => {
    tell({ type: 'signal', signal })
    if (outlives.includes(signal)) return
    process.removeAllListeners(signal)
    socket.end(() => process.kill(process.pid, signal))
  })
}
// What outlives its stdin needs something else to live for.
setInterval(() => {}, 60_000)

// Orders can be many megabytes long, so pieces are joined once, at their line's end.
const pieces = []
socket.setEncoding('utf8')
socket.on('data', (chunk) => {
  const ends = chunk.split('\n')
  while (ends.length > 1) {
    obey(JSON.parse(pieces.join('') + ends.shift()))
    pieces.length = 0
  }
  pieces.push(ends[0])
})

function obey({ id, order, base64, code }) {
  const done = () => tell({ type: 'done', id })
  switch (order) {
    case 'stdout':
      return process.stdout.write(Buffer.from(base64, 'base64'), done)
    case 'stderr':
      return process.stderr.write(Buffer.from(base64, 'base64'), done)
    case 'close-stdout':
      closeSync(1)
      return done()
    case 'exit':
      done()
      return leave(code)
    default:
      throw new Error(`unknown order ${order}`)
  }
}
