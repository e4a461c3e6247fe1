import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { vi } from 'vitest'
import type { Clock } from '../../src/lib/clock.ts'
import { eventFrameMs } from '../../src/ui/state/timing.ts'

/** What Node calls work that it will report on by itself. Sockets, watched files and processes are none: somebody else decides. */
const work = new Set([
  'FILEHANDLECLOSEREQ',
  'FSREQCALLBACK',
  'FSREQPROMISE',
  'Immediate',
  'RANDOMBYTESREQUEST',
  'TickObject',
  'Timeout',
  'ZLIB',
])
const current = new AsyncLocalStorage<Set<number>>()
const owners = new Map<number, Set<number>>()
const done = (id: number): void => {
  owners.get(id)?.delete(id)
  owners.delete(id)
}
createHook({
  init(id, type, _, resource) {
    const pending = work.has(type) && !isDeadline(resource) ? current.getStore() : undefined
    if (pending === undefined) return
    pending.add(id)
    owners.set(id, pending)
  },
  after: done,
  destroy: done,
}).enable()

/** A timer so long is a deadline of a library, such as for an answer over a connection: not work. */
const deadlineMs = 1000

function isDeadline(resource: object): boolean {
  return '_idleTimeout' in resource && Number(resource._idleTimeout) >= deadlineMs
}

/** So much of the time of this process a program may take until it rests: on a busy machine a clock goes on while the process stands. */
const longestWorkMs = 30_000

function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

interface Timer {
  readonly atMs: number
  readonly run: () => void
}

/** So long at most `idle` lets time pass: a screen that moves all the time is never idle. */
const longestRestMs = 100

export interface VirtualTime {
  readonly clock: Clock
  /** Runs something in the name of the program: what it begins is waited for. */
  readonly run: <T>(act: () => T) => T
  /** Adds a condition for `idle`: input or output may be on its way that Node does not know of. */
  readonly idleUnless: (isBusy: () => boolean) => void
  /** Resolves when the program has nothing to do at this moment: no callback, file or module is waited for. */
  settled(): Promise<void>
  /** Resolves when the program is idle: settled, and no frame is due. */
  idle(): Promise<void>
  /** Lets time pass. */
  pass(ms: number): Promise<void>
  /** Lets time pass from one due timer to the next until `probe`, asked whenever the program is idle, gives a value. */
  until<T>(probe: () => T | undefined, failure: () => string, timeoutMs?: number): Promise<T>
}

/** The time of one program that runs in this process. It stands still unless a test waits. */
export function virtualTime(): VirtualTime {
  const pending = new Set<number>()
  const busy: (() => boolean)[] = []
  let nowMs = 0
  let timers: readonly Timer[] = []
  const run = <T>(act: () => T): T => current.run(pending, act)
  const isBusy = (): boolean => busy.some((isSo) => isSo())

  async function settled(): Promise<void> {
    const endMs = usedMs() + longestWorkMs
    do {
      while (pending.size > 0) {
        if (usedMs() > endMs) throw new Error('the program does not come to rest')
        await nextTurn()
      }
      await vi.dynamicImportSettled()
      await nextTurn()
    } while (pending.size > 0)
  }

  /** Calls what is due next, unless that is after `untilMs`. */
  function next(untilMs: number): boolean {
    const [first, ...others] = timers
    if (first === undefined || first.atMs > untilMs) return false
    timers = others
    nowMs = Math.max(nowMs, first.atMs)
    run(first.run)
    return true
  }

  // Who waits at the same time rests together: otherwise the time that one lets pass could keep the other from ever resting.
  let resting: Promise<void> | null = null
  const idle = (): Promise<void> => (resting ??= rest())

  async function rest(): Promise<void> {
    const longestMs = nowMs + longestRestMs
    try {
      do await settled()
      while (
        // What is due so soon belongs to what happens now: the next frame.
        isBusy() ||
        (nowMs < longestMs && next(nowMs + eventFrameMs))
      )
    } finally {
      resting = null
    }
  }

  return {
    clock: {
      nowMs: () => nowMs,
      wallMs: () => startedAtMs + nowMs,
      after(delayMs, act) {
        const timer = { atMs: nowMs + delayMs, run: act }
        timers = [...timers, timer].toSorted((one, other) => one.atMs - other.atMs)
        return () => {
          timers = timers.filter((other) => other !== timer)
        }
      },
    },
    run,
    idleUnless: (isBusy) => void busy.push(isBusy),
    settled,
    idle,
    async pass(ms) {
      const endMs = nowMs + ms
      do await settled()
      while (next(endMs))
      nowMs = endMs
      await idle()
    },
    async until<T>(
      probe: () => T | undefined,
      failure: () => string,
      timeoutMs: number = longestWaitMs,
    ): Promise<T> {
      const endMs = nowMs + timeoutMs
      for (;;) {
        await idle()
        const value = probe()
        if (value !== undefined) return value
        // Another wait that has ended at this moment goes first: what it does now needs no time.
        await nextTurn()
        if (pending.size > 0 || isBusy() || probe() !== undefined) continue
        if (!next(endMs)) throw new Error(`after ${timeoutMs} ms: ${failure()}`)
      }
    },
  }
}

/** So long on the program's clock a test waits for something. */
const longestWaitMs = 30_000

/** Noon of some day, which goldens may show. */
const startedAtMs = Date.UTC(2026, 0, 1, 12)
