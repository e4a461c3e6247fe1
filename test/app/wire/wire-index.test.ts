import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FilteredRows, parseFilter } from '../../../src/app/wire/wire-filter.ts'
import { WireIndex } from '../../../src/app/wire/wire-index.ts'
import { WireLog } from '../../../src/app/wire/wire-log.ts'
import { exchange, line, loggedAll, update } from './wire-lines.ts'
import { anyCharacter } from '../../support/any-character.ts'

const never = (): boolean => false

function indexOf(log: WireLog): WireIndex {
  const index = new WireIndex(log)
  expect(index.readOn(never)).toBe(true)
  return index
}

function rowsOf(index: WireIndex): readonly string[] {
  return Array.from({ length: index.endRow - index.firstRow }, (_, at) => {
    const row = index.row(index.firstRow + at)
    return row === null
      ? 'none'
      : `${row.first}-${row.last} ${row.facts.kind} ${row.facts.method ?? ''}`.trim()
  })
}

describe('the index of the wire', () => {
  test('makes one row of a run of pieces, and pairs responses with their requests', () => {
    const index = indexOf(loggedAll(exchange))
    expect(rowsOf(index)).toEqual([
      '0-0 request initialize',
      '1-1 response initialize',
      '2-2 request session/new',
      '3-3 response session/new',
      '4-4 request session/prompt',
      '5-7 chunks session/update',
      '8-8 plan session/update',
      '9-9 request session/request_permission',
      '10-10 error session/request_permission',
      '11-11 malformed',
      '12-12 stderr',
      '13-13 tool session/update',
      '14-14 notice session/cancel',
    ])
    expect(index.partnerOf(1)).toBe(0)
    expect(index.partnerOf(9)).toBe(10)
    expect(index.waiting()).toEqual([4])
    expect(index.factsOf(10)?.session).toBe('s1')
    expect(index.factsOf(8)?.plan).toBe('main')
  })

  test('pairs a response whose id is the text of the number with its request, unless that text was an id too', () => {
    const index = indexOf(
      loggedAll([
        line('to-agent', { id: 0, method: 'initialize', params: {} }),
        line('from-agent', { id: '0', result: {} }),
        line('to-agent', { id: 1, method: 'session/new', params: {} }),
        line('to-agent', { id: '1', method: 'session/list', params: {} }),
        line('from-agent', { id: '1', result: {} }),
        line('from-agent', { id: '01', result: {} }),
      ]),
    )
    expect([1, 4, 5].map((number) => index.partnerOf(number))).toEqual([0, 3, null])
    expect(index.waiting()).toEqual([2])
  })

  test('forgets the requests of a connection that is over', () => {
    const log = loggedAll([
      line('to-agent', { id: 1, method: 'session/prompt' }),
      line('to-agent', { id: 0, method: 'initialize' }),
    ])
    expect(indexOf(log).waiting()).toEqual([1])
  })

  test('is the same, however the messages came in portions, as for a replay of them', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: exchange.length - 1 })), fc.array(fc.boolean()), (order, pauses) => {
        const records = order.flatMap((at) => exchange[at] ?? [])
        const live = new WireLog()
        const followed = new WireIndex(live)
        for (const [at, record] of records.entries()) {
          live.append(record)
          if (pauses[at] === true) followed.readOn(never)
        }
        followed.readOn(never)
        expect(rowsOf(followed)).toEqual(rowsOf(indexOf(loggedAll(records))))
      }),
    )
  })

  test('goes on where its time was over', () => {
    const index = new WireIndex(loggedAll(Array.from({ length: 100 }, () => exchange[4] ?? []).flat()))
    expect(index.readOn(() => true)).toBe(false)
    expect(index.end).toBeLessThan(100)
    while (!index.readOn(() => true));
    expect(index.end).toBe(100)
  })

  test('follows a log that drops messages', () => {
    const log = new WireLog(200_000)
    const index = new WireIndex(log)
    const texts = Array.from({ length: 30_000 }, (_, at) => `${at} ${Math.sin(at)}`)
    for (const [at, text] of texts.entries()) {
      log.append(line('from-agent', { method: `m/${text}` }))
      if (at % 500 === 0) index.readOn(never)
    }
    index.readOn(never)
    expect(log.first).toBeGreaterThan(10_000)
    expect(index.firstRow).toBeGreaterThan(0)
    expect(index.row(index.rowOf(29_999))).toMatchObject({ first: 29_999, last: 29_999 })
    expect(index.row(index.rowOf(log.first))).toMatchObject({ first: log.first })
  })

  test('keeps a run whose beginning was dropped', () => {
    const log = new WireLog(200_000)
    const index = new WireIndex(log)
    for (let at = 0; at < 20_000; at++) {
      const content = { type: 'text', text: String(Math.sin(at)) }
      log.append(update(at, 'agent_message_chunk', { content }))
      if (at % 500 === 0) index.readOn(never)
    }
    index.readOn(never)
    expect(log.first).toBeGreaterThan(5_000)
    expect(index.row(index.rowOf(log.first))).toMatchObject({ first: log.first, last: 19_999 })
    expect(index.rowOf(log.first)).toBe(index.rowOf(19_999))
  })

  test('begins anew with its log', () => {
    const log = loggedAll(exchange)
    const index = indexOf(log)
    log.beginAnew()
    for (const record of exchange.slice(0, 2)) log.append(record)
    index.readOn(never)
    expect(rowsOf(index)).toEqual(['0-0 request initialize', '1-1 response initialize'])
  })

  test('never fails, whatever the messages hold', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.json(), fc.string({ unit: anyCharacter }), fc.constant('[{"id":1,"method":"a"}]')),
        ),
        (texts) => {
          const log = new WireLog()
          for (const text of texts) log.append({ t: 0, type: 'frame', dir: 'from-agent', line: text })
          expect(indexOf(log).end).toBe(texts.length)
        },
      ),
    )
  })

  test('reads of a message that is too long to be parsed what it is', () => {
    const long = 'z'.repeat(600 * 1024)
    const log = loggedAll([
      line('from-agent', {
        method: 'session/update',
        params: { sessionId: 's1', update: { sessionUpdate: 'plan', long } },
      }),
      line('to-agent', { id: 3, method: 'session/prompt', params: { sessionId: 's1', long } }),
      line('from-agent', { id: 3, result: { long } }),
      line('from-agent', { method: `x/${long}`, params: {} }),
    ])
    const index = indexOf(log)
    expect(rowsOf(index)).toEqual([
      '0-0 plan session/update',
      '1-1 request session/prompt',
      '2-2 response session/prompt',
      `3-3 notice x/${'z'.repeat(198)}`,
    ])
  })
})

describe('the rows of a filter', () => {
  function found(text: string): readonly number[] {
    const log = loggedAll(exchange)
    const index = indexOf(log)
    const rows = new FilteredRows(log, index, parseFilter(text).terms)
    rows.readOn(never)
    return rows.rows.map((row) => index.row(row)?.first ?? -1)
  }

  test.each([
    ['kind:request', [0, 2, 4, 9]],
    ['kind:chunk', [5]],
    ['dir:out !kind:request', [10, 14]],
    ['method:permission', [9, 10]],
    ['session:s1 !session:s2', [3, 4, 5, 8, 9, 10, 13, 14]],
    ['plan:main', [8]],
    ['error:yes', [10, 11]],
    ['error:refused', [10]],
    ['error:no dir:out', [0, 2, 4, 14]],
    ['text:"second piece"', [5]],
    ['nonsense', []],
    ['HALF', [11]],
    ['!chunks !request kind:chunks,tool,request', [13]],
    ['panic', [12]],
  ])('%s', (text, numbers) => {
    expect(found(text)).toEqual(numbers)
  })

  test('are found in portions as at once', () => {
    const log = new WireLog()
    const index = new WireIndex(log)
    const rows = new FilteredRows(log, index, parseFilter('!kind:chunks').terms)
    for (const record of [...exchange, ...exchange]) {
      log.append(record)
      index.readOn(never)
      rows.readOn(never)
    }
    expect(rows.rows).toHaveLength(24)
  })
})
