import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WireLog } from '../../../src/app/wire/wire-log.ts'
import type { TraceRecord } from '../../../src/protocol/trace/trace-record.ts'
import { anyCharacter } from '../../support/any-character.ts'

const dirs = ['from-agent', 'to-agent'] as const

/** Messages that resemble each other, as those of a stream do, and some that resemble none. */
const messages = fc.array(
  fc.record({
    dir: fc.constantFrom(...dirs),
    head: fc.constantFrom('{"a":"', '{"method":"session/update","params":{"update":"', ''),
    body: fc.string({ maxLength: 200, unit: anyCharacter }),
    tail: fc.constantFrom('"}}', '","entries":[{"content":"Read it","status":"pending"}]}}', ''),
    repeats: fc.integer({ min: 1, max: 30 }),
  }),
  { maxLength: 60 },
)

function recordsOf(
  from: typeof messages extends fc.Arbitrary<infer Value> ? Value : never,
): readonly TraceRecord[] {
  return from.flatMap(({ dir, head, body, tail, repeats }) =>
    Array.from({ length: repeats }, (_, index): TraceRecord => {
      const bytes = Buffer.from(`${head}${body.repeat(index % 4)}${index}${tail}`)
      return { t: index, type: 'bytes', dir, bytes, isBinary: false }
    }),
  )
}

function bytesOf(record: TraceRecord): string {
  return record.type === 'bytes' ? record.bytes.toString('hex') : ''
}

describe('the log of the wire', () => {
  test('gives back what it was given, byte for byte', () => {
    fc.assert(
      fc.property(messages, (generated) => {
        const records = recordsOf(generated)
        const log = new WireLog()
        for (const record of records) log.append(record)
        expect(log.first).toBe(0)
        const back = records.map((_, number) => log.at(number)?.bytes.toString('hex'))
        expect(back).toEqual(records.map(bytesOf))
      }),
    )
  })

  test('shares its memory with others: the largest gives, down to nothing, and the newest message is kept', () => {
    const limit = 1024 * 1024
    const logs = new Set<WireLog>()
    const [quiet, busy, other] = [1, 2, 3].map(() => new WireLog(limit, logs))
    if (quiet === undefined || busy === undefined || other === undefined) throw new Error('there are three')
    const add = (log: WireLog, size: number): void =>
      log.append({ t: 0, type: 'bytes', dir: 'from-agent', bytes: randomBytes(size), isBinary: true })
    const memory = (): number => [...logs].reduce((sum, log) => sum + log.memory, 0)
    for (let count = 0; count < 20; count++) add(quiet, 1000)
    for (let count = 0; count < 4000; count++) {
      add(busy, 1000)
      expect(memory()).toBeLessThan(limit + 200_000)
    }
    expect([quiet.first, busy.first > 2000]).toEqual([0, true])
    for (let count = 0; count < 40; count++) add(other, limit)
    expect(memory()).toBeLessThan(limit + 200_000)
    expect([other.at(other.end - 1)?.sizeBytes, busy.end]).toEqual([limit, 4000])
    // One that is not observed any more leaves its memory to the others.
    logs.delete(other)
    add(quiet, 1000)
    expect(quiet.at(quiet.end - 1)?.sizeBytes).toBe(1000)
  })

  test('drops the oldest messages beyond its memory, and gives back the others, whatever was dropped', () => {
    fc.assert(
      fc.property(messages, fc.integer({ min: 0, max: 300_000 }), (generated, limit) => {
        const records = recordsOf(generated)
        const log = new WireLog(limit)
        for (const [count, record] of records.entries()) {
          log.append(record)
          expect(log.end).toBe(count + 1)
          expect(log.at(log.first - 1)).toBeNull()
        }
        const kept = Array.from({ length: log.end - log.first }, (_, at) => log.first + at)
        const most = Math.max(1, Math.floor(limit / 4)) * 2
        expect(kept.map((number) => log.at(number)?.bytes.toString('hex'))).toEqual(
          kept.map((number) => bytesOf(records[number] as TraceRecord).slice(0, most)),
        )
      }),
    )
  })

  test('needs little memory for a stream whose messages differ in a few bytes', () => {
    const log = new WireLog()
    const rest = 'x'.repeat(1_300)
    for (let count = 0; count < 20_000; count++) {
      const bytes = Buffer.from(`{"update":"${rest}","tick":${count},"more":"${rest}"}`)
      log.appendPiece({
        direction: 'from-agent',
        kind: 'line',
        bytes,
        sizeBytes: bytes.length,
        isMessage: true,
        atMs: count,
      })
    }
    expect(log.first).toBe(0)
    expect(log.memory).toBeLessThan(20_000 * 60)
    expect(log.at(19_999)?.bytes.toString()).toContain('"tick":19999,')
  })

  test('stays within its memory', () => {
    const log = new WireLog(1024 * 1024)
    for (let count = 0; count < 5_000; count++)
      log.appendStderr(`${count}${String(Math.sin(count)).repeat(30)}`, count)
    expect(log.memory).toBeLessThanOrEqual(1024 * 1024)
    expect(log.first).toBeGreaterThan(0)
    expect(log.at(log.first)?.bytes.toString()).toMatch(new RegExp(`^${log.first}`))
  })

  test('keeps the beginning of a message that is larger than a part of its memory, and its size', () => {
    const log = new WireLog(4_000)
    log.append({ t: 1, type: 'frame', dir: 'from-agent', line: 'y'.repeat(50_000) })
    expect(log.at(0)).toMatchObject({ sizeBytes: 50_000, sort: 'from-agent' })
    expect(log.at(0)?.bytes.length).toBe(1_000)
    log.append({ t: 2, type: 'overlong', dir: 'from-agent', start: Buffer.from('{"a'), sizeBytes: 2 ** 33 })
    expect(log.at(1)).toMatchObject({ sizeBytes: 2 ** 33 })
  })

  test('finds the message of a frame of the agent’s', () => {
    const log = new WireLog()
    log.append({ t: 0, type: 'frame', dir: 'to-agent', line: 'a' })
    log.append({ t: 0, type: 'frame', dir: 'from-agent', line: 'b' })
    log.appendStderr('c', 0)
    log.append({ t: 0, type: 'frame', dir: 'to-agent', line: 'd' })
    log.append({ t: 0, type: 'frame', dir: 'from-agent', line: 'e' })
    expect([0, 1, 2, 3].map((frame) => log.ofFrame(frame))).toEqual([null, 1, 4, null])
    expect(log.at(4)?.frame).toBe(2)
  })

  test('begins anew', () => {
    const log = new WireLog()
    log.append({ t: 0, type: 'frame', dir: 'from-agent', line: 'a' })
    log.beginAnew({ frames: 7, dropped: 30 })
    expect([log.first, log.end, log.generation]).toEqual([30, 30, 1])
    log.append({ t: 0, type: 'frame', dir: 'from-agent', line: 'b' })
    expect(log.ofFrame(8)).toBe(30)
  })

  test('does not keep a part of the buffer that it was given', () => {
    const log = new WireLog()
    const bytes = Buffer.from('before')
    log.append({ t: 0, type: 'bytes', dir: 'from-agent', bytes, isBinary: false })
    bytes.write('after!')
    expect(log.at(0)?.bytes.toString()).toBe('before')
  })

  test('keeps records of the user and of the terminal out', () => {
    const log = new WireLog()
    log.append({ t: 0, type: 'mark', text: 'here' })
    log.append({ t: 0, type: 'size', columns: 80, rows: 24 })
    log.append({ t: 0, type: 'event', event: {} })
    log.append({ t: 0, type: 'end', status: 0, reason: 'quit' })
    expect(log.end).toBe(0)
  })

  test('gives back large messages that differ in any places, in any order, with any memory', () => {
    const change = fc.record({
      at: fc.nat({ max: 199_999 }),
      removed: fc.constantFrom(0, 0, 1, 40, 5_000, 90_000),
      added: fc.constantFrom('', 'x', '{"content":"tick"}', 'y'.repeat(3_000), 'abc'.repeat(30_000)),
    })
    const stream = fc.array(fc.array(change, { maxLength: 4 }), { minLength: 1, maxLength: 8 })
    const limit = fc.constantFrom(0, 200_000, 900_000, 64_000_000)
    fc.assert(
      fc.property(stream, limit, fc.boolean(), (updates, maxBytes, isRegular) => {
        const log = new WireLog(maxBytes)
        let text = isRegular ? planOf(2_000) : 'a'.repeat(200_000)
        const written = updates.map((changes) => {
          for (const { at, removed, added } of changes)
            text = `${text.slice(0, at)}${added}${text.slice(at + removed)}`
          log.append({ t: 0, type: 'frame', dir: 'from-agent', line: text })
          return text.slice(0, Math.max(1, Math.floor(maxBytes / 4)))
        })
        for (let number = log.first; number < log.end; number++)
          expect(log.at(number)?.bytes.toString() === written[number]).toBe(true)
        expect(log.first).toBeLessThan(log.end)
      }),
      { numRuns: 60 },
    )
  })

  test('needs little memory for large messages that differ in places far apart', () => {
    const log = new WireLog()
    for (let tick = 0; tick < 60; tick++)
      log.append({ t: tick, type: 'frame', dir: 'from-agent', line: planOf(10_000, tick) })
    expect(log.at(59)?.bytes.toString()).toBe(planOf(10_000, 59))
    expect(log.memory).toBeLessThan(2 * planOf(10_000).length)
  })

  test('keeps large messages whole that resemble no other one', () => {
    const log = new WireLog()
    const noise = Array.from({ length: 3 }, (_, seed) =>
      Buffer.from(
        Uint32Array.from({ length: 100_000 }, (_none, at) => Math.sin(seed + at * 7.7) * 2 ** 31).buffer,
      ),
    )
    for (const bytes of noise) log.append({ t: 0, type: 'bytes', dir: 'from-agent', bytes, isBinary: true })
    expect(noise.map((bytes, number) => log.at(number)?.bytes.equals(bytes))).toEqual([true, true, true])
  })
})

/** A plan of so many entries; the number stands in the first, a middle and the last one. */
function planOf(entries: number, tick = 0): string {
  const lines = Array.from({ length: entries }, (_, at) => {
    const isTicking = at === 0 || at === entries / 2 || at === entries - 1
    return `{"content":"${isTicking ? `tick ${tick} ` : ''}Step ${at}","priority":"medium","status":"pending"}`
  })
  return `{"entries":[${lines.join(',')}]}`
}
