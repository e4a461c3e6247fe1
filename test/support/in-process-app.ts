import { EventEmitter } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Host } from '../../src/cli/host/host.ts'
import type { HostProcess } from '../../src/system/host.ts'
import { program } from '../../src/cli/program.ts'
import { openSpawned, type SpawnedCommand } from '../../src/sources/spawned/open-spawned.ts'
import { patienceMs } from './changes.ts'
import type { InProcessAgent } from './in-process-agent.ts'
import { terminal, type TerminalSize } from './terminal.ts'
import { framedScreen, signalOf, typing, type Exit, type Screen } from './open-app.ts'
import type { ExtraEnv } from './run-environment.ts'
import { surroundings } from './surroundings.ts'
import { virtualTime, type VirtualTime } from './virtual-time.ts'
import { ndJsonStream } from '@agentclientprotocol/sdk/unstable'
import { connectDemoAgent } from '../../src/demo/agent/demo-agent.ts'
import { openDemoFolder } from '../../src/demo/host/demo-process.ts'
import { findScenario } from '../../src/demo/scenarios.ts'
import type { OpenTransport } from '../../src/app/ports/transport.ts'

export interface InProcessAppOptions extends TerminalSize {
  /** Absent: its own. */
  readonly time?: VirtualTime
  /** Options, or a command such as `replay`. */
  readonly args?: readonly string[]
  /** The agent that stands after `--`. */
  readonly agent?: InProcessAgent
  readonly env?: ExtraEnv
  readonly cwd?: string
  /** What comes from a pipe at standard input; keys come from the terminal then. */
  readonly piped?: string
  /** Standard output is a pipe; standard error still is the terminal. */
  readonly hasPipedOutput?: boolean
  /** Standard error is a pipe. */
  readonly hasPipedErrors?: boolean
  /** The size that the terminal reports, where that is not its own. */
  readonly reported?: TerminalSize
  /** What the terminal sends in place of its own answer to a query; absent: its own answer. */
  readonly answers?: (reply: string) => string
}

/** The program in this process, on a terminal without a window. Its clock stands still unless a test waits. */
export interface InProcessScreen extends Screen {
  /** Resolves when the program is idle: nothing is under way, and no frame is due. */
  idle(): Promise<void>
  /** Lets time pass on the program's clock. */
  pass(ms: number): Promise<void>
  /** What was written to standard output or standard error. */
  written(fd: 1 | 2): string
  /** Resolves when something is shown that comes over a real connection: that takes real time, and the program's clock stands still. */
  receives(wanted: string | RegExp): Promise<void>
}

class ProcessExit extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the program exits with status ${status}`)
    this.status = status
  }
}

const demoAgent = '/demo-agent.js'

/** Call it inside a test; the program ends with it. */
export async function openInProcess(options: InProcessAppOptions): Promise<InProcessScreen> {
  // Compiled scripts are for processes.
  const around = surroundings({ NODE_DISABLE_COMPILE_CACHE: '1', ...options.env })
  const { agent, args = [], time = virtualTime() } = options
  let unparsed = 0
  let ended: number | undefined
  const chunks: Buffer[] = []
  const chunksOf: Readonly<Record<1 | 2, Buffer[]>> = { 1: [], 2: [] }
  const keys: Buffer[] = []
  let isTyping = false
  time.idleUnless(() => unparsed > 0 || isTyping)
  const emulator = terminal(options, {
    convertsLineFeeds: true,
    answer: (reply) => answer(options.answers?.(reply) ?? reply),
  })
  const write = (bytes: Buffer, fd: 1 | 2 = 1): void => {
    chunks.push(bytes)
    chunksOf[fd].push(bytes)
    unparsed++
    emulator.write(bytes, () => unparsed--)
  }
  const stdin = keyboard()
  const stdout = screenStream(options.reported ?? options, write)
  const process_ = fakeProcess({
    env: around.env,
    stdin: options.piped === undefined ? stdin : pipedInput(options.piped),
    stdout,
    columns: options.columns,
  })
  const host: Host = {
    process: process_,
    clock: time.clock,
    isTerminal: (fd) =>
      ![options.piped !== undefined, options.hasPipedOutput === true, options.hasPipedErrors === true][fd],
    findKeyboard: () => ({ open: () => stdin, isGone: () => false }),
    writeNow: (fd, text) => write(Buffer.from(text), fd),
    stopYoungHeapGrowth: async () => await Promise.resolve(),
    manual: new URL('../../src/manual/', import.meta.url),
    openSpawned(command) {
      const given = { ...command, env: { ...around.env, ...command.env } }
      if (command.args[0] === demoAgent) return inProcessDemo(given, time)
      const isScripted = agent !== undefined && command.args[0] === agent.command[1]
      return isScripted ? agent.open(command) : openSpawned(given)
    },
  }
  const home = process.cwd()
  process.chdir(options.cwd ?? around.folder)
  const words = [...args, ...(agent === undefined ? [] : ['--', ...agent.command])]
  const over = (status: number): void => {
    ended ??= status
    try {
      process_.emit('exit', ended)
    } catch (cause) {
      if (!(cause instanceof ProcessExit)) throw cause
    }
  }
  const running = time.run(async () =>
    program(words, pathToFileURL(demoAgent), host).then(over, (cause: unknown) => {
      if (!(cause instanceof ProcessExit)) throw cause
      over(cause.status)
    }),
  )
  /** The end may take real time: that of a connection that is closed, or of a process. */
  async function exitCode(timeoutMs?: number): Promise<number> {
    const deadlineMs = performance.now() + patienceMs
    for (;;) {
      try {
        return await time.until(
          () => ended,
          () => `the program is still running:\n${look()}`,
          timeoutMs,
        )
      } catch (cause) {
        if (performance.now() > deadlineMs) throw cause
        await pause(1)
      }
    }
  }
  onTestFinished(async () => {
    if (ended === undefined) signal('SIGHUP')
    await exitCode()
    await running
    process.chdir(home)
    emulator.dispose()
  })

  const text = (): string => emulator.rows().join('\n')
  const look = (): string => framedScreen(emulator.rows(), options.columns, ended)
  const has = (wanted: string | RegExp): boolean =>
    typeof wanted === 'string' ? text().includes(wanted) : wanted.test(text())
  const becomes = async (isSo: () => boolean, failure: string, timeoutMs?: number): Promise<void> => {
    await time.until(
      () => {
        if (isSo()) return true
        if (ended !== undefined) throw new Error(`${failure}, and the program ended:\n${look()}`)
        return undefined
      },
      () => `${failure}:\n${look()}`,
      timeoutMs,
    )
  }
  /** Nobody reads it after the end: the shell would. */
  const answer = (bytes: string): void => {
    if (bytes !== '' && ended === undefined) send(bytes)
  }
  /** As people type: the next key comes when the one before has had its effect. */
  const send = (bytes: string): void => {
    if (ended !== undefined)
      throw new Error(`the program ended, nobody reads ${JSON.stringify(bytes)}:\n${look()}`)
    keys.push(Buffer.from(bytes))
    if (!isTyping) void readKeys()
  }
  async function readKeys(): Promise<void> {
    isTyping = true
    for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
      await time.settled()
      time.run(() => stdin.push(stdin.isRaw ? key : typedLine(key)))
    }
    isTyping = false
  }
  /** What a terminal does with keys that a program does not read one by one: it echoes them, and sends a line feed for enter. */
  function typedLine(key: Buffer): Buffer {
    const line = Buffer.from(key.toString().replaceAll('\r', '\n'))
    write(line)
    return line
  }
  function signal(name: NodeJS.Signals): void {
    try {
      time.run(() => process_.emit(name, name))
    } catch (cause) {
      if (!(cause instanceof ProcessExit)) throw cause
      over(cause.status)
    }
  }

  const opened: InProcessScreen = {
    text,
    ansi: emulator.ansi,
    scrollback: () => emulator.ordinaryRows().join('\n').trimEnd(),
    title: emulator.title,
    raw: () => Buffer.concat(chunks),
    written: (fd) => Buffer.concat(chunksOf[fd]).toString(),
    shows: (wanted, timeoutMs) =>
      becomes(() => has(wanted), `the screen does not show ${String(wanted)}`, timeoutMs),
    gone: (unwanted, timeoutMs) =>
      becomes(() => !has(unwanted), `the screen still shows ${String(unwanted)}`, timeoutMs),
    idle: time.idle,
    pass: time.pass,
    async receives(wanted) {
      const deadlineMs = performance.now() + patienceMs
      for (await time.idle(); !has(wanted); await time.idle()) {
        if (performance.now() > deadlineMs) throw new Error(`${String(wanted)} does not come:\n${look()}`)
        await pause(1)
      }
    },
    ...typing(send, emulator.modes, () => opened),
    resize(columns, rows) {
      emulator.resize({ columns, rows })
      Object.assign(stdout, { columns, rows })
      time.run(() => stdout.emit('resize'))
    },
    signal: async (name) => signal(name),
    async exit(timeoutMs): Promise<Exit> {
      const code = await exitCode(timeoutMs)
      return { code, signal: signalOf(code) }
    },
    modes: emulator.modes,
    hasTerminalRestored: () => !stdin.isRaw,
    surroundings: around,
  }
  return opened
}

/** Keys of a terminal. */
function keyboard(): NodeJS.ReadStream {
  const stdin = new Readable({ read: () => undefined })
  return Object.assign(stdin, {
    isTTY: true as const,
    isRaw: false,
    setRawMode(this: { isRaw: boolean }, isRaw: boolean) {
      this.isRaw = isRaw
      return this
    },
    ref: () => stdin,
    unref: () => stdin,
  }) as unknown as NodeJS.ReadStream
}

function pipedInput(text: string): NodeJS.ReadStream {
  return Readable.from([Buffer.from(text)]) as unknown as NodeJS.ReadStream
}

function screenStream({ columns, rows }: TerminalSize, write: (bytes: Buffer) => void): NodeJS.WriteStream {
  const stdout = new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _, written) {
      write(chunk)
      written()
    },
  })
  return Object.assign(stdout, { isTTY: true as const, columns, rows }) as unknown as NodeJS.WriteStream
}

interface ProcessParts {
  readonly env: Readonly<Record<string, string>>
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly columns: number
}

/** Signals are events here, and an exit is thrown. */
function fakeProcess({ columns, ...parts }: ProcessParts): HostProcess & EventEmitter {
  return Object.assign(new EventEmitter(), {
    ...parts,
    pid: process.pid,
    platform: process.platform,
    stderr: Object.assign(new EventEmitter(), { columns }),
    kill: () => true,
    exit(status: number): never {
      throw new ProcessExit(status)
    },
  }) as unknown as HostProcess & EventEmitter
}

/** The demo agent without a process, playing a scenario as fast as it can, in the program's time. */
function inProcessDemo({ args, env }: SpawnedCommand, time: VirtualTime): OpenTransport {
  const scenario = findScenario(args[1] ?? '')
  if (scenario === undefined || args[3] !== 'max') throw new Error(`not played here: ${args.join(' ')}`)
  return (events) => {
    const folder = openDemoFolder()
    let isOver = false
    let deliver: (bytes: Uint8Array) => void = () => undefined
    const over = (code: number): void => {
      if (isOver) return
      isOver = true
      folder.remove()
      setImmediate(() => time.run(() => events.onEnded({ kind: 'exited', code, signal: null })))
    }
    const write = async (bytes: Uint8Array): Promise<void> => {
      if (!isOver) time.run(() => events.onBytes(Buffer.from(bytes)))
    }
    const input = new ReadableStream<Uint8Array>({
      start: (stream) => void (deliver = (bytes) => stream.enqueue(bytes)),
    })
    setImmediate(() =>
      time.run(() => {
        connectDemoAgent(
          ndJsonStream(new WritableStream({ write }), input),
          {
            scenario,
            pace: { speed: 'max', idleLimitMs: null },
            isLooping: false,
            folder,
            writeLine: (line) => write(Buffer.from(`${line}\n`)),
            writeStderr: (text) => time.run(() => events.onStderr(Buffer.from(text))),
          },
          { exit: over, now: () => time.clock.wallMs(), env },
        )
      }),
    )
    return {
      isRunning: true,
      send(message) {
        if (!isOver) deliver(Buffer.from(`${message}\n`))
      },
      end: async () => over(0),
      killNow: () => over(0),
    }
  }
}
