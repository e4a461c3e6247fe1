// Runs the program with pipes, as a process or in this one, and returns what it wrote and how it ended.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { openInProcess, type InProcessAppOptions } from './in-process-app.ts'
import type { ExtraEnv } from './run-environment.ts'
import { launcher, surroundings } from './surroundings.ts'

export interface RunAppOptions {
  readonly args?: readonly string[]
  /** The agent's command: stands after `--`. */
  readonly command?: readonly string[]
  /** All of its stdin; empty unless told. */
  readonly stdin?: string
  readonly env?: ExtraEnv
  readonly cwd?: string
  readonly program?: readonly [string, ...string[]]
}

export interface RunOutcome {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Runs the program to its end with pipes and no terminal. Call it inside a test; killed when the test ends. */
export async function runApp(options: RunAppOptions): Promise<RunOutcome> {
  const { args = [], command, program = [process.execPath, launcher] } = options
  const around = surroundings(options.env)
  const [file, ...before] = program
  const child = spawn(file, [...before, ...args, ...(command === undefined ? [] : ['--', ...command])], {
    cwd: options.cwd ?? around.folder,
    env: { ...around.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const ended = new Promise<Pick<RunOutcome, 'code' | 'signal'>>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  // A program that ends without reading its stdin breaks the pipe, which is its right.
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.stdin ?? '')
  const [stdout, stderr, end] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { stdout, stderr, ...end }
}

type RunHereOptions = Omit<RunAppOptions, 'program'> & Pick<InProcessAppOptions, 'agent' | 'time'>

/** The same in this process, which takes a fraction of the time. */
export async function runHere(options: RunHereOptions = {}): Promise<RunOutcome> {
  return (await startHere(options))()
}

/** Starts such a run. What is returned lets time pass until it has ended. */
export async function startHere(options: RunHereOptions): Promise<() => Promise<RunOutcome>> {
  const { args = [], command, stdin = '', ...more } = options
  const screen = await openInProcess({
    ...more,
    args: [...args, ...(command === undefined ? [] : ['--', ...command])],
    piped: stdin,
    hasPipedOutput: true,
    hasPipedErrors: true,
    columns: 100,
    rows: 24,
  })
  return async () => {
    const { code, signal } = await screen.exit()
    return { stdout: screen.written(1), stderr: screen.written(2), code, signal }
  }
}
