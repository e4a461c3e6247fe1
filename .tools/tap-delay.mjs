// Measures what a tap costs: `node .tools/build.mjs && node .tools/tap-delay.mjs`. Prints how long an agent behind it takes to start, in
// comparison with Node alone, and how much later an answer comes than without it: with nobody that watches, with viewers that read and
// viewers that never do, and while others connect and vanish.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const launcher = fileURLToPath(new URL('../bin/acp-plan-tui.js', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'tap-delay-'))
const env = { ...process.env, XDG_RUNTIME_DIR: folder }
const tap = [launcher, 'tap', '--']
// Answers as early as a program can, and then each line with itself.
const early = ['/bin/sh', '-c', 'echo; exec cat']
const [runs, lines] = [25, 5000]

function start([command, ...args]) {
  return spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
}

/** Milliseconds until the first byte. */
async function firstByte(command) {
  const startMs = performance.now()
  const child = start(command)
  const took = await new Promise((resolve) => {
    child.stdout.once('data', () => resolve(performance.now() - startMs))
  })
  child.stdin.end()
  await new Promise((resolve) => {
    child.once('close', resolve)
  })
  return took
}

/** Milliseconds from a line to its echo, sorted. `watch` begins to watch the tap, and gives what ends that. */
async function roundTrips(command, watch = () => () => undefined) {
  const child = start(command)
  const took = []
  await new Promise((resolve) => {
    child.stdout.once('data', resolve)
  })
  // What a tap loads late is loaded by then.
  await new Promise((resolve) => {
    setTimeout(resolve, 500)
  })
  const leave = watch()
  for (let at = 0; at < lines; at++) {
    const startMs = performance.now()
    child.stdin.write(`{"jsonrpc":"2.0","method":"session/update","params":{"at":${at}}}\n`)
    await new Promise((resolve) => {
      child.stdout.once('data', resolve)
    })
    took.push(performance.now() - startMs)
  }
  leave()
  child.stdin.end()
  await new Promise((resolve) => {
    child.once('close', resolve)
  })
  return took.toSorted((one, other) => one - other)
}

function viewer() {
  const sockets = path.join(folder, 'acp-plan-tui')
  const name = readdirSync(sockets).find((each) => each.endsWith('.sock'))
  return connect(path.join(sockets, name ?? '')).on('error', () => undefined)
}

/** One viewer that reads. */
function reading() {
  const socket = viewer().resume()
  return () => void socket.destroy()
}

/** As many as a tap takes, of which only one reads. */
function mostSilent() {
  const sockets = Array.from({ length: 16 }, () => viewer().pause())
  sockets[0]?.resume()
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}

/** Others that connect and vanish, one after the other without a rest. */
function vanishing() {
  let isOver = false
  const next = () => {
    if (!isOver)
      viewer().once('connect', function () {
        this.destroy()
        setImmediate(next)
      })
  }
  next()
  return () => void (isOver = true)
}

function at(sorted, part) {
  return sorted[Math.floor(sorted.length * part)] ?? 0
}

async function starts(command) {
  const took = []
  for (let run = 0; run < runs; run++) took.push(await firstByte(command))
  return at(
    took.toSorted((one, other) => one - other),
    0.5,
  )
}

try {
  const bare = await starts([process.execPath, '-e', 'process.stdout.write("x"); process.stdin.resume()'])
  const tapped = await starts([process.execPath, ...tap, ...early])
  console.log(
    `start: node ${bare.toFixed(1)} ms, tap ${tapped.toFixed(1)} ms (× ${(tapped / bare).toFixed(2)})`,
  )
  const alone = await roundTrips(early)
  const command = [process.execPath, ...tap, ...early]
  const watched = {
    'nobody watches': undefined,
    'a viewer reads': reading,
    '15 viewers do not read': mostSilent,
    'viewers connect and vanish': vanishing,
  }
  const told = (took) => `p50 ${at(took, 0.5).toFixed(3)} ms, p99 ${at(took, 0.99).toFixed(3)} ms`
  console.log(`round trip alone: ${told(alone)}`)
  for (const [name, watch] of Object.entries(watched))
    console.log(`behind a tap, ${name}: ${told(await roundTrips(command, watch))}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
