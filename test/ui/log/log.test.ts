// The log: the conversation, stderr, the problems and the wire behind one key each, with the same keys in all of them.
import { describe, expect, test } from 'vitest'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { initialState, type AppState } from '../../../src/app/state/app-state.ts'
import { maxEarlier, maxMessageLength } from '../../../src/app/state/session.ts'
import { rowWidth } from '../../../src/lib/cells/row.ts'
import { ansiText } from '../../support/ansi-text.ts'
import {
  asked,
  chosen,
  ended,
  items,
  opened,
  planned,
  prompted,
  said,
  stateAfter,
  tool,
  updated,
  wrong,
} from '../../support/app-states.ts'
import { loadedDocumentCache, plainAscii, ShownScreen, type ShowOptions } from '../stack/shown-screen.ts'

const written: AppEvent = { type: 'stderr-written', atMs: 3, line: 'Error: no network' }
const edit = { toolCallId: '1', title: 'Edit src/a.ts', kind: 'edit', status: 'in_progress' }
const markdown = 'Three things:\n\n- the **parser**\n- `tokenize()`\n\n```ts\nconst a = 1\n```'
const twoTurns = [
  ...opened(),
  prompted(0, 'Look at the parser'),
  said(1, markdown),
  tool(2, { ...edit, status: 'completed' }),
  ended(3),
  prompted(10, 'And the tests?'),
  said(11, 'They pass.'),
]

function screen(state: AppState, options: ShowOptions = {}): ShownScreen {
  return new ShownScreen(state, { columns: 80, rows: 24, nowMs: 20, ...options })
}

describe('the log on the screen', () => {
  const state = stateAfter(...twoTurns, written, wrong(12, 'is missing', '/update/entries/3/status'))
  test.each([
    ['log-conversation', 'a', {}],
    ['log-conversation', 'a', { columns: 40, rows: 12 }],
    ['log-conversation', 'a', { columns: 120, rows: 40, theme: plainAscii }],
    ['log-stderr', 'e', {}],
    ['log-problems', '!', {}],
  ] as const)('%s, %s, %o', async (name, key, options) => {
    const { text, rows } = screen(state, options).press(key)
    const { columns = 80, rows: count = 24 }: ShowOptions = options
    expect(rows.filter((each) => rowWidth(each) > columns)).toEqual([])
    await expect(`${text}\n`).toMatchFileSnapshot(`../golden/${name}.${columns}x${count}.txt`)
  })
})

test('a call that has begun and has no end is unfinished after the turn, whatever its status, and one without a title says so', () => {
  const calls = ['in_progress', 'thinking', 'pending'].map((status, at) =>
    tool(1, { toolCallId: `${at}`, title: ['Look', ' ', '\u200b'][at] ?? '', status }),
  )
  const rows = (...events: readonly AppEvent[]): readonly string[] =>
    screen(stateAfter(...opened(), prompted(0), ...calls, ...events))
      .press('a')
      .text.split('\n')
      .filter((each) => /^[ ›]tool /.test(each))
      .map((each) => each.replaceAll(/[ ›]+/g, ' ').trim())
  expect(rows()).toEqual(['tool » Look', 'tool » (no title) thinking', 'tool ○ (no title)'])
  expect(rows(ended(3))).toEqual(['tool ◐ Look', 'tool ◐ (no title) thinking', 'tool ○ (no title)'])
})

describe('its tabs', () => {
  const shown = (): ShownScreen => screen(stateAfter(...twoTurns)).press('a')

  test('are gone through with tab and the arrows, in both directions', () => {
    const panels = ['tab', 'right', 'tab', 'tab', 'shift-tab', 'left'].map(
      (
        (at: ShownScreen) => (key: string) =>
          at.press(key).ui.panel
      )(shown()),
    )
    expect(panels).toEqual(['stderr', 'problems', 'wire', 'conversation', 'wire', 'problems'])
  })

  test('have the keys that opened the log, and the key of the shown one closes it', () => {
    expect(shown().press('e').ui.panel).toBe('stderr')
    expect(shown().press('e', 'e').ui.panel).toBe(null)
    expect(shown().press('i', 'escape').ui.panel).toBe(null)
  })

  test('are opened by a click', () => {
    expect(shown().clickOn('Problems').ui.panel).toBe('problems')
    expect(shown().clickOn('Conversation').ui.panel).toBe('conversation')
  })
})

describe('the conversation', () => {
  const textOf = (...events: readonly AppEvent[]): string => screen(stateAfter(...events)).press('a').text

  test('leads from a call to its message, and says what leads to none', () => {
    const at = screen(stateAfter(...twoTurns)).press('a')
    expect(at.press('enter').text).toContain('Nothing that came in a message of its own is selected.')
    // The events of this test have no frames: the call has come otherwise.
    expect(at.press('N').text).toContain('Nothing leads to a message further up.')
  })

  test('says of a call that was not allowed that it was rejected, whatever the agent calls it', () => {
    const request = asked(3, { callId: '1' })
    const ends = [tool(5, { ...edit, status: 'failed' }), ended(6)]
    const said = (option: string): string =>
      textOf(...opened(), prompted(0), tool(2, edit), request, chosen(4, 1, option), ...ends)
    expect(said('no')).toMatch(/× Edit src\/a\.ts +edit rejected\n/)
    expect(said('once')).toMatch(/× Edit src\/a\.ts +edit failed\n/)
  })

  test('copies what is selected as it was sent', () => {
    const at = screen(stateAfter(...twoTurns)).press('a', 'up', 'up', 'up', 'up', 'y', 'pause')
    expect(at.intents).toMatchObject([{ type: 'copy' }])
  })

  test('says that it is empty, and shows a message that grows, a compaction and a call that ends', () => {
    expect(textOf()).toContain(' Nothing was said or done yet.')
    expect(textOf(...opened(), prompted(0), said(1, 'Let me see.'), said(4, ' And more.'))).toContain(
      'Let me see. And more.',
    )
    const summary = 'The goal\nand the plan'
    const compacted = { type: 'compaction', compactionId: 'c', status: 'completed', summary } as const
    expect(textOf(...opened(), updated(2, compacted))).toMatch(
      /context  the agent has compacted its context\n +The goal\n +and the plan/,
    )
    const running = [...opened(), prompted(0), tool(1, edit)]
    expect(textOf(...running)).toContain('» Edit')
    expect(textOf(...running, ended(2))).toContain('◐ Edit')
    expect(textOf(...running, tool(2, { ...edit, status: 'completed' }))).toContain('✓ Edit')
  })

  test('stays plain while the renderer is loaded, and in slices of some messages a frame then', async () => {
    const messages = Array.from({ length: 12 }, (_, at) => [
      said(at, `**${at}** ${'word '.repeat(400)}`),
      tool(at, { ...edit, toolCallId: String(at) }),
    ]).flat()
    const at = screen(stateAfter(...opened(), prompted(0), ...messages), {
      documentCache: await loadedDocumentCache(),
    }).press('a', 'g')
    expect(at.text).toContain('**0**')
    expect(at.drawn.nextAtMs).toBe(20)
    expect(at.wait(0).wait(0).wait(0).text).not.toContain('**0**')
  })
})

describe('the turns before the current one', () => {
  function after(turns: number, text: string): AppState {
    let state = opened().reduce(reduce, initialState)
    for (let turn = 0; turn < turns; turn++)
      for (const event of [prompted(turn, `Prompt ${turn}`), said(turn, text), ended(turn)])
        state = reduce(state, event)
    return state
  }

  test('are bounded by their lines, the oldest being dropped first, which is said', () => {
    const state = after(1200, 'Done.')
    const { earlier } = [...state.sessions.values()][0] ?? {}
    expect(earlier?.items.flatMap(({ items }) => items).length).toBeLessThanOrEqual(maxEarlier.lines)
    expect(earlier?.dropped).toBe(1200 - 1 - maxEarlier.lines / 2)
    expect(screen(state).press('a', 'g').text).toContain('… 199 earlier turns not kept')
  })

  test('are bounded by their characters', () => {
    const { earlier } = [...after(60, 'x'.repeat(maxMessageLength)).sessions.values()][0] ?? {}
    expect(earlier?.items).toHaveLength(Math.floor(maxEarlier.characters / maxMessageLength) - 1)
  })
})

describe('a search in the log', () => {
  const lines = Array.from({ length: 100 }, (_, at): AppEvent => ({
    ...written,
    line: at % 40 === 7 ? `FOUND ${at}` : `line ${at}`,
  }))
  const shown = (...keys: readonly string[]): ShownScreen =>
    screen(stateAfter(...opened(), prompted(0), ...lines)).press('e', '/', ...'found'.split(''), ...keys)
  const founds = (at: ShownScreen): readonly string[] => at.text.match(/(?:FOUND|line) \d+/g) ?? []

  test('shows only what matches, which is counted and marked', () => {
    const at = shown()
    expect(at.text).toMatch(/^ \/ found +3 matches$/m)
    expect(founds(at)).toEqual(['FOUND 7', 'FOUND 47', 'FOUND 87'])
    expect(at.rows.map(ansiText).join('\n')).toContain('\u001b[7mFOUND\u001b[0m 87')
    expect(shown('x', 'enter').text).toContain('Nothing matches “foundx”.')
  })

  test('says of a list without any item why it is empty, and not that nothing matches', () => {
    expect(shown('enter', 'tab').text).toContain(' No protocol errors.')
  })

  test('shows all again with F, from match to match with n and N', () => {
    const at = shown('enter', 'F')
    expect(founds(at).length).toBeGreaterThan(10)
    expect(founds(at)).toContain('FOUND 7')
    expect(founds(at.press('n'))).toContain('FOUND 47')
    expect(founds(at.press('n', 'N', 'N'))).toContain('FOUND 7')
    expect(founds(at.press('F'))).toEqual(['FOUND 7', 'FOUND 47', 'FOUND 87'])
  })

  test('in a plan hides nothing in the log, whose own search does', () => {
    const plan = planned(1, items('» line up'))
    const at = screen(stateAfter(...opened(), plan, ...lines)).press('/', 'u', 'p', 'enter', 'e')
    expect(founds(at).length).toBeGreaterThan(10)
    expect(founds(at.press('/', ...'found'.split('')))).toEqual(['FOUND 7', 'FOUND 47', 'FOUND 87'])
  })

  test('ends with esc, and the log stays', () => {
    const at = shown('escape')
    expect(at.ui).toMatchObject({ panel: 'stderr', query: '', writing: null })
    expect(at.rows.map(ansiText).join('\n')).not.toContain('\u001b[7m')
  })
})
