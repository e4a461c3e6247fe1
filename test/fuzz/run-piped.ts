import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { goodWords, mayEndEarly, movesBefore, traceBytes } from './agent-script.ts'
import type { FuzzCase } from './fuzz-case.ts'
import { recordedName } from './make-case.ts'
import type { Outcome } from './outcome.ts'
import { finalPlans } from './final-plans.ts'
import { peakMemoryMb, type RunFolder } from './run-folder.ts'
import { startServer, writeScript, type RunContext } from './run-context.ts'

const traceName = 'trace.ndjson'

/** Writes what the command reads, and gives its arguments. */
export function prepare({ fuzzed, folder, programs }: RunContext): readonly string[] {
  const { target, args, lines } = fuzzed
  switch (target) {
    case 'replay':
    case 'replay-screen':
    case 'render':
    case 'demo':
      writeFileSync(folder.file(traceName), traceBytes(lines))
      return [target === 'replay-screen' ? 'replay' : target, traceName, ...args]
    case 'json':
    case 'text':
    case 'screen':
      return [
        ...args,
        '--prompt',
        'go',
        '--',
        process.execPath,
        programs.agent,
        ...writeScript(fuzzed, folder),
      ]
    case 'connect':
      return ['connect', ...args, '--prompt', 'go']
  }
}

/** Runs a case with pipes and no terminal. */
export async function runPiped(context: RunContext): Promise<Outcome> {
  const { fuzzed, folder, programs, deadlineMs } = context
  const server = fuzzed.server === null ? null : await startServer(context)
  const args = [...prepare(context), ...(server === null ? [] : [server.address])]
  const watched = await watch({ args, context })
  server?.child.kill('SIGKILL')
  const log = folder.log()
  const isRecorded =
    fuzzed.args.includes('--record') && existsSync(folder.file(recordedName)) && !watched.wasEnded
  const replayArgs = ['replay', recordedName, '--format', 'json']
  const replayed =
    isRecorded && watched.status !== null
      ? await watch({
          args: replayArgs,
          context: { fuzzed: { ...fuzzed, inputs: [] }, folder, programs, deadlineMs },
        })
      : null
  return {
    case: fuzzed,
    ...watched,
    left: await folder.leftovers(),
    terminal: null,
    log,
    showsGoodPlan: expectsGoodPlan(fuzzed, watched.wasEnded) ? watched.stdout.includes(goodWords) : null,
    answersKeys: null,
    made: madeFiles(folder),
    recorded:
      replayed === null ? null : { live: finalPlans(watched.stdout), replayed: finalPlans(replayed.stdout) },
    screen: null,
  }
}

export function expectsGoodPlan(fuzzed: FuzzCase, wasEnded: boolean): boolean {
  return fuzzed.opening !== null && !wasEnded && !mayEndEarly(fuzzed)
}

type Watched = Pick<Outcome, 'status' | 'stdout' | 'stderr' | 'tookMs' | 'peakMemoryMb' | 'wasEnded'>

async function watch({
  args,
  context,
}: {
  readonly args: readonly string[]
  readonly context: RunContext
}): Promise<Watched> {
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
  let given = 0
  while (status === undefined) {
    memory = Math.max(memory, peakMemoryMb(child.pid ?? 0))
    const next = fuzzed.inputs[given]
    if (next !== undefined && 'signal' in next && playedLines(folder) >= next.afterLine) {
      child.kill(next.signal)
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
    wasEnded: given > 0,
  }
}

async function killed(child: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  child.stdout?.destroy()
  child.stderr?.destroy()
  await closed
}

/** Lines of the case that the agent has written. */
export function playedLines(folder: RunFolder): number {
  const last = folder.log().findLast((entry) => entry.type === 'played')
  return last === undefined ? -1 : last.at + 1 - movesBefore
}

function madeFiles(folder: RunFolder): ReadonlyMap<string, string> {
  const names = readdirSync(folder.path).filter((name) => /^out\.(?:svg|txt|md|cast|json)$/.test(name))
  return new Map(names.map((name) => [name, readFileSync(path.join(folder.path, name), 'utf8')]))
}
