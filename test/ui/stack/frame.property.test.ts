import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowText, rowWidth, type Row } from '../../../src/lib/cells/row.ts'
import { initialState } from '../../../src/app/state/app-state.ts'
import type { PlanDocument } from '../../../src/app/ports/plan-document.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { Frame } from '../../../src/ui/stack/frame.ts'
import { smallest } from '../../../src/ui/paint/look.ts'
import { anyEvent, anyKey, anySize, timed } from './any-events.ts'
import {
  commands,
  described,
  listedAs,
  modes,
  opened,
  openedSession,
  options,
  stateAfter,
} from '../../support/app-states.ts'
import { dark, loadedDocumentCache, plainAscii, ShownScreen } from './shown-screen.ts'
import { shownDocument } from '../../support/shown-document.ts'

const anyStep = fc.oneof(
  { weight: 6, arbitrary: anyEvent.map((event) => ({ type: 'event' as const, ...event })) },
  {
    weight: 3,
    arbitrary: fc
      .array(anyKey, { minLength: 1, maxLength: 6 })
      .map((keys) => ({ type: 'keys' as const, keys })),
  },
  { weight: 1, arbitrary: anySize.map((size) => ({ type: 'resized' as const, ...size })) },
)

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const forbidden = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/

function expectSafe(rows: readonly Row[]): void {
  for (const each of rows) {
    expect(rowText(each)).not.toMatch(forbidden)
    expect(rowText(each).isWellFormed()).toBe(true)
    for (const { link } of each)
      if (link !== null) expect(link).toMatch(/^(?:https?:\/\/|mailto:)[\x21-\x7e]*$/)
  }
}

function tooWide(rows: readonly Row[], columns: number): readonly Row[] {
  return rows.filter((each) => rowWidth(each) > columns)
}

/** Documents of every state, by what the URI ends with. */
function documentOf(uri: string): PlanDocument {
  const shown = shownDocument(uri, `# A\n${uri}\n`, { format: 'plain' })
  if (uri.length % 3 === 0) return shown
  return uri.length % 3 === 1
    ? { state: 'loading', uri, lastShown: shown }
    : { state: 'unavailable', uri, reason: { kind: 'missing', path: uri } }
}

/** Lists can be opened, and commands completed. */
const settled = stateAfter(
  ...opened(),
  described(),
  openedSession('s2', { modes, configOptions: options, commands }),
  listedAs({ state: 'listed', sessions: [{ id: 's3', title: 'from before', cwd: '/tmp', updatedAtMs: 0 }] }),
)

const mainKinds: ReadonlySet<string> = new Set(['plan-pane', 'panel', 'picker'])

const keptKinds: ReadonlySet<string> = new Set([
  'header',
  'tab-bar',
  'status-line',
  'prompt-line',
  'key-hints',
])

function keptRows({ view }: Frame): readonly (readonly Row[])[] {
  return view.parts.filter(({ kind }) => keptKinds.has(kind)).map(({ rows }) => rows)
}

test('after any events and keys all rows fit, contain only text, and fill the screen', async () => {
  const documentCaches = [await loadedDocumentCache(dark), await loadedDocumentCache(plainAscii)] as const
  fc.assert(
    fc.property(
      fc.record({
        size: anySize,
        isAscii: fc.boolean(),
        isAnimated: fc.boolean(),
        start: fc.constantFrom(initialState, settled),
        steps: fc.array(anyStep, { maxLength: 12 }),
      }),
      ({ size, isAscii, isAnimated, start, steps }) => {
        const screen = new ShownScreen(start, {
          ...size,
          documentCache: documentCaches[isAscii ? 1 : 0],
          theme: isAscii ? plainAscii : dark,
          isAnimated,
          documentOf,
        })
        let state = start
        let nowMs = 0
        for (const step of steps) {
          if (step.type === 'event') {
            nowMs += step.afterMs
            state = reduce(state, timed(step.event, nowMs))
            screen.show(state, nowMs)
          } else if (step.type === 'keys') screen.press(...step.keys)
          else screen.resize(step.columns, step.rows)
          const { columns, rows } = screen.ui
          expectSafe(screen.rows)
          const main = screen.drawn.view.parts.filter(({ kind }) => mainKinds.has(kind))
          expect(main).toHaveLength(1)
          expect(tooWide(main[0]?.rows ?? [], columns)).toEqual([])
          if (columns >= smallest.columns) expect(tooWide(screen.rows, columns)).toEqual([])
          if (rows >= smallest.rows) expect(screen.rows).toHaveLength(rows)
          // What is kept of the frames before is what would be made anew. Long documents are read on with each frame.
          const { anew } = screen
          if (anew.shown.main.total === screen.drawn.shown.main.total)
            expect(keptRows(screen.drawn)).toEqual(keptRows(anew))
        }
      },
    ),
    { numRuns: 100 },
  )
})
