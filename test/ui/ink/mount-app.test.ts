import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { initialState } from '../../../src/app/state/app-state.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { cellRow, columnsOfRow, type RowColumns } from '../../../src/lib/cells/cell-row.ts'
import { emptyRow, row, rowText, rowWidth, type Row } from '../../../src/lib/cells/row.ts'
import { safe } from '../../../src/lib/text/safe-text.ts'
import { InkOutput } from '../../../src/ui/ink/ink-output.ts'
import { mountApp } from '../../../src/ui/ink/mount-app.tsx'
import {
  createScreenStore,
  type ScreenStore,
  partOf,
  screenRows,
  type PartView,
  type ScreenView,
  type View,
} from '../../../src/ui/stack/screen-view.ts'
import { paint } from '../../../src/ui/paint/paint.ts'
import { makeTheme } from '../../../src/ui/paint/theme.ts'
import type { DocumentCache } from '../../../src/ui/plan-panes/document-cache.ts'
import { anyRow } from '../paint/any-rows.ts'
import { anyForm } from '../rows/any-forms.ts'
import { anyEvent, anyKey, anySize, timed } from '../stack/any-events.ts'
import { opened, stateAfter } from '../../support/app-states.ts'
import { dark, loadedDocumentCache, plainAscii, ShownScreen } from '../stack/shown-screen.ts'

interface Mounted {
  readonly store: ScreenStore
  /** What Ink has drawn, and what of it is seen once the canvases are painted. */
  picture(): readonly Row[]
  shown(view: ScreenView): readonly Row[] | null
  /** Bytes for the terminal. */
  readonly passedOn: string[]
  unmount(): void
}

function mount(view: ScreenView): Mounted {
  let picture: readonly Row[] = []
  const passedOn: string[] = []
  const output = new InkOutput(
    view.columns,
    (bytes) => passedOn.push(bytes),
    (rows) => (picture = rows),
  )
  const stream = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {}, ref() {}, unref() {} })
  const keys = Object.assign(stream, { onReport: null })
  const store = createScreenStore(view)
  const app = mountApp({ store, onKey() {}, onPaste() {}, onCommit() {} }, { keys, output })
  return {
    store,
    picture: () => picture,
    shown: (newest) => app.canvases.over(picture, newest),
    passedOn,
    unmount: () => app.unmount(),
  }
}

/** The cells of rows, so that rows with different runs can be compared. */
function cellsOf(rows: readonly Row[], columns: number): readonly string[] {
  return rows.map((each) => {
    const { texts, styles }: RowColumns = columnsOfRow(cellRow(each, columns))
    // A combining mark without a letter belongs to the blank before it, whose style is not visible.
    return texts
      .map((text, at) => (text.startsWith(' ') ? text : `${text}\u0000${styles[at]?.sgr}`))
      .join('|')
  })
}

function expectLikeInk(view: ScreenView): void {
  const app = mount(view)
  const shown = app.shown(view)
  app.unmount()
  expect(cellsOf(shown ?? [], view.columns)).toEqual(cellsOf(screenRows(view), view.columns))
}

const empty: readonly Row[] = [emptyRow]

function viewOf(
  columns: number,
  rows: Partial<Record<'header' | 'plan' | 'status' | 'form', readonly Row[]>>,
): ScreenView {
  const part = <Kind extends PartView['kind']>(kind: Kind, of: readonly Row[] = empty): View<Kind> =>
    partOf(kind, [{ form: 'canvas', rows: of }], { theme: withoutLinks, columns })
  return {
    columns,
    parts: [
      part('header', rows.header),
      part('tab-bar'),
      part('plan-pane', rows.plan),
      ...(rows.form === undefined ? [] : [part('form', rows.form)]),
      ...(rows.status === undefined ? [] : [part('status-line', rows.status)]),
      part('prompt-line', [row(safe`ask`)]),
      part('key-hints', [row(safe`q`)]),
    ],
  }
}

/** Ink pads by string-width, which is wrong about the width of a few characters (musical symbols, for example). */
function isMeasuredAlike(each: Row): boolean {
  return stringWidth(rowText(each)) === rowWidth(each)
}

const withoutLinks = makeTheme({ name: 'dark', color: true, ascii: false, hyperlinks: false })

test('Ink reserves the rows of a canvas and draws nothing there', () => {
  const view = viewOf(20, {
    header: [row(safe`header`)],
    plan: [row(safe`one`), row(safe`two`)],
    status: [row(safe`status`)],
  })
  const app = mount(view)
  expect(app.picture().map(rowText)).toEqual(['header', '', '', '', '', 'ask', ''])
  expect(app.shown(view)?.map(rowText)).toEqual(['header', '', 'one', 'two', 'status', 'ask', 'q'])
  app.unmount()
})

test('Ink draws again when a text or the size of a canvas changes, and not when the rows of a canvas do', async () => {
  const view = viewOf(20, { plan: [row(safe`one`)] })
  const app = mount(view)
  expect(app.store.publish(viewOf(20, { plan: [row(safe`two`)] }))).toBe(false)
  const grown = viewOf(20, { plan: [row(safe`one`), row(safe`two`)], form: [row(safe`name`)] })
  expect(app.store.publish(grown)).toBe(true)
  await Promise.resolve()
  expect(app.shown(grown)?.map(rowText)).toEqual(['', '', 'one', 'two', 'name', 'ask', 'q'])
  app.unmount()
})

test('Ink writes only input modes to the terminal, and composes nothing when it ends', () => {
  const app = mount(viewOf(20, { header: [paint(dark, 'warning', safe`careful`)] }))
  const picture = app.picture()
  app.unmount()
  expect(app.passedOn).toEqual(['\u001b[?2004h'])
  expect(app.picture()).toBe(picture)
})

test('Ink draws any rows unchanged', () => {
  const any = fc.integer({ min: 4, max: 60 }).chain((columns) => {
    const rows = fc.array(anyRow(withoutLinks, columns).filter(isMeasuredAlike), {
      minLength: 1,
      maxLength: 3,
    })
    return fc.record({ header: rows, form: rows }).map((parts) => viewOf(columns, parts))
  })
  fc.assert(fc.property(any, expectLikeInk), { numRuns: 75 })
})

test('Ink draws any form as it is laid out', () => {
  const any = fc.record({
    columns: fc.integer({ min: 4, max: 90 }),
    forms: fc.array(anyForm, { minLength: 1, maxLength: 3 }),
    theme: fc.constantFrom(dark, plainAscii),
  })
  fc.assert(
    fc.property(any, ({ columns, forms, theme }) => {
      const part = partOf('form', forms, { theme, columns })
      fc.pre(part.rows.every(isMeasuredAlike))
      expectLikeInk({ columns, parts: [part] })
    }),
    { numRuns: 75 },
  )
})

const anyStep = fc.oneof(
  { weight: 6, arbitrary: anyEvent },
  { weight: 3, arbitrary: fc.array(anyKey, { minLength: 1, maxLength: 6 }).map((keys) => ({ keys })) },
)

test('Ink and the canvases together show the rows of the view, in any state', async () => {
  const caches: readonly DocumentCache[] = [
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
          documentCache: caches[isAscii ? 1 : 0] as DocumentCache,
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
        fc.pre(screenRows(screen.drawn.view).every(isMeasuredAlike))
        expectLikeInk(screen.drawn.view)
      },
    ),
    { numRuns: 50 },
  )
})
