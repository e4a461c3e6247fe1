// Starts a tap with the test as its editor.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { emptyFolder } from '../support/empty-folder.ts'
import { launcher, surroundings } from '../support/surroundings.ts'

export interface TapRun {
  readonly tap: ChildProcessWithoutNullStreams
  /** Where its socket is. */
  readonly runtime: string
  /** Its stderr so far. */
  stderr(): string
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
}

/** Starts `acp-plan-tui tap OPTIONS -- node -e AGENT`. Call it inside a test; killed when the test ends. */
export function startTap(agent: string, options: readonly string[] = [], runtime = emptyFolder()): TapRun {
  return startTapOf([process.execPath, '-e', agent], options, runtime)
}

/** The same with any command; `before` starts the tap itself. */
export function startTapOf(
  command: readonly string[],
  options: readonly string[] = [],
  runtime = emptyFolder(),
  before: readonly string[] = [],
): TapRun {
  const around = surroundings({ XDG_RUNTIME_DIR: runtime })
  const [file = '', ...args] = [...before, process.execPath, launcher, 'tap', ...options, '--', ...command]
  const tap = spawn(file, args, {
    cwd: around.folder,
    env: { ...around.env },
  })
  onTestFinished(() => {
    tap.kill('SIGKILL')
  })
  let stderr = ''
  tap.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  tap.stdin.on('error', () => undefined)
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    tap.once('close', (code, signal) => resolve({ code, signal }))
  })
  return { tap, runtime, stderr: () => stderr, ended }
}

/** Settles when a condition holds; the test's own limit ends the wait. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue())
    await new Promise((resolve) => {
      setTimeout(resolve, 5)
    })
}

/** The path of the first socket in a tap's folder, once its description is written. */
export async function socketIn(runtime: string): Promise<string> {
  const folder = path.join(runtime, 'acp-plan-tui')
  let name: string | undefined
  await until(() => {
    try {
      name = readdirSync(folder).find(
        (each) => each.endsWith('.json') && readFileSync(path.join(folder, each), 'utf8').endsWith('\n'),
      )
    } catch {
      name = undefined
    }
    return name !== undefined
  })
  return path.join(folder, (name ?? '').replace(/json$/, 'sock'))
}

/** A viewer and the values of the lines that it has got. */
export interface Watched {
  readonly socket: Socket
  lines(): readonly Record<string, unknown>[]
  /** Whether a text has come. */
  has(text: string): boolean
  readonly closed: Promise<void>
}

export async function watchTap(runtime: string): Promise<Watched> {
  const socket = connect(await socketIn(runtime))
  onTestFinished(() => void socket.destroy())
  const chunks: string[] = []
  socket.setEncoding('utf8')
  socket.on('data', (chunk) => chunks.push(chunk.toString()))
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  const lines = (): readonly Record<string, unknown>[] =>
    chunks
      .join('')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { socket, lines, closed, has: (text) => chunks.some((chunk) => chunk.includes(text)) }
}

/** Pseudo-random bytes, much faster than random ones: one piece, changed in each repetition. */
class ManyBytes {
  readonly #piece = randomBytes(64 * 1024)
  readonly hash = createHash('sha256')
  #left: number

  constructor(sizeBytes: number) {
    this.#left = sizeBytes
  }

  /** The next ones; null: that was all. */
  next(): Buffer | null {
    if (this.#left <= 0) return null
    const piece = Buffer.from(this.#piece.subarray(0, Math.min(this.#left, this.#piece.length)))
    piece.writeInt32LE(this.#left, 0)
    this.#left -= piece.length
    this.hash.update(piece)
    return piece
  }
}

/** An agent that answers with what it gets. */
export const echo = 'process.stdin.pipe(process.stdout)'

/** Sends many bytes through an agent that echoes them; true when they are the same afterwards. */
export async function echoes({ tap }: TapRun, sizeBytes: number): Promise<boolean> {
  const bytes = new ManyBytes(sizeBytes)
  const came = createHash('sha256')
  let count = 0
  tap.stdout.on('data', (chunk: Buffer) => {
    came.update(chunk)
    count += chunk.length
  })
  const send = (): void => {
    for (let piece = bytes.next(); piece !== null; piece = bytes.next())
      if (!tap.stdin.write(piece)) return void tap.stdin.once('drain', send)
  }
  send()
  await until(() => count >= sizeBytes)
  return came.digest('hex') === bytes.hash.digest('hex')
}
