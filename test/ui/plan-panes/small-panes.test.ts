import { describe, expect, test } from 'vitest'
import type { PlanDocument, ShownDocument, UnavailableReason } from '../../../src/app/ports/plan-document.ts'
import { safe, safeLine } from '../../../src/lib/text/safe-text.ts'
import type { OpaqueBody } from '../../../src/plans/kinds/opaque.ts'
import { rowWidth, rowText, row, type Row } from '../../../src/lib/cells/row.ts'
import { paint } from '../../../src/ui/paint/paint.ts'
import { settleFile } from '../../../src/ui/plan-panes/file-pane.ts'
import { textRows, type PaneAt } from '../../../src/ui/plan-panes/pane.ts'
import { scrolledRows } from '../../../src/ui/rows/settle.ts'
import { markdown } from '../../../src/ui/plan-panes/markdown-pane.ts'
import { opaque } from '../../../src/ui/plan-panes/opaque-pane.ts'
import { progressBar } from '../../../src/ui/rows/progress-bar.ts'
import { dimmedRows, leavingRows } from '../../../src/ui/stack/settle-plan.ts'
import { newPlan } from '../../../src/plans/plan.ts'
import { at } from '../../plans/update-time.ts'
import { removalMs } from '../../../src/ui/state/timing.ts'
import { startOfPane } from '../../../src/ui/state/ui-state.ts'
import { dark } from '../paint/any-rows.ts'
import { loadedDocumentCache } from '../stack/shown-screen.ts'
import { paneAt } from './pane-at.ts'
import { shownDocument } from '../../support/shown-document.ts'

const documentCache = await loadedDocumentCache(dark)
const frame: PaneAt = { ...paneAt, columns: 60, rows: 8, documentCache }

function texts(rows: readonly Row[]): readonly string[] {
  return rows.map((each) => rowText(each).trimEnd())
}

test.each(['', ' \n\n\t', '\u200b\u3164\n\u00ad\u2800'])(
  'a markdown plan without words says so: %j',
  (text) => {
    const plan = newPlan({ plan: { dialect: 'planId', id: 'p' }, content: { type: 'markdown', text } }, at(0))
    if (plan.body.type !== 'markdown') throw new Error('no text')
    expect(texts(markdown.settle(plan, plan.body, frame).draw())).toEqual([' There is nothing in it.'])
  },
)

test('where a plan has one row or two, the title of its tab is not shown again', () => {
  const shown = (text: string, rows: number): readonly string[] => {
    const plan = newPlan({ plan: { dialect: 'planId', id: 'p' }, content: { type: 'markdown', text } }, at(0))
    if (plan.body.type !== 'markdown') throw new Error('no text')
    return texts(markdown.settle(plan, plan.body, { ...frame, rows, name: `${rows} ${text}` }).draw())
  }
  expect(shown('# The plan\n\nFirst this.\n', 1)).toEqual([' First this.'])
  expect(shown('The plan\n===\nFirst this.\n', 2)).toEqual([' First this.'])
  expect(shown('Before.\n\n# The plan\n', 1)).toEqual([' Before.'])
  expect(shown('# The plan\n', 1)).toEqual([' The plan'])
  expect(shown('# The plan\n\nFirst this.\n', 3)[0]).toBe(' The plan')
})

describe('the progress bar', () => {
  const bar = (done: number, total: number, columns = 60): string =>
    rowText(
      progressBar(
        {
          done,
          total,
          isBegun: false,
          isComplete: done === total && done > 0,
          time: { workedMs: 65_000, waitedMs: 0 },
          clock: 'working',
        },
        { theme: dark, columns },
      ),
    )

  test.each([
    { done: 0, total: 7, pieces: 0, count: '0 of 7 · 0%' },
    { done: 7, total: 7, pieces: 20, count: '7 of 7 · 100%' },
    { done: 1, total: 1000, pieces: 1, count: '1 of 1000 · 0%' },
    { done: 999, total: 1000, pieces: 19, count: '999 of 1000 · 99%' },
    { done: 29, total: 100, pieces: 5, count: '29 of 100 · 29%' },
    { done: 0, total: 0, pieces: 0, count: '0 of 0 · 0%' },
  ])('$done of $total fills $pieces of 20 pieces', ({ done, total, pieces, count }) => {
    const text = bar(done, total)
    expect(text.match(/▰/g)?.length ?? 0).toBe(pieces)
    expect(text.match(/[▰▱]/g)).toHaveLength(20)
    expect(text).toContain(count)
  })

  test('a completed plan shows how long it took, another one how long it has been running', () => {
    expect(bar(7, 7).trimEnd()).toMatch(/ took 1m05s$/)
    expect(bar(3, 7).trimEnd()).toMatch(/ {2}1m05s$/)
  })

  test.each([10, 20, 30, 40, 59, 60, 80, 200])('fits %i columns, whatever the numbers', (columns) => {
    expect(bar(99_999, 100_000, columns).length).toBeLessThanOrEqual(columns)
    if (columns >= 30) expect(bar(3, 7, columns).length).toBe(columns)
  })
})

describe('a removed plan', () => {
  const rows = [
    row(safe` `, paint(dark, 'accent', safe`▰▰▱▱`), safe`  2/4`),
    row(safe`  `, paint(dark, 'good', safe`✓`), safeLine(' Test “é”, 日本語, 🚀 and 👨‍👩‍👧')),
    row(safe`  `, paint(dark, 'normal', safe`○ the last one`)),
    row(),
  ]

  test('keeps its rows and whole characters during the animation, and ends empty', () => {
    for (let sinceMs = 0; sinceMs <= removalMs; sinceMs += 7) {
      const leaving = leavingRows(dark, rows, sinceMs)
      expect(leaving).toHaveLength(rows.length)
      for (const [index, each] of leaving.entries()) {
        expect(rowText(each).isWellFormed()).toBe(true)
        expect([rowText(rows[index] ?? row()), '']).toContain(rowText(each))
      }
    }
    expect(leavingRows(dark, rows, removalMs)).toEqual(rows.map(() => []))
    expect(leavingRows(dark, rows, removalMs * 10)).toEqual(rows.map(() => []))
  })

  test('is struck through step by step, then dim and shorter step by step', () => {
    const struck = (sinceMs: number): number =>
      leavingRows(dark, rows, sinceMs)
        .flat()
        .filter(({ style }) => style.struck)
        .map(({ text }) => text.length)
        .reduce((sum, length) => sum + length, 0)
    const left = (sinceMs: number): number =>
      leavingRows(dark, rows, sinceMs).filter((each) => each.length > 0).length
    expect([0, 100, 200, 340].map(struck)).toEqual([0, 100, 200, 340].map(struck).toSorted((a, b) => a - b))
    expect(struck(0)).toBe(0)
    expect(struck(340)).toBeGreaterThan(30)
    expect([350, 450, 550, 640, 700].map(left)).toEqual([3, 3, 2, 1, 0])
  })

  test('is dim after its agent has ended', () => {
    expect(dimmedRows(dark, rows)[2]).toEqual(paint(dark, 'dim', safe`  ○ the last one`))
  })
})

describe('a plan of an unknown type', () => {
  const settled = (of: OpaqueBody, more: PaneAt): readonly Row[] =>
    opaque
      .settle(
        newPlan({ plan: { dialect: 'planId', id: 'p' }, content: { type: 'markdown', text: '' } }, at(0)),
        of,
        more,
      )
      .draw()
  const body = (payload: OpaqueBody['payload'], planType = '_kanban'): OpaqueBody => ({
    type: 'opaque',
    planType,
    payload,
  })

  test('is shown with any depth of nesting', () => {
    let deep: OpaqueBody['payload'] = {}
    for (let level = 0; level < 100_000; level++) deep = { deeper: deep }
    const rows = settled(body(deep), { ...frame, rows: 20 })
    expect(rows.filter((each) => rowWidth(each) > frame.columns)).toEqual([])
    expect(rows.map(rowText)[3]).toBe('   "deeper": {')
  })

  test('is cut with a note', () => {
    const rows = settled(body({ text: 'x'.repeat(300_000) }), {
      ...frame,
      scroll: { ...startOfPane, follows: 'end' },
    })
    expect(rows.map(rowText).at(-1)).toBe(' … and more.')
  })

  test('has a head that fits a narrow terminal', () => {
    const rows = settled(body({}, 'a_very_long_type_of_plan_that_nobody_knows'), {
      ...frame,
      columns: 40,
    })
    expect(texts(rows).slice(0, 3)).toEqual([
      ' A plan of type',
      ' “a_very_long_type_of_plan_that_nobody_',
      ' kn…”, shown as received.',
    ])
  })
})

describe('a file', () => {
  const uri = 'file:///home/plan.txt'
  const shown = shownDocument(uri, 'first\nsecond\n', { format: 'plain' })
  const draw = (document: PlanDocument, more: Partial<PaneAt> = {}): readonly string[] =>
    texts(settleFile(document, { ...frame, ...more }).draw())

  test.each<[string, PlanDocument, readonly string[]]>([
    [
      'being read',
      { state: 'loading', uri },
      [' file:///home/plan.txt                             reading…'],
    ],
    [
      'being read again',
      { state: 'loading', uri, lastShown: shown },
      [' file:///home/plan.txt                             reading…', ' first', ' second', ''],
    ],
    [
      'plain',
      shown,
      [' file:///home/plan.txt                          plain, 13 B', ' first', ' second', ''],
    ],
  ])('%s', (_name, document, expected) => {
    expect(draw(document)).toEqual(expected)
  })

  test('that is too large, repaired or from another place has a note above its text', () => {
    const rows = draw({
      ...shown,
      sizeBytes: 20 * 1024 * 1024,
      truncatedToBytes: 8 * 1024 * 1024,
      replacedCharacters: 3,
      fetchedFrom: 'https://example.org/b',
    })
    expect(rows.slice(0, 5)).toEqual([
      ' file:///home/plan.txt                      plain, 20.0 MiB',
      ' Too large to show whole: this is the first 8 MiB of 20',
      ' MiB.',
      ' Not valid text: 3 unreadable places are shown as “�”.',
      ' Redirected to https://example.org/b.',
    ])
  })

  test.each<UnavailableReason>([
    { kind: 'needs-permission' },
    { kind: 'fetch-refused', status: 404 },
    { kind: 'fetch-failed', cause: 'no answer' },
    { kind: 'fetch-timeout', afterMs: 10_000 },
    { kind: 'too-many-redirects', limit: 5 },
  ])('on the network names the key that fetches it: $kind', (reason) => {
    expect(draw({ state: 'unavailable', uri: 'https://example.org/plan.md', reason })).toContain(
      ' o fetches it',
    )
  })

  test.each<ShownDocument['format']>(['markdown', 'json', 'source', 'plain'])(
    'as %s shows its text',
    (format) => {
      const text = format === 'json' ? '{"first": 1}' : '# first'
      const rows = draw({ ...shown, text, format, ...(format === 'source' ? { language: 'python' } : {}) })
      expect(rows.join('\n')).toContain('first')
      expect(rows[0]).toContain(format === 'source' ? 'python' : format)
    },
  )

  test('source that contains fences is shown completely', () => {
    const text = 'before\n```\ninside\n````\nafter'
    const rows = draw({ ...shown, text, format: 'source', language: 'markdown' }, { rows: 20 })
    expect(rows.join('\n')).toMatch(/before[^]*inside[^]*after/)
  })

  test('source of only fences is shown too', () => {
    const rows = draw({ ...shown, text: '```\n'.repeat(300_000), format: 'source', language: 'markdown' })
    expect(rows.join('\n')).toContain('```')
  })

  test('has a blank line above its text in a high pane', () => {
    expect(draw(shown, { rows: 12 }).slice(1, 3)).toEqual(['', ' first'])
  })
})

describe('rows of plain text', () => {
  const all = textRows('one\r\ntwo\u001b[2J three\n' + 'long '.repeat(20), dark, 22)

  test('are wrapped, with a margin, and contain no control characters', () => {
    expect(texts(all).slice(0, 3)).toEqual([' one', ' two␛[2J three', ' long long long long'])
    expect(all.filter((each) => rowWidth(each) > 21)).toEqual([])
  })

  test('are scrolled within their range', () => {
    const at = (top: number, follows: 'free' | 'end' = 'free'): number =>
      scrolledRows(all, { ...frame, rows: 3, scroll: { ...startOfPane, top, follows } }).scroll.top
    expect([at(0), at(1), at(99), at(-3), at(0, 'end')]).toEqual([0, 1, all.length - 3, 0, all.length - 3])
  })

  test('are searched by their text only', () => {
    const dim = [paint(dark, 'dim', safe`two`), paint(dark, 'dim', safe`2`)]
    expect(scrolledRows(dim, { ...frame, query: '2' }).shown.matches).toEqual([1])
  })
})
