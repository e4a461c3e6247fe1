import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safe, safeLine } from '../../../src/lib/text/safe-text.ts'
import { emptyRow, row, type Row } from '../../../src/lib/cells/row.ts'
import { paint } from '../../../src/ui/paint/paint.ts'
import { Painter, type ScrollRegion } from '../../../src/ui/paint/painter.ts'
import { alternateScreen } from '../../../src/ui/screen-terminal.ts'
import { anyRow, anyTheme, dark } from './any-rows.ts'
import { cellScreen, type CellRows } from './cell-screen.ts'
import { ansiText } from '../../support/ansi-text.ts'

/** What happens to the picture between two frames. */
type Step =
  | { readonly type: 'rows'; readonly rows: readonly { readonly at: number; readonly row: Row }[] }
  | { readonly type: 'scrolled'; readonly by: number; readonly rows: readonly Row[] }
  | { readonly type: 'cell'; readonly at: number; readonly digit: number }
  | { readonly type: 'grown'; readonly rows: number }
  | { readonly type: 'same' }
  | { readonly type: 'forgotten' }

interface Show {
  readonly columns: number
  readonly rows: number
  readonly region: ScrollRegion
  readonly first: readonly Row[]
  readonly steps: readonly Step[]
}

const anyShow: fc.Arbitrary<Show> = fc
  .record({
    theme: anyTheme,
    columns: fc.integer({ min: 8, max: 50 }),
    rows: fc.integer({ min: 6, max: 20 }),
  })
  .chain(({ theme, columns, rows }) => {
    const one = anyRow(theme, columns)
    const place = fc.nat({ max: rows - 1 })
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.record({
        type: fc.constant('rows' as const),
        rows: fc.array(fc.record({ at: place, row: one }), { maxLength: 4 }),
      }),
      fc.record({
        type: fc.constant('scrolled' as const),
        by: fc.integer({ min: -4, max: 4 }),
        rows: fc.array(one, { minLength: 4, maxLength: 4 }),
      }),
      fc.record({ type: fc.constant('cell' as const), at: place, digit: fc.nat({ max: 9 }) }),
      fc.record({ type: fc.constant('grown' as const), rows: fc.integer({ min: 0, max: rows }) }),
      fc.constant({ type: 'same' as const }),
      fc.constant({ type: 'forgotten' as const }),
    )
    return fc.record({
      columns: fc.constant(columns),
      rows: fc.constant(rows),
      region: fc.record({ top: fc.nat({ max: 2 }), bottom: fc.integer({ min: rows - 2, max: rows }) }),
      first: fc.array(one, { minLength: rows, maxLength: rows }),
      steps: fc.array(step, { minLength: 1, maxLength: 5 }),
    })
  })

function next(frame: readonly Row[], step: Step, { region, rows }: Show): readonly Row[] {
  switch (step.type) {
    case 'rows':
      return step.rows.reduce(
        (after, { at, row }) => (at < after.length ? after.with(at, row) : after),
        frame,
      )
    case 'scrolled':
      return frame.map((before, index) => {
        if (index < region.top || index >= region.bottom) return before
        const from = index + step.by
        const isKept = from >= region.top && from < region.bottom
        return isKept ? (frame[from] ?? emptyRow) : (step.rows[index % 4] ?? emptyRow)
      })
    case 'cell':
      return frame.map((before, index) => (index === step.at ? withCell(before, step.digit) : before))
    case 'grown':
      return Array.from({ length: Math.min(rows, step.rows) }, (_, index) => frame[index] ?? emptyRow)
    case 'same':
    case 'forgotten':
      return frame
  }
}

/** The row with another character at one place of its text. */
function withCell(before: Row, digit: number): Row {
  const at = before.findIndex(({ text }) => /[a-z─]/.test(text))
  return before.map((run, index) =>
    index === at ? { ...run, text: safeLine(run.text.replace(/[a-z─]/, String(digit))) } : run,
  )
}

const forbidden = ['\u001b[2J', '\u001b[3J', '\u001bc']

async function painted(frames: readonly (readonly Row[])[], show: Show): Promise<readonly CellRows[]> {
  const screen = cellScreen(show.columns, show.rows)
  screen.write(alternateScreen.enter)
  const shown: CellRows[] = []
  const painter = new Painter((bytes) => screen.write(bytes))
  for (const [index, frame] of frames.entries()) {
    if (show.steps[index - 1]?.type === 'forgotten') painter.forget()
    painter.paint(frame, show.region)
    shown.push(await screen.shown())
  }
  screen.dispose()
  return shown
}

function framesOf(show: Show): readonly (readonly Row[])[] {
  const frames = [show.first]
  for (const step of show.steps) frames.push(next(frames.at(-1) ?? [], step, show))
  return frames
}

test('after any frames the terminal shows the same as with only the last one on an empty screen', async () => {
  await fc.assert(
    fc.asyncProperty(anyShow, async (show) => {
      const frames = framesOf(show)
      const shown = await painted(frames, show)
      expect(shown.at(-1)).toEqual((await painted(frames.slice(-1), { ...show, steps: [] })).at(-1))
    }),
    { numRuns: 75 },
  )
})

test('after a resize the next frame is painted completely, whatever the terminal did with the old one', async () => {
  const sizes = fc.record({ columns: fc.integer({ min: 8, max: 40 }), rows: fc.integer({ min: 4, max: 16 }) })
  const shows = anyTheme.chain((theme) =>
    fc.array(
      sizes.chain((size) =>
        fc
          .array(anyRow(theme, size.columns), { minLength: size.rows, maxLength: size.rows })
          .map((frame) => ({ ...size, frame })),
      ),
      { minLength: 2, maxLength: 4 },
    ),
  )
  await fc.assert(
    fc.asyncProperty(shows, async (resizes) => {
      const [first] = resizes
      if (first === undefined) return
      const screen = cellScreen(first.columns, first.rows)
      screen.write(alternateScreen.enter)
      const painter = new Painter((bytes) => screen.write(bytes))
      for (const { columns, rows, frame } of resizes) {
        screen.resize(columns, rows)
        painter.forget()
        painter.paint(frame, { top: 0, bottom: rows })
        const show: Show = { columns, rows, region: { top: 0, bottom: rows }, first: frame, steps: [] }
        expect([await screen.shown()]).toEqual(await painted([frame], show))
      }
      screen.dispose()
    }),
    { numRuns: 30 },
  )
})

test('no frame clears the screen or its scrollback, and each is one synchronized update', () => {
  fc.assert(
    fc.property(anyShow, (show) => {
      const writes: string[] = []
      const painter = new Painter((bytes) => writes.push(bytes))
      for (const frame of framesOf(show)) painter.paint(frame, show.region)
      for (const bytes of writes) {
        expect(forbidden.filter((sequence) => bytes.includes(sequence))).toEqual([])
        expect(bytes.startsWith('\u001b[?2026h') && bytes.endsWith('\u001b[?2026l')).toBe(true)
        expect(bytes).not.toMatch(/[\n\r]/)
      }
    }),
    { numRuns: 60 },
  )
})

test('the same frame again writes nothing', () => {
  fc.assert(
    fc.property(anyShow, (show) => {
      const writes: string[] = []
      const painter = new Painter((bytes) => writes.push(bytes))
      painter.paint(show.first, show.region)
      painter.paint([...show.first], show.region)
      expect(writes).toHaveLength(1)
    }),
    { numRuns: 40 },
  )
})

/** The bytes that lead from one frame to the next. */
function bytesBetween(before: readonly Row[], after: readonly Row[], region: ScrollRegion): string {
  const writes: string[] = []
  const painter = new Painter((bytes) => writes.push(bytes))
  painter.paint(before, region)
  painter.paint(after, region)
  return writes.slice(1).join('')
}

const entries = (from: number, count: number): readonly Row[] =>
  Array.from({ length: count }, (_, index) =>
    row(
      safe`  `,
      paint(dark, 'good', safe`✓`),
      safe` `,
      paint(dark, 'dim', safeLine(`Step ${from + index} of the plan, in a line of usual length for a list`)),
    ),
  )

test('a changed cell in a row of plain characters takes less than 40 bytes', () => {
  fc.assert(
    fc.property(fc.nat({ max: 29 }), fc.nat({ max: 60 }), (at, column) => {
      const before = entries(0, 30)
      const changed = (before[at] ?? emptyRow).map((run) => {
        const place = column % 40
        const text = safeLine(`${run.text.slice(0, place)}#${run.text.slice(place + 1)}`)
        return run.text.startsWith('Step') ? { ...run, text } : run
      })
      const bytes = bytesBetween(before, before.with(at, changed), { top: 0, bottom: 30 })
      expect(Buffer.byteLength(bytes)).toBeLessThan(40)
    }),
  )
})

test('scrolling a region of 30 rows by one takes less bytes than three rows', () => {
  const head = [row(safe`head`), row(safe`tabs`), row(safe`rule`)]
  const region = { top: 3, bottom: 33 }
  const threeRows = Buffer.byteLength(entries(0, 3).map(ansiText).join(''))
  for (const [from, to] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const bytes = bytesBetween([...head, ...entries(from, 30)], [...head, ...entries(to, 30)], region)
    expect(Buffer.byteLength(bytes)).toBeLessThan(threeRows)
  }
})

test('a row that gets shorter leaves nothing of the longer one', async () => {
  const show: Show = { columns: 12, rows: 4, region: { top: 0, bottom: 4 }, first: [], steps: [] }
  const long = [row(safe`a longer row`), row(safe`日本語日本語`)]
  const short = [row(safe`a`), row(safe`日`)]
  const [, after] = await painted([long, short], { ...show, steps: [{ type: 'same' }] })
  expect(after).toEqual(['a', '日', '', ''])
})
