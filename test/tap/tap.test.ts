import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { passSignals } from '../../src/tap/tap.ts'

/** A process of a system, and what its agent gets. */
function tapOn(platform: NodeJS.Platform): {
  readonly process: EventEmitter & { readonly platform: NodeJS.Platform }
  readonly sent: NodeJS.Signals[]
  readonly told: NodeJS.Signals[]
  readonly stop: () => void
} {
  const process = Object.assign(new EventEmitter(), { platform })
  const sent: NodeJS.Signals[] = []
  const told: NodeJS.Signals[] = []
  const kill = (signal: NodeJS.Signals | number = 'SIGTERM'): boolean => {
    sent.push(signal as NodeJS.Signals)
    return true
  }
  const asProcess = process as unknown as NodeJS.Process
  const stop = passSignals(asProcess, { pid: undefined, kill }, (signal) => told.push(signal))
  return { process, sent, told, stop }
}

test('an agent gets the signals of its tap, until it has ended', () => {
  const { process, sent, told, stop } = tapOn('linux')
  process.emit('SIGTERM')
  process.emit('SIGWINCH')
  expect(sent).toEqual(['SIGTERM', 'SIGWINCH'])
  expect(told).toEqual(['SIGTERM', 'SIGWINCH'])
  stop()
  expect(process.eventNames()).toEqual([])
})

test('on Windows, where no process can send one, only those that ask for the end are heard', () => {
  const { process, sent, told, stop } = tapOn('win32')
  expect(process.eventNames()).toEqual(['SIGINT', 'SIGBREAK', 'SIGHUP'])
  process.emit('SIGBREAK')
  expect(told).toEqual(['SIGBREAK'])
  // A signal that Windows does not know would throw.
  expect(sent).toEqual([])
  stop()
  expect(process.eventNames()).toEqual([])
})
