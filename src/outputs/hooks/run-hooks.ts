import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { exitWords, type Exited } from '../../app/words/exit.ts'
import { within, type Clock } from '../../lib/clock.ts'
import { cutLine } from '../../lib/text/width.ts'
import {
  describeSpawnFailure,
  endGroup,
  signalGroup,
  programSpawn,
  type ProgramSpawn,
} from '../../system/child-processes.ts'
import type { ProgramLog } from '../../system/host.ts'
import { workingFolder } from '../../system/user-environment.ts'
import { jsonLine } from '../json/json-line.ts'
import type { JsonHook } from '../schema/run-lines.ts'
import type { Hook } from '../../app/state/hook.ts'
import type { SessionWatch, Watcher } from '../watcher.ts'
import { watchForHooks } from './hook-watch.ts'

export interface HookParts {
  readonly hooks: readonly Hook[]
  /** The real one: programs take real time. */
  readonly clock: Clock
  /** Tells the user, once for each hook, that something is wrong with it. */
  readonly say: (text: string) => void
  /** The same, when the screen is gone. */
  readonly sayLast: (text: string) => void
  readonly log?: ProgramLog | undefined
}

/** How long the programs are waited for at the end, and after which time the user is told that. */
const [endMs, patienceMs] = [10_000, 1000]

/** How long a program may take. */
const limitMs = 10_000
/** Calls of one hook that wait for the one before; then the oldest is left out, and counted. */
const mostWaiting = 16
/** The programs of a hook are started at most this often: starting one takes time from the run. */
const againAfterMs = 100
const stderrKept = 2000
/** For what a program has still to say after its end; one that it has left behind may hold its stderr open. */
const lastWordsMs = 100

/** Starts what runs the user's programs. Each hook runs one at a time, and none waits for another. */
export async function startHooks({ hooks, clock, say, sayLast, log }: HookParts): Promise<Watcher> {
  const spawn = await programSpawn(process.platform)
  let isOver = false
  const tell = (text: string): void => (isOver ? sayLast : say)(text)
  const queues = hooks.map((hook) => new HookQueue(hook, { spawn, clock, say: tell, log }))
  const wanted = new Set(hooks.map(({ event }) => event))
  const watches = new Set<SessionWatch>()
  let ended: Promise<unknown> | null = null
  return {
    watch(session) {
      const { onEvent, stop } = watchForHooks(session, wanted, (line) => {
        for (const queue of queues) queue.add(line)
      })
      const watch: SessionWatch = {
        onEvent: (...event) => void (isOver || onEvent(...event)),
        stop: () => void (watches.delete(watch) && stop()),
      }
      watches.add(watch)
      return watch
    },
    closing({ kind }, withinMs = endMs) {
      for (const watch of watches) watch.stop()
      isOver = true
      const limit = kind === 'interrupted' ? 0 : withinMs
      const stop = (): void => {
        for (const queue of queues) queue.stop()
      }
      if (limit === 0) stop()
      const cancels = [
        clock.after(patienceMs, () => sayLast('waiting for hooks to end; Ctrl-C ends them at once')),
        ...(limit === 0 ? [] : [clock.after(limit, stop, 'alive')]),
      ]
      ended = Promise.all(queues.map(async (queue) => await queue.idle)).finally(() => {
        for (const cancel of cancels) cancel()
      })
    },
    end: async () => void (await ended),
    killNow() {
      for (const queue of queues) queue.killNow()
    },
  }
}

interface QueueParts extends Pick<HookParts, 'clock' | 'say' | 'log'> {
  readonly spawn: ProgramSpawn
}

type HookProcess = ChildProcessByStdio<Writable, null, Readable>

class HookQueue {
  readonly #hook: Hook
  readonly #parts: QueueParts
  #waiting: JsonHook[] = []
  #pid: number | null = null
  /** Settles when a program may be started again. */
  #rested: Promise<void> = Promise.resolve()
  #isStopped = false
  #isTroubleTold = false
  /** Settles when nothing runs and nothing waits. */
  idle: Promise<void> | null = null

  constructor(hook: Hook, parts: QueueParts) {
    this.#hook = hook
    this.#parts = parts
  }

  add(line: JsonHook): void {
    if (line.event !== this.#hook.event || this.#isStopped) return
    if (this.#waiting.length >= mostWaiting) {
      const [oldest, next, ...more] = this.#waiting
      if (oldest !== undefined && next !== undefined)
        this.#waiting = [{ ...next, skipped: next.skipped + oldest.skipped + 1 }, ...more]
    }
    this.#waiting.push(line)
    this.idle ??= this.#work()
  }

  /** Nothing more is started, and what runs is ended. */
  stop(): void {
    this.#isStopped = true
    this.#waiting = []
    if (this.#pid !== null) void endGroup(this.#pid)
  }

  killNow(): void {
    if (this.#pid !== null) signalGroup(this.#pid, 'SIGKILL')
  }

  async #work(): Promise<void> {
    const { clock, log, say } = this.#parts
    const { event, command } = this.#hook
    while (this.#waiting.length > 0) {
      await this.#rested
      const line = this.#waiting.shift()
      if (line === undefined) break
      this.#rested = new Promise((resolve) => void clock.after(againAfterMs, resolve, 'alive'))
      const beganMs = clock.nowMs()
      const trouble = await this.#run(line)
      const took = `after ${Math.round(clock.nowMs() - beganMs)} ms`
      log?.note(`hook on ${event}: ${command[0]}: ${trouble ?? 'done'} ${took}`)
      if (trouble !== null && !this.#isTroubleTold && !this.#isStopped) {
        this.#isTroubleTold = true
        say(`the hook on ${event}: ${trouble}`)
      }
    }
    this.idle = null
  }

  /** What went wrong; null: nothing. Raw. */
  async #run(line: JsonHook): Promise<string | null> {
    const [program, ...args] = this.#hook.command
    const { clock, spawn } = this.#parts
    try {
      const started = spawn(program, args, {
        env: environmentOf(line),
        stdio: ['pipe', 'ignore', 'pipe'],
        // A group of its own: keys of our terminal do not reach it, and it is ended with what it has started.
        detached: process.platform !== 'win32',
        windowsHide: true,
      })
      const ended = new Promise<Exited>((resolve, reject) => {
        started.once('exit', (code, signal) => resolve({ code, signal }))
        started.once('error', reject)
      })
      const { pid } = started
      // It could not be started: this fails with the cause.
      if (pid === undefined) return await ended.then(() => null)
      this.#pid = pid
      const said = stderrOf(started)
      // It need not read.
      started.stdin.on('error', () => undefined)
      started.stdin.end(`${jsonLine(line)}\n`)
      let isLate = false
      const cancelTimer = clock.after(limitMs, () => {
        isLate = true
        void endGroup(pid)
      })
      const end = await ended
      cancelTimer()
      this.#pid = null
      if (isLate) return `it took longer than ${limitMs / 1000} s, and was ended`
      if (end.code === 0) return null
      const words = await said.last(clock)
      return `it ${exitWords(end)}${words === '' ? '' : `: ${words}`}`
    } catch (cause) {
      return describeSpawnFailure(cause, program, workingFolder() ?? '.')
    }
  }
}

/** Ids of the agent reach a program only in characters that mean nothing to a shell. */
const plainId = /^[\w.:@/+=-]{1,200}$/

function environmentOf({ event, session, plan }: JsonHook): Record<string, string | undefined> {
  const plain = (id: string | null): string | undefined => (id !== null && plainId.test(id) ? id : undefined)
  return {
    ...process.env,
    ACP_PLAN_TUI_EVENT: event,
    ACP_PLAN_TUI_SESSION: plain(session),
    ACP_PLAN_TUI_PLAN: plain(plan),
  }
}

/** The end of what a program writes to stderr. What it has left behind may write on. */
function stderrOf({ stderr }: HookProcess): { last(clock: Clock): Promise<string> } {
  let text = ''
  const closed = new Promise<void>((resolve) => stderr.once('close', resolve))
  stderr.on('error', () => undefined)
  stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text = `${text}${chunk}`.slice(-stderrKept)
  })
  return {
    async last(clock) {
      await within(clock, lastWordsMs, closed)
      return cutLine(text.trimEnd().split('\n').at(-1) ?? '', 200)
    },
  }
}
