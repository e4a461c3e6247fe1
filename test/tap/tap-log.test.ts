import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { TapLog, costOf, type TapMessage } from '../../src/tap/tap-log.ts'

function frame(n: number, sizeBytes = 0): TapMessage {
  return { n, t: n, kind: 'in', bytes: Buffer.alloc(sizeBytes, 97), sizeBytes }
}

/** A log for so many frames without bytes: a sixteenth of them at the beginning. */
function logOf(frames: number, added: number): TapLog {
  const log = new TapLog(frames * costOf(frame(1)))
  for (let n = 1; n <= added; n++) log.add(frame(n))
  return log
}

describe('a log', () => {
  test('gives each frame by its number, and nothing after the last one', () => {
    const log = logOf(32, 5)
    for (let n = 1; n <= 5; n++) expect(log.at(n)).toEqual({ type: 'frame', frame: frame(n) })
    expect(log.at(6)).toBeNull()
    expect(log.nextNumber).toBe(6)
  })

  test('keeps its beginning and its end when it is full, and tells what is between them', () => {
    const log = logOf(32, 100)
    expect(log.at(2)).toMatchObject({ type: 'frame', frame: { n: 2 } })
    expect(log.at(3)).toEqual({ type: 'dropped', from: 3, to: 70 })
    expect(log.at(50)).toEqual({ type: 'dropped', from: 50, to: 70 })
    expect(log.at(71)).toMatchObject({ type: 'frame', frame: { n: 71 } })
    expect(log.at(100)).toMatchObject({ type: 'frame', frame: { n: 100 } })
    expect(log.at(101)).toBeNull()
  })

  test('finds all frames by their numbers also after it has dropped thousands', () => {
    const log = logOf(1600, 20_000)
    for (let n = 18_501; n <= 20_000; n++) expect(log.at(n)).toMatchObject({ frame: { n } })
    expect(log.at(101)).toEqual({ type: 'dropped', from: 101, to: 18_500 })
  })

  test('drops a frame that is larger than the whole log', () => {
    const log = logOf(32, 3)
    log.add(frame(4, 100_000))
    expect(log.at(3)).toEqual({ type: 'dropped', from: 3, to: 4 })
    log.add(frame(5))
    expect(log.at(5)).toMatchObject({ frame: { n: 5 } })
  })
})
