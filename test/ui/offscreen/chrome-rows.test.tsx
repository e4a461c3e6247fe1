import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { render } from 'ink'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { initialState } from '../../../src/app/state/app-state.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { cellRow } from '../../../src/lib/cells/cell-row.ts'
import { rowColumns, type RowColumns } from '../../../src/lib/cells/row-columns.ts'
import { own } from '../../../src/lib/text/safe-text.ts'
import { bar, canvas, type Bar } from '../../../src/ui/chrome/bar.ts'
import type { Chrome } from '../../../src/ui/chrome/chrome.ts'
import { createChromeStore } from '../../../src/ui/ink/chrome-store.ts'
import { InkOutput } from '../../../src/ui/ink/ink-output.ts'
import { Screen } from '../../../src/ui/ink/screen.tsx'
import { chromeRows } from '../../../src/ui/offscreen/chrome-rows.ts'
import { emptyRow, paint, paintedWidth, plainText, row, type Painted } from '../../../src/ui/paint/painted.ts'
import { makeTheme } from '../../../src/ui/paint/theme.ts'
import type { DocumentCache } from '../../../src/ui/panes/document-cache.ts'
import { anyRow } from '../paint/any-painted.ts'
import { anyEvent, anyKey, timed } from '../screen/any-events.ts'
import { opened, stateAfter } from '../screen/app-states.ts'
import { dark, loadedDocumentCache, plainAscii, ShownScreen } from '../screen/shown-screen.ts'

/** The picture that Ink makes of a chrome, as start-ui gets it. */
function inkRows(chrome: Chrome): readonly Painted[] {
  let picture: readonly Painted[] = []
  const output = new InkOutput(
    chrome.columns,
    () => {},
    (rows) => (picture = rows),
  )
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {}, ref() {}, unref() {} })
  const ink = render(<Screen store={createChromeStore(chrome)} onKey={() => {}} onPaste={() => {}} />, {
    stdout: output as unknown as NodeJS.WriteStream,
    stdin: stdin as unknown as NodeJS.ReadStream,
    debug: true,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  })
  const shown = picture
  ink.unmount()
  return shown
}

function ourRows(chrome: Chrome): readonly Painted[] {
  const { above, beneath } = chromeRows(chrome)
  return [...above, ...beneath]
}

/** Cell by cell, however a row's styles are switched. */
function cellsOf(rows: readonly Painted[], columns: number): readonly string[] {
  return rows.map((painted) => {
    const { texts, styles }: RowColumns = rowColumns(cellRow(painted, columns))
    // A mark that stands alone hangs on the blank before it, whose style does not matter.
    return texts
      .map((text, at) => (text.startsWith(' ') ? text : `${text}\u0000${styles[at]?.sgr}`))
      .join('|')
  })
}

function expectLikeInk(chrome: Chrome): void {
  expect(cellsOf(ourRows(chrome), chrome.columns)).toEqual(
    cellsOf(inkRows(drawnByInk(chrome)), chrome.columns),
  )
}

/** A canvas is to look as Ink would draw it, too. */
function drawnByInk(chrome: Chrome): Chrome {
  const { header, tabs, notice, input, hints } = chrome
  const drawn = ({ left, right }: Bar): Bar => bar(left, right)
  return {
    ...chrome,
    header: drawn(header),
    tabs: drawn(tabs),
    notice: notice.map(drawn),
    input: input.map(drawn),
    hints: drawn(hints),
  }
}

function chromeOf(columns: number, bars: readonly Bar[]): Chrome {
  const [header = empty, tabs = empty, hints = empty, ...notice] = bars
  return { columns, header, tabs, notice, input: [], hints, detail: null }
}

/** string-width knows a few signs (of music, say) less well than terminals do; Ink pads them by what it knows. */
function isMeasuredAlike(painted: Painted): boolean {
  return stringWidth(plainText(painted)) === paintedWidth(painted)
}

const withoutLinks = makeTheme({ name: 'dark', color: true, ascii: false, hyperlinks: false })
const empty = bar(emptyRow)
const warned = paint(dark, 'warning', own`a long one that does not fit`)

test.each([
  ['what fits', 40, bar(row(own`left`), row(own`right`))],
  ['exactly', 9, bar(row(own`left`), row(own`right`))],
  ['one too many', 8, bar(row(own`left`), row(own`right`))],
  ['no room for the left', 5, bar(row(own`left`), row(own`right`))],
  ['one column for the left', 6, bar(row(own`left`), row(own`right`))],
  ['too much at the right', 3, bar(row(own`left`), row(own`right`))],
  ['only left, cut within its style', 12, bar(row(own`ab `, warned))],
  ['only right', 12, bar(emptyRow, row(own`right`))],
  ['wide ones at the edge', 6, bar(row(own`a日本語の`), row(own`!`))],
  ['a wide one that is cut in half', 7, bar(row(own`a日本語の`), row(own`!`))],
  ['nothing', 10, empty],
])('a bar is laid out as Ink does it: %s', (_name, columns, item) => {
  expectLikeInk(chromeOf(columns, [item, item, item]))
})

test('a canvas has its row, and Ink draws nothing there', () => {
  const around = [
    bar(row(own`header`)),
    canvas(row(own`tabs`)),
    bar(row(own`hints`)),
    canvas(row(own`status`)),
  ]
  expect(inkRows(chromeOf(20, around)).map(plainText)).toEqual(['header', '', '', 'hints'])
})

test('any bars are laid out as Ink does it', () => {
  const any = fc.integer({ min: 4, max: 60 }).chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      bars: fc.array(
        fc
          .tuple(anyRow(withoutLinks, columns + 6), fc.oneof(fc.constant(emptyRow), anyRow(withoutLinks, 12)))
          .filter((both) => both.every(isMeasuredAlike))
          .map(([left, right]) => bar(left, right)),
        { minLength: 3, maxLength: 5 },
      ),
    }),
  )
  fc.assert(
    fc.property(any, ({ columns, bars }) => expectLikeInk(chromeOf(columns, bars))),
    { numRuns: 150 },
  )
}, 30_000)

const anySize = fc.record({
  columns: fc.oneof(fc.integer({ min: 20, max: 200 }), fc.constantFrom(40, 59, 60, 80)),
  rows: fc.oneof(fc.integer({ min: 6, max: 60 }), fc.constantFrom(12, 15, 16, 24)),
})

const anyStep = fc.oneof(
  { weight: 6, arbitrary: anyEvent },
  { weight: 3, arbitrary: fc.array(anyKey, { minLength: 1, maxLength: 6 }).map((keys) => ({ keys })) },
)

test('the frame around any plan is laid out as Ink does it', async () => {
  const documentCaches: readonly DocumentCache[] = [
    await loadedDocumentCache(dark),
    await loadedDocumentCache(plainAscii),
  ]
  fc.assert(
    fc.property(
      fc.record({ size: anySize, isAscii: fc.boolean(), steps: fc.array(anyStep, { maxLength: 10 }) }),
      ({ size, isAscii, steps }) => {
        let state = steps.length % 2 === 0 ? initialState : stateAfter(...opened())
        let nowMs = 0
        const screen = new ShownScreen(state, {
          ...size,
          documentCache: documentCaches[isAscii ? 1 : 0] as DocumentCache,
          theme: isAscii ? plainAscii : dark,
        })
        for (const step of steps) {
          if ('keys' in step) screen.press(...step.keys)
          else {
            nowMs += step.afterMs
            state = reduce(state, timed(step.event, nowMs))
            screen.show(state, nowMs)
          }
        }
        const { header, tabs, hints, notice } = screen.drawn.chrome
        const bars = [header, tabs, hints, ...notice].flatMap(({ left, right }) => [left, right])
        fc.pre(bars.every(isMeasuredAlike))
        expectLikeInk(screen.drawn.chrome)
      },
    ),
    { numRuns: 100 },
  )
}, 60_000)
