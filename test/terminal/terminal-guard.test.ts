import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTerminalGuard } from '../../src/terminal/terminal-guard.ts'
import { watchEnds, type EndWatchParts } from '../../src/system/end-watch.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function hostOf(process: EventEmitter, isTerminal = (): boolean => false): EndWatchParts['host'] {
  return { process, writeNow: () => undefined, isTerminal } as unknown as EndWatchParts['host']
}

/** A process that can be sent signals, the guard of its terminal, and what its ends were. */
function stage() {
  const process = Object.assign(new EventEmitter(), { stdout: new EventEmitter(), exit: vi.fn<() => void>() })
  const host = hostOf(process)
  const guard = createTerminalGuard(host)
  const ends: string[] = []
  void watchEnds({ guard, kept: { lines: () => [] }, host }).ended.then((end) => ends.push(end.kind))
  const signal = async (name: string): Promise<readonly string[]> => {
    process.emit(name)
    await Promise.resolve()
    return ends
  }
  return { guard, signal }
}

test('a ctrl-c of the program that has the terminal is not ours, although its end is told before its signal', async () => {
  const { guard, signal } = stage()
  guard.lend()
  expect(await signal('SIGINT')).toEqual([])
  guard.takeAgain()
  expect(await signal('SIGINT')).toEqual([])
  expect(await signal('SIGQUIT')).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(await signal('SIGINT')).toEqual(['interrupted'])
})

test('another signal ends the program while the terminal is lent', async () => {
  const { guard, signal } = stage()
  guard.lend()
  expect(await signal('SIGTERM')).toEqual(['interrupted'])
})

test('the handlers of a later screen take the place of those of the one before', () => {
  const process = Object.assign(new EventEmitter(), { stdout: new EventEmitter(), exit: vi.fn<() => void>() })
  const host = hostOf(process)
  const killed: string[] = []
  for (const name of ['first', 'second'])
    watchEnds({ guard: createTerminalGuard(host), kept: { lines: () => [] }, host }).killAtEnd(() =>
      killed.push(name),
    )
  process.emit('exit')
  expect(killed).toEqual(['second'])
  expect(process.listenerCount('uncaughtException')).toBe(1)
  expect(process.listenerCount('beforeExit')).toBe(1)
  expect(process.stdout.listenerCount('error')).toBe(1)
})

test.each([
  [129, true, false],
  [129, false, true],
  [0, false, false],
])('status %i, with its terminal there %s: it ends by SIGHUP %s', (status, isThere, endsBySignal) => {
  const kill = vi.fn<() => void>()
  const stderr = new EventEmitter()
  const process = Object.assign(new EventEmitter(), { stdout: new EventEmitter(), stderr, pid: 7, kill })
  let isTerminal = true
  const host = hostOf(process, () => isTerminal)
  watchEnds({ guard: createTerminalGuard(host), kept: { lines: () => [] }, host })
  isTerminal = isThere
  process.emit('exit', status)
  expect(kill.mock.calls).toEqual(endsBySignal ? [[7, 'SIGHUP']] : [])
  expect(process.listenerCount('SIGHUP')).toBe(endsBySignal ? 0 : 1)
})

test.each([
  [true, 70],
  [false, 129],
])('an error that nobody handles, with its terminal there %s: the status is %i', (isThere, status) => {
  const exit = vi.fn<(status: number) => void>()
  const streams = { stdout: new EventEmitter(), stderr: new EventEmitter() }
  const process = Object.assign(new EventEmitter(), { ...streams, exit })
  let isTerminal = true
  const host = hostOf(process, () => isTerminal)
  watchEnds({ guard: createTerminalGuard(host), kept: { lines: () => [] }, host })
  isTerminal = isThere
  process.emit('uncaughtException', new TypeError('setRawMode is not a function'))
  expect(exit.mock.calls[0]).toEqual([status])
})
