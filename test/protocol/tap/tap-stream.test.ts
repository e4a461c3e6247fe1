import { describe, expect, test } from 'vitest'
import {
  frameNumber,
  gapLine,
  gapWords,
  greetingLine,
  readGap,
  readGreeting,
  type TapGreeting,
} from '../../../src/protocol/tap/tap-stream.ts'
import type { JsonObject } from '../../../src/protocol/wire/message.ts'

const greeting: TapGreeting = {
  version: 1,
  program: 'acp-plan-tui 0.1.0',
  pid: 42,
  label: 'site',
  agent: 'my-agent --acp',
  folder: '/srv/site',
  startedAt: '2026-02-03T04:05:06.789Z',
}

function valueOf(line: string): JsonObject {
  return JSON.parse(line) as JsonObject
}

describe('a greeting', () => {
  test('is read as it was written, and says first that it is one', () => {
    const line = greetingLine(greeting)
    expect(line).toMatch(/^\{"tap":"acp-plan-tui","version":1,/)
    expect(readGreeting(valueOf(line))).toEqual(greeting)
  })

  test('has defaults for what is missing or of another type', () => {
    expect(readGreeting({ tap: 'acp-plan-tui', pid: 'x', version: -1, label: 3 })).toEqual({
      version: 1,
      program: '',
      pid: 0,
      label: null,
      agent: 'agent',
      folder: null,
      startedAt: '',
    })
  })

  test.each([null, [], 'tap', {}, { tap: true }, { tap: 'other' }])('is not %j', (value) => {
    expect(readGreeting(value)).toBeNull()
  })
})

describe('a gap', () => {
  test.each(['slow', 'past'] as const)('that is %s is read as it was written', (why) => {
    const gap = { t: 12.5, from: 3, to: 9, why }
    expect(readGap(valueOf(gapLine(gap)))).toEqual(gap)
  })

  test.each([
    { t: 1 },
    { t: 1, gap: null },
    { t: 1, gap: { from: 3 } },
    { t: 1, gap: { from: 3, to: 2 } },
    { t: 1, gap: { from: 0.5, to: 2 } },
    { gap: { from: 1, to: 2 } },
  ])('is not %j', (value) => {
    expect(readGap(value)).toBeNull()
  })

  test('is told in words', () => {
    expect(gapWords({ t: 0, from: 3, to: 3, why: 'slow' })).toBe(
      'frame 3 is missing: this viewer has read too slowly',
    )
    expect(gapWords({ t: 0, from: 3, to: 9, why: 'past' })).toBe(
      'frames 3 to 9 are missing: the tap keeps only so much of the past',
    )
  })
})

test('the number of a frame is a whole number', () => {
  expect([{ n: 7 }, { n: 7.5 }, { n: '7' }, {}].map(frameNumber)).toEqual([7, null, null, null])
})
