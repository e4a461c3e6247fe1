import { expect, test } from 'vitest'
import { Buffer } from 'node:buffer'
import type { Transport, TransportEvents } from '../../../src/app/ports/transport.ts'
import { openEarly } from '../../../src/cli/commands/watch.ts'

interface Stage {
  readonly opened: TransportEvents[]
  readonly killed: number[]
  readonly open: (events: TransportEvents) => Transport
}

function stage(): Stage {
  const opened: TransportEvents[] = []
  const killed: number[] = []
  const open = (events: TransportEvents): Transport => {
    const number = opened.push(events)
    return {
      isRunning: true,
      send: () => undefined,
      end: async () => undefined,
      killNow: () => void killed.push(number),
    }
  }
  return { opened, killed, open }
}

function listener(told: string[]): TransportEvents {
  return {
    onBytes: (chunk) => told.push(chunk.toString()),
    onFrame: (frame, kind) => told.push(`${kind} ${frame.toString()}`),
    onStderr: (chunk) => told.push(`stderr ${chunk.toString()}`),
    onStalled: (isStalled) => told.push(`stalled ${isStalled}`),
    onEnded: ({ kind }) => told.push(kind),
  }
}

test('what is reported before somebody reads is told in its order, and not on the tick that opens', async () => {
  const { opened, killed, open } = stage()
  const early = openEarly(open)
  opened[0]?.onStderr(Buffer.from('a warning'))
  opened[0]?.onBytes(Buffer.from('a line'))
  const told: string[] = []
  const transport = early.open(listener(told))
  expect(told).toEqual([])
  await new Promise(setImmediate)
  opened[0]?.onEnded({ kind: 'closed-output' })
  expect(told).toEqual(['stderr a warning', 'a line', 'closed-output'])
  transport.killNow()
  expect([opened.length, killed]).toEqual([1, [1]])
})

test('it is given once, and then another one is opened; the early one can be killed before', () => {
  const { opened, killed, open } = stage()
  const early = openEarly(open)
  early.killNow()
  early.open(listener([]))
  early.open(listener([])).killNow()
  expect([opened.length, killed]).toEqual([2, [1, 2]])
})
