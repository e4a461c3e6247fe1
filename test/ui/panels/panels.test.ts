import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { keysOf } from '../../../src/ui/stack/key-help.ts'
import { startUiState } from '../../../src/ui/state/ui-state.ts'
import { rowText } from '../../../src/lib/cells/row.ts'
import { cachedRows } from '../../../src/ui/panels/panel.ts'
import { panels } from '../../../src/ui/panels/panels.ts'
import { dark, plain } from '../paint/any-rows.ts'
import { opened, prompted, said, stateAfter, tool, updated, wrong } from '../../support/app-states.ts'
import { loadedDocumentCache, ShownScreen } from '../stack/shown-screen.ts'
import { ansiText } from '../../support/ansi-text.ts'
import type { Look } from '../../../src/ui/paint/look.ts'

const frame: Look = { theme: dark, columns: 60 }
const drawn = { ...frame, keysOf: () => keysOf(stateAfter(), startUiState(80, 24)) }
const written: AppEvent = { type: 'stderr-written', atMs: 3, line: 'Error: no network' }
const busy = stateAfter(...opened(), prompted(0), said(1, 'Let me see.'), wrong(2, 'is missing'), written)

type RowsPanelName = Exclude<keyof typeof panels, 'wire' | 'problems' | 'work'>

function textOf(name: RowsPanelName, state: AppState): string {
  return panels[name].rows(state, drawn).map(rowText).join('\n')
}

describe('cached rows', () => {
  test('are made once for an item, and again for another theme or width', () => {
    const asked: number[] = []
    const rows = cachedRows<{ readonly name: string }>((_item, { columns }) => {
      asked.push(columns)
      return []
    })
    const [one, other] = [{ name: 'a' }, { name: 'a' }]
    expect(rows(one, frame)).toBe(rows(one, { ...frame }))
    rows(other, frame)
    rows(one, { ...frame, columns: 40 })
    rows(one, { theme: plain, columns: 40 })
    expect(asked).toEqual([60, 60, 40, 40])
  })

  test.each(['activity', 'stderr'] as const)('%s is laid out again only when it changed', (name) => {
    const before = panels[name].rows(busy, drawn)
    expect(panels[name].rows(reduce(busy, { type: 'remarked', atMs: 9, text: 'x' }), drawn)).toBe(before)
    const more = [said(4, ' And more.'), { ...written, line: 'again' }].reduce(reduce, busy)
    expect(panels[name].rows(more, drawn)).not.toEqual(before)
  })

  test('a growing message is shown with its current text', () => {
    const grown = reduce(busy, said(4, ' And more.'))
    expect(textOf('activity', grown)).toContain('Let me see. And more.')
  })

  test('a compaction is shown with its status, and with what the agent still remembers', () => {
    const summary = 'The goal\nand the plan'
    const shown = ['failed', 'completed'].map((status) =>
      textOf(
        'activity',
        stateAfter(
          ...opened(),
          updated(1, { type: 'compaction', compactionId: 'c' }),
          updated(2, { type: 'compaction', compactionId: 'c', status, summary }),
        ),
      ),
    )
    expect(shown).toEqual([
      ' context  the agent could not compact its context\n          The goal\n          and the plan',
      ' context  the agent has compacted its context\n          The goal\n          and the plan',
    ])
  })

  test('a tool call that ends changes its glyph', () => {
    const call = { toolCallId: '1', title: 'Edit', kind: 'edit', status: 'in_progress' }
    const running = stateAfter(...opened(), prompted(0), tool(1, call))
    const done = reduce(running, tool(2, { ...call, status: 'completed' }))
    expect(textOf('activity', running)).toContain('» Edit')
    expect(textOf('activity', done)).toContain('✓ Edit')
  })
})

test.each([
  ['activity', ' Nothing was said or done yet.'],
  ['stderr', ' The agent wrote nothing on stderr.'],
] as const)('an empty panel says so: %s', (name, words) => {
  expect(textOf(name, stateAfter())).toBe(words)
})

describe('a search in a panel', () => {
  const lines = Array.from({ length: 100 }, (_, at): AppEvent => ({
    ...written,
    line: at % 40 === 7 ? `FOUND ${at}` : `line ${at}`,
  }))
  const shown = async (...keys: readonly string[]): Promise<ShownScreen> => {
    const screen = new ShownScreen(stateAfter(...opened(), ...lines), {
      columns: 80,
      rows: 24,
      documentCache: await loadedDocumentCache(dark),
    })
    return screen.press('e', '/', ...'found'.split(''), ...keys)
  }

  test('counts and marks what it finds', async () => {
    const screen = await shown()
    expect(screen.text).toMatch(/^ \/ found +3 matches$/m)
    expect(screen.rows.map(ansiText).join('\n')).toContain('\u001b[7mFOUND\u001b[0m 87')
  })

  test('goes to the first match from the scroll position, and on with n and N', async () => {
    const found = async (...keys: readonly string[]): Promise<readonly string[]> =>
      (await shown('enter', ...keys)).text.match(/FOUND \d+/g) ?? []
    expect(await found()).toEqual(['FOUND 87'])
    expect(await found('n')).toEqual(['FOUND 7'])
    expect(await found('n', 'n')).toEqual(['FOUND 47'])
    expect(await found('N')).toEqual(['FOUND 47'])
  })

  test('ends with esc, and the panel stays', async () => {
    const screen = await shown('escape')
    expect(screen.ui).toMatchObject({ panel: 'stderr', query: '', writing: null })
    expect(screen.rows.map(ansiText).join('\n')).not.toContain('\u001b[7m')
  })
})
