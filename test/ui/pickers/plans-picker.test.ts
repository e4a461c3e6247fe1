import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { Playback } from '../../../src/app/playback/playback.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import type { AgentOffers } from '../../../src/app/state/link.ts'
import { paste } from '../../../src/ui/stack/act.ts'
import { listOf } from '../../../src/ui/pickers/picker.ts'
import { openLayers } from '../../../src/ui/state/open-layers.ts'
import { tabId } from '../../../src/ui/state/ui-state.ts'
import {
  asked,
  chosen,
  described,
  ended,
  items,
  linked,
  offersAll,
  opened,
  openedSession,
  over,
  planned,
  prompted,
  removed,
  selectedSession,
  stateAfter,
  titled,
  updated,
} from '../../support/app-states.ts'
import { ShownScreen } from '../stack/shown-screen.ts'

const nowMs = 130_000
const ready = [
  linked({ state: 'open', sinceMs: 0 }),
  described(),
  openedSession('s1'),
  titled('s1', 'parser'),
]
const begun = items('✓ a', '» Split it', '○ c')
const both = [...ready, openedSession('s2'), titled('s2', 'docs'), selectedSession('s1')]

function screenOn(
  state: AppState,
  size: { readonly columns?: number; readonly rows?: number } = {},
): ShownScreen {
  return new ShownScreen(state, { nowMs, ...size })
}

/** The titles in the list, in its order. */
function listOn(...events: readonly AppEvent[]): readonly string[] {
  return listed(screenOn(stateAfter(...events)).press('p'))
}

/** The rows of the list, without the details of the selected plan. */
function listed({ text }: ShownScreen): readonly string[] {
  const rows = /All plans ─+\n([^]*?)\n ─{3}/.exec(text)?.[1]?.split('\n') ?? []
  return rows.filter((row) => /ago$|^ [A-Z]/.test(row)).map((row) => row.replace(/^ › /, '').trim())
}

function selectedIn({ ui }: ShownScreen): string | null {
  return ui.picker?.list.selected ?? null
}

describe('all plans', () => {
  test('wait when the agent asks for something else while it works on them', () => {
    const events = [
      ...ready,
      prompted(0),
      planned(1, begun, 'one'),
      planned(2, items('○ a'), 'two'),
      asked(3),
    ]
    expect(listOn(...events)).toEqual([
      expect.stringMatching(/^\? one +waits/),
      expect.stringMatching(/^two /),
    ])
  })

  test.each<[string, readonly AppEvent[], RegExp]>([
    ['a turn that has ended', [ended(2)], /^◐ Plan +/],
    ['an agent that has ended', [over(2, { kind: 'closed' })], /^× Plan {2}unfinished, the agent is gone/],
  ])('say that nobody works on them after %s', (_name, events, row) => {
    expect(listOn(...ready, prompted(0), planned(1, begun, 'x'), ...events)).toEqual([
      expect.stringMatching(row),
    ])
  })

  test('an approved plan that says something else by now is marked', () => {
    const text = (atMs: number, words: string): AppEvent =>
      planned(atMs, { type: 'markdown', text: words }, 'p')
    const approved = [
      ...ready,
      prompted(0),
      text(5, '# Move\n- [ ] a'),
      asked(10, { plan: { type: 'markdown', text: '# Move\n- [ ] a' } }),
      chosen(20, 1, 'once'),
    ]
    const signs = (...events: readonly AppEvent[]): boolean =>
      listOn(...approved, ...events, ended(2_000))
        .join()
        .includes('≠')
    expect(signs(text(30, '# Move\n- [ ] a'))).toBe(false)
    expect(signs(text(30, '# Move\n- [ ] a'), text(40, '# Move\n- [x] a'))).toBe(false)
    expect(signs(text(30, '# Move\n- [ ] a'), text(40, '# Move\n- [ ] b'))).toBe(true)
  })
})

describe('the list of all plans', () => {
  const guide = updated(
    2,
    {
      type: 'plan-replaced',
      plan: { dialect: 'planId', id: 'handbook' },
      title: 'Guide',
      content: items('✓ Collect', '○ Write'),
    },
    's2',
  )
  const two = stateAfter(...both, prompted(0), planned(1, begun, 'Parser'), guide)

  test.each([
    ['gui', 'Guide'],
    ['docs', 'Guide'],
    ['spli work', 'Split it'],
    ['PARSER it', 'Split it'],
    ['1/2', 'Guide'],
    ['handbook', 'Guide'],
  ])('finds %s in title, id, session, step and state', (filter, title) => {
    const keys = Array.from(filter, (letter) => (letter === ' ' ? 'space' : letter))
    const screen = screenOn(two).press('p', ...keys)
    expect(listed(screen)).toEqual([expect.stringContaining(title)])
    expect(screen.text).toContain('1 of 2')
  })

  test('says of a file where it is', () => {
    const files = ['a', 'b'].map((folder, at) =>
      planned(at, { type: 'file', uri: `file:///${folder}/plan.md` }, folder),
    )
    const screen = screenOn(stateAfter(...ready, ...files)).press('p')
    expect(listed(screen)).toEqual(Array(2).fill(expect.stringMatching(/^plan\.md +document +2m ago$/)))
    expect(screen.text).toContain('     id b · file:///b/plan.md\n')
    expect(screen.press('down').text).toContain('     id a · file:///a/plan.md\n')
  })

  test('says in the words of the plan that nobody works on it, and shows an id that is blank', () => {
    const { text } = screenOn(stateAfter(...opened(), planned(1, begun, ' '))).press('p')
    expect(text).toContain('     unfinished · id “ ”\n')
  })

  test('shows what nobody sees in an id, which another plan may have without it', () => {
    const state = stateAfter(
      ...opened(),
      planned(1, begun, 'release'),
      planned(2, begun, 'rel\u200bease\u202e'),
    )
    expect(screenOn(state).press('p').text).toContain(String.raw`id rel\u{200b}ease\u{202e}`)
  })

  test('enter shows the plan, in its session', () => {
    const screen = screenOn(two).press('p', 'down', 'enter')
    expect(screen.ui.picker).toBeNull()
    expect(screen.ui.tab).toBe(tabId('s2', 'id:handbook'))
    expect(screen.intents).toEqual([{ type: 'open-session', sessionId: 's2' }])
  })

  test('enter shows a removed plan again', () => {
    const state = stateAfter(...ready, planned(1, begun, 'x'), planned(2, begun, 'y'), removed(3, 'x'))
    const screen = screenOn(state).press('p', 'down', 'enter')
    expect(screen.ui.tab).toBe(tabId('s1', 'id:x'))
    expect(screen.text).toContain('x 1/3 ×')
  })

  test.each<[Partial<AgentOffers>, string, readonly unknown[]]>([
    [{}, 'enter load its session', [{ type: 'open-session', sessionId: 's2' }]],
    [{ load: false }, 'enter resume its session', [{ type: 'open-session', sessionId: 's2' }]],
    [{ load: false, resume: false }, 'its session is closed, and cannot be loaded', []],
  ])('enter loads a closed session if the agent can: %j', (offers, words, intents) => {
    const screen = screenOn(
      reduce(reduce(two, described({ ...offersAll, ...offers })), {
        type: 'session-closed',
        atMs: 3,
        sessionId: 's2',
        wasDeleted: false,
      }),
    ).press('p', 'down')
    expect(screen.text).toContain(words)
    expect(screen.press('enter').intents).toEqual(intents)
  })

  test('keeps the selection on its plan, and at its row, while others come and go', () => {
    const many = Array.from({ length: 100 }, (_, at) => planned(at + 10, items('○ a'), `Plan ${at}`))
    let state = stateAfter(...ready, ...many)
    const screen = screenOn(state).press('p', 'pagedown', 'pagedown', 'pagedown')
    const selected = selectedIn(screen)
    const rowOf = (): number => screen.text.split('\n').findIndex((row) => row.startsWith(' ›'))
    const row = rowOf()
    for (const event of [
      planned(nowMs, begun, 'new'),
      removed(nowMs, 'Plan 99'),
      planned(nowMs, begun, 'Plan 3'),
    ]) {
      state = reduce(state, event)
      screen.show(state, nowMs)
      expect(selectedIn(screen)).toBe(selected)
      expect(rowOf()).toBe(row)
    }
  })

  test('a plan that changes again and again moves once', () => {
    let state = stateAfter(...ready, ...['a', 'b', 'c'].map((id, at) => planned(at, items('○ x'), id)))
    const screen = screenOn(state).press('p')
    const names = (): string =>
      listed(screen)
        .map((row) => row[0])
        .join('')
    expect(names()).toBe('cba')
    const orders = ['b', 'a', 'b', 'a', 'b'].map((id, at) => {
      state = reduce(state, planned(nowMs + at, items(`○ ${at}`), id))
      screen.show(state, nowMs + at)
      return names()
    })
    expect(orders).toEqual(['bca', 'abc', 'abc', 'abc', 'abc'])
  })

  test('is drawn again when a visible time changes, and rarely when all are old', () => {
    const nextAt = (...events: readonly AppEvent[]): number | null =>
      screenOn(stateAfter(...ready, ...events)).press('p').drawn.nextAtMs
    expect(nextAt(planned(nowMs - 1_300, items('○ a'), 'x'))).toBe(nowMs + 700)
    expect(nextAt(planned(nowMs - 70_000, items('○ a'), 'x'))).toBe(nowMs + 50_000)
    const old = Array.from({ length: 40 }, (_, at) => planned(1_000, items('○ a'), `old ${at}`))
    const hidden = [...old, planned(nowMs - 9_500, items('○ a'), 'x'), removed(nowMs - 9_000, 'x')]
    expect(nextAt(...hidden)).toBe(nowMs + 51_000)
  })

  test('what has not changed is the same object in the next list', () => {
    const many = Array.from({ length: 50 }, (_, at) => planned(at, begun, `Plan ${at}`))
    const before = stateAfter(...ready, ...many)
    const after = reduce(before, planned(nowMs, items('✓ a'), 'Plan 7'))
    const { ui } = screenOn(before).press('p')
    const [first, second] = [before, after].map((state) => {
      const { picker } = openLayers(ui, state)
      return picker === null ? [] : listOf(picker, state).items
    })
    expect(second?.filter((item) => !first?.includes(item))).toHaveLength(1)
  })

  test('scrolls through a thousand', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => planned(at, items('○ a'), `Plan ${at}`))
    const screen = screenOn(stateAfter(...ready, ...many)).press('p')
    for (let page = 0; page < 100; page++) screen.press('pagedown')
    expect(listed(screen).at(-1)).toMatch(/^Plan 0 /)
    expect(screen.press('9', '9', '9').text).toContain('1 of 1000')
  })

  test('without a plan, a message says so', () => {
    const screen = screenOn(stateAfter(...ready, prompted(0))).press('p')
    expect(screen.ui.picker).toBeNull()
    expect(screen.ui.message?.text).toBe('There is no plan yet.')
  })

  test('stays open when the agent ends, and esc closes it', () => {
    const screen = screenOn(two).press('p')
    screen.show(reduce(two, over(5, { kind: 'closed' })), nowMs)
    expect(selectedIn(screen)).not.toBeNull()
    expect(screen.press('escape').ui.picker).toBeNull()
  })

  test('works in a recording, where the other lists do not exist', () => {
    const playing: Playback = {
      state: 'playing',
      speed: 1,
      isLooping: false,
      change: 2,
      extent: { durationMs: 60_000, changes: 2, markers: [], isWhole: true },
    }
    const recorded = reduce(two, { type: 'playback-changed', atMs: 0, playback: playing })
    const screen = screenOn(recorded).press('p', 'g', 'u', 'i')
    expect(listed(screen)).toEqual([expect.stringContaining('Guide')])
    expect(paste(screen.ui, 'de', recorded).picker?.filter.text).toBe('guide')
    expect(screen.press('enter').ui.tab).toBe(tabId('s2', 'id:handbook'))
    expect(screen.press('s').ui.picker).toBeNull()
  })
})
