import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AppState, initialState } from '../../../src/app/state/app-state.ts'
import type { PlanDocument } from '../../../src/app/ports/plan-document.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { type CellFrame, cellRow, cellRowText } from '../../../src/lib/cells/cell-row.ts'
import { documentUri } from '../../../src/plans/kinds/plan-kinds.ts'
import { openOffscreen, type OffscreenOptions } from '../../../src/ui/stack/open-offscreen.ts'
import { makeTheme } from '../../../src/ui/paint/theme.ts'
import { anyEvent, anyKey, timed } from './any-events.ts'
import { loadedDocumentCache, ShownScreen } from './shown-screen.ts'
import { items, opened, planned, prompted, said, stateAfter, updated } from '../../support/app-states.ts'
import { shownDocument } from '../../support/shown-document.ts'

const small: OffscreenOptions = {
  columns: 80,
  rows: 24,
  theme: 'dark',
  ascii: false,
  title: null,
  hasChrome: true,
  view: 'plan',
  startedAtMs: Date.UTC(2026, 10, 21, 12),
  documentOf: (uri) => ({ state: 'unavailable', uri, reason: { kind: 'not-recorded' } }),
}

function textOf({ rows }: CellFrame): string {
  return `${rows.map(cellRowText).join('\n')}\n`
}

function pressed(name: string): { readonly name: string; readonly text: string } {
  return { name, text: name === 'space' ? ' ' : /^.$/u.test(name) ? name : '' }
}

const steps = items(
  '✓ Read the parser and list its callers',
  '» Add tests for nested quotes — “é”, 日本語, 🚀 !high',
  '○ Update the README !low',
)
const atWork = stateAfter(
  ...opened(),
  updated(0, { type: 'session-titled', title: 'fix the parser' }),
  prompted(0),
  planned(1000, steps),
  planned(
    2000,
    { type: 'markdown', text: '# Design\n\nOne *small* step.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n' },
    'b',
  ),
  said(3000, 'Now the quotes.'),
)

describe('the screen without a terminal', () => {
  test('is complete at once, including markdown', async () => {
    const { draw } = await openOffscreen(small)
    const { frame, nextAtMs } = draw(atWork, 61_500)
    expect(nextAtMs).toBe(62_000)
    expect({ columns: frame.columns, rows: frame.rows.length }).toEqual({ columns: 80, rows: 24 })
    await expect(textOf(frame)).toMatchFileSnapshot('../golden/offscreen.80x24.txt')
  })

  test('reacts to keys, whose intents are not carried out', async () => {
    const { draw, press } = await openOffscreen(small)
    for (const name of ['?', 'escape', 'shift-tab', 'j', 'j', 'R', 'q', 'ctrl-c'])
      press(pressed(name), atWork, 60_000)
    await expect(textOf(draw(atWork, 60_000).frame)).toMatchFileSnapshot('../golden/offscreen-keys.80x24.txt')
  })

  test('without chrome the plan has all rows', async () => {
    for (const size of [
      { columns: 80, rows: 24 },
      { columns: 40, rows: 6 },
      { columns: 60, rows: 1 },
    ]) {
      const { draw, press } = await openOffscreen({ ...small, ...size, hasChrome: false })
      press(pressed('shift-tab'), atWork, 60_000)
      const { frame } = draw(atWork, 60_000)
      expect(frame.rows).toHaveLength(size.rows)
      await expect(textOf(frame)).toMatchFileSnapshot(
        `../golden/offscreen-no-chrome.${size.columns}x${size.rows}.txt`,
      )
    }
  })

  test('shows the document of a file plan, or that it is not in the recording', async () => {
    const state = stateAfter(...opened(), planned(0, { type: 'file', uri: 'file:///work/plan.md' }))
    const bare = await openOffscreen({ ...small, rows: 12 })
    expect(textOf(bare.draw(state, 0).frame)).toContain('is not in the recording')
    const documentOf = (uri: string): PlanDocument => shownDocument(uri, '# What was there\n')
    const given = await openOffscreen({ ...small, rows: 12, documentOf })
    expect(textOf(given.draw(state, 0).frame)).toContain('What was there')
  })
})

const anyStep = fc.oneof(
  { weight: 6, arbitrary: anyEvent },
  { weight: 3, arbitrary: anyKey.map((key) => ({ key })) },
)
const anySteps = fc.array(anyStep, { maxLength: 10 })

interface Shown {
  readonly state: AppState
  readonly nowMs: number
  readonly key: string | null
}

const anyStory: fc.Arbitrary<readonly Shown[]> = anySteps.map((some) => {
  let state = initialState
  let nowMs = 0
  return some.map((step) => {
    if ('key' in step) return { state, nowMs, key: step.key }
    nowMs += step.afterMs
    state = reduce(state, timed(step.event, nowMs))
    return { state, nowMs, key: null }
  })
})

const anySize = fc.record({
  columns: fc.integer({ min: 20, max: 130 }),
  rows: fc.integer({ min: 6, max: 45 }),
})

function hasDocuments({ sessions }: AppState): boolean {
  return [...sessions.values()].some(({ plans }) =>
    [...plans.values()].some(({ body }) => documentUri(body) !== null),
  )
}

test('any states and keys give the rows of the live screen', async () => {
  const theme = makeTheme({ name: 'dark', color: true, ascii: false, hyperlinks: false })
  await fc.assert(
    fc.asyncProperty(anySize, anyStory, async (size, story) => {
      const live = new ShownScreen(initialState, {
        hasMouse: false,
        ...size,
        theme,
        documentCache: await loadedDocumentCache(theme),
        isAnimated: false,
      })
      const { draw, press } = await openOffscreen({ ...small, ...size })
      draw(initialState, 0)
      for (const { state, key } of story) {
        // The live screen of the tests presses keys at the time 0.
        if (key !== null) press(pressed(key), state, 0)
        const { frame } = draw(state, 0)
        if (key === null) live.show(state, 0)
        else live.press(key)
        expect(frame.rows).toHaveLength(size.rows)
        // The live screen of the tests has no documents, and knows the agent's command.
        const hasOthers = hasDocuments(state) || live.text.includes('claude-agent-acp')
        if (hasOthers || size.columns < 40) return
        const wanted = live.rows.slice(0, size.rows).map((each) => cellRow(each, size.columns).key)
        expect(frame.rows.slice(0, wanted.length).map(({ key }) => key)).toEqual(wanted)
      }
    }),
    { numRuns: 60 },
  )
})

test('any states and keys give the same pictures again, and as many rows without chrome', async () => {
  await fc.assert(
    fc.asyncProperty(anySize, anyStory, fc.boolean(), async (size, story, hasChrome) => {
      const pictures = async (): Promise<readonly CellFrame[]> => {
        const { draw, press } = await openOffscreen({ ...small, ...size, hasChrome })
        return story.map(({ state, nowMs, key }) => {
          if (key !== null) press(pressed(key), state, nowMs)
          return draw(state, nowMs).frame
        })
      }
      const first = await pictures()
      expect(await pictures()).toEqual(first)
      for (const frame of first) expect(frame.rows).toHaveLength(size.rows)
    }),
    { numRuns: 60 },
  )
})
