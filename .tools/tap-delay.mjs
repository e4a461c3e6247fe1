// Measures what a tap costs: `node .tools/build.mjs && node .tools/tap-delay.mjs`. Prints how long an agent behind it takes to start, in
// comparison with Node alone, and how much later an answer comes than without it.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
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

/** Milliseconds from a line to its echo, sorted. */
async function roundTrips(command) {
  const child = start(command)
  const took = []
  await new Promise((resolve) => {
    child.stdout.once('data', resolve)
  })
  // What a tap loads late is loaded by then.
  await new Promise((resolve) => {
    setTimeout(resolve, 500)
  })
  for (let at = 0; at < lines; at++) {
    const startMs = performance.now()
    child.stdin.write(`{"jsonrpc":"2.0","method":"session/update","params":{"at":${at}}}\n`)
    await new Promise((resolve) => {
      child.stdout.once('data', resolve)
    })
    took.push(performance.now() - startMs)
  }
  child.stdin.end()
  await new Promise((resolve) => {
    child.once('close', resolve)
  })
  return took.toSorted((one, other) => one - other)
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
  const [alone, behind] = [await roundTrips(early), await roundTrips([process.execPath, ...tap, ...early])]
  for (const part of [0.5, 0.99])
    console.log(
      `round trip, p${part * 100}: alone ${at(alone, part).toFixed(3)} ms, behind a tap ${at(behind, part).toFixed(3)} ms`,
    )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
