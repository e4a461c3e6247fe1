import { spawn, type ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { movesBefore } from './agent-script.ts'
import { stoppingSignal, type FuzzSignal } from './fuzz-case.ts'
import type { Outcome } from './outcome.ts'
import type { RunContext } from './run-context.ts'
import { peakMemoryMb, type RunFolder } from './run-folder.ts'

export type Watched = Pick<Outcome, 'status' | 'stdout' | 'stderr' | 'tookMs' | 'peakMemoryMb' | 'wasEnded'>

/** Runs the program with these arguments and the inputs of the case to its end. */
export async function watch(args: readonly string[], context: RunContext): Promise<Watched> {
  const { fuzzed, folder, programs, deadlineMs } = context
  const startedMs = performance.now()
  const child = spawn(process.execPath, [programs.launcher, ...args], {
    cwd: folder.path,
    env: folder.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  let status: number | null | undefined
  child.once('close', (code, signal) => {
    status = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
  })
  let memory = 0
  const signals = fuzzed.inputs.filter((input) => 'signal' in input)
  let given = 0
  let wasEnded = false
  const isDue = (after: number): boolean =>
    fuzzed.opening === null ? performance.now() - startedMs >= after * 10 : playedLines(folder) >= after
  while (status === undefined) {
    memory = Math.max(memory, peakMemoryMb(child.pid ?? 0))
    const next = signals[given]
    if (next !== undefined && isDue(next.afterLine)) {
      await tell(child, next.signal)
      if (next.signal !== stoppingSignal) wasEnded = true
      given++
    }
    if (performance.now() - startedMs > deadlineMs) {
      await killed(child)
      status = null
    } else await pause(10)
  }
  return {
    status,
    stdout: Buffer.concat(stdout).toString('utf8'),
    stderr: Buffer.concat(stderr).toString('utf8'),
    tookMs: performance.now() - startedMs,
    peakMemoryMb: memory,
    wasEnded,
  }
}

/** Who was stopped is let go on after a while. */
async function tell(child: ChildProcess, signal: FuzzSignal): Promise<void> {
  child.kill(signal)
  if (signal !== stoppingSignal) return
  await pause(50)
  child.kill('SIGCONT')
}

async function killed(child: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  child.stdout?.destroy()
  child.stderr?.destroy()
  await closed
}

/** Lines of the case that the agent has written; below 0: moves that it has to make before. */
export function playedLines(folder: RunFolder): number {
  const last = folder.log().findLast((entry) => entry.type === 'played')
  return (last === undefined ? 0 : last.at + 1) - movesBefore
}
