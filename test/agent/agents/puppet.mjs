// An agent that does what a test tells it. The test's orders come, and what stdin and signals bring goes, over the socket
// named by PUPPET_SOCKET, one JSON value a line; stdout and stderr carry only what a test orders.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'

const control = net.connect(process.env.PUPPET_SOCKET)
const report = (what) => control.write(`${JSON.stringify(what)}\n`)
let ignoresStdinEnd = false

report({ type: 'started', pid: process.pid, cwd: process.cwd(), word: process.env.PUPPET_WORD ?? null })

// The end is reported by the order of things: a test that goes away takes its puppet along.
control.on('close', () => process.exit(0))

const orders = {
  write: ({ base64 }) => writeAll(1, Buffer.from(base64, 'base64')),
  stderr: ({ base64 }) => writeAll(2, Buffer.from(base64, 'base64')),
  // Written from here and not over the socket, so that it comes as fast as a pipe takes it.
  burst: ({ line, times }) => {
    for (let n = 1; n <= times; n++) writeAll(1, Buffer.from(`${line.replaceAll('%n', String(n))}\n`))
  },
  closeStdout: () => fs.closeSync(1),
  stopReading: () => process.stdin.pause(),
  exit: ({ code }) => process.exit(code),
  kill: ({ signal }) => process.kill(process.pid, signal),
  ignoreStdinEnd: () => {
    ignoresStdinEnd = true
  },
  ignoreTerm: () => process.on('SIGTERM', () => report({ type: 'signal', signal: 'SIGTERM' })),
  grandchild: ({ code, holdsStdout }) => {
    const child = spawn(process.execPath, ['-e', code], {
      stdio: ['ignore', holdsStdout ? 1 : 'ignore', 'ignore', 'pipe'],
    })
    // It says when it is ready, so that no signal can come before its handlers are there.
    child.stdio[3].once('data', () => report({ type: 'grandchild', pid: child.pid }))
    child.unref()
    child.stdio[3].unref()
  },
}

let orderText = ''
control.setEncoding('utf8').on('data', (text) => {
  orderText += text
  const lines = orderText.split('\n')
  orderText = lines.pop()
  for (const line of lines) {
    const order = JSON.parse(line)
    orders[order.type](order)
    report({ type: 'done' })
  }
})

let received = ''
process.stdin.setEncoding('utf8').on('data', (text) => {
  received += text
  const lines = received.split('\n')
  received = lines.pop()
  for (const line of lines) report({ type: 'received', line })
})
process.stdin.on('end', () => {
  report({ type: 'stdin-ended' })
  if (!ignoresStdinEnd) control.end(() => process.exit(0))
})

function writeAll(file, bytes) {
  for (let at = 0; at < bytes.length;) {
    try {
      at += fs.writeSync(file, bytes, at)
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error
    }
  }
}
