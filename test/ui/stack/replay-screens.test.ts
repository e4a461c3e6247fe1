import { describe, expect, test } from 'vitest'
import type { AppState } from '../../../src/app/state/app-state.ts'
import type { Playback } from '../../../src/app/playback/playback.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { Intent } from '../../../src/ui/state/intent.ts'
import { keyTable, playerOrders, playerTable } from '../../../src/ui/keys/key-table.ts'
import {
  asked,
  ended,
  items,
  opened,
  over,
  planned,
  prompted,
  stateAfter,
  updated,
  linked,
} from '../../support/app-states.ts'
import { expectScreens } from './golden-screens.ts'
import { ShownScreen } from './shown-screen.ts'

const playing: Playback = {
  state: 'playing',
  speed: 1,
  isLooping: false,
  change: 2,
  extent: {
    durationMs: 192_000,
    changes: 31,
    markers: [
      { atMs: 60_000, text: 'first' },
      { atMs: 150_000, text: 'second' },
    ],
    isWhole: true,
  },
}

function withPlayback(state: AppState, playback: Partial<Playback> = {}): AppState {
  return reduce(state, { type: 'playback-changed', atMs: 0, playback: { ...playing, ...playback } })
}

const atWork = stateAfter(
  ...opened(),
  updated(0, { type: 'session-titled', title: 'fix the parser' }),
  prompted(0),
  planned(1000, items('✓ Read the parser', '» Split the tokenizer', '○ Update the README')),
)
const nowMs = 41_000

expectScreens(
  {
    'replay-playing': { state: withPlayback(atWork) },
    'replay-paused': {
      like: 'replay-playing',
      state: withPlayback(atWork, { state: 'paused', speed: 4, isLooping: true }),
    },
    'replay-surveying': {
      like: 'replay-playing',
      state: withPlayback(atWork, { speed: 'max', extent: { ...playing.extent, isWhole: false } }),
    },
    'replay-waiting': { like: 'replay-playing', state: withPlayback(atWork, { state: 'waiting' }) },
    'replay-ended': {
      state: withPlayback(reduce(atWork, ended(40_000)), {
        state: 'ended',
        change: 31,
        extent: { ...playing.extent, durationMs: 41_000 },
      }),
    },
    'replay-question': {
      like: 'replay-playing',
      state: withPlayback(reduce(atWork, asked(40_000, { title: 'Write src/a.ts' }))),
    },
    'replay-died': {
      like: 'replay-ended',
      state: withPlayback(reduce(atWork, over(40_000, { kind: 'exited', code: 3, signal: null })), {
        state: 'ended',
      }),
    },
    'replay-time': { like: 'replay-playing', state: withPlayback(atWork), keys: ['t', '1', ':', '3'] },
    'replay-wrong-time': { like: 'replay-playing', state: withPlayback(atWork), keys: ['t', 'x', 'enter'] },
    'replay-refused': { like: 'replay-playing', state: withPlayback(atWork), keys: ['enter'] },
    'replay-help': { state: withPlayback(atWork), keys: ['?', '?'] },
    'replay-help-here': { state: withPlayback(atWork), keys: ['?'] },
    'mark-caption': { like: 'replay-playing', state: atWork, keys: ['m', 'h', 'e', 'r', 'e'] },
  },
  { nowMs },
)

const recorded = withPlayback(atWork)

describe('keys on a recording', () => {
  function intentsOf(state: AppState, ...names: readonly string[]): readonly Intent[] {
    return new ShownScreen(state, { nowMs }).press(...names).intents
  }
  test('are not named where nothing was sent: they could send nothing', () => {
    const { text } = new ShownScreen(withPlayback(stateAfter(...opened())))
    expect(text).toContain('No prompt was sent.')
  })

  test('in a row are no text, which nobody could write to an agent', () => {
    const screen = new ShownScreen(recorded, { nowMs }).press('j', 'k', 'O')
    expect(screen.intents).toEqual([{ type: 'report' }])
    expect(screen.text).not.toContain('write to the agent')
  })

  test('what was said of one moment is gone with the way to another', () => {
    const before = new ShownScreen(withPlayback(stateAfter(...opened())), { nowMs }).press('d')
    expect(before.text).toContain('There is no plan yet.')
    expect(before.press('t', 'e', 'n', 'd', 'enter').text).not.toContain('There is no plan yet.')
  })

  test('for the speed are seen at the end too', () => {
    const { text } = new ShownScreen(withPlayback(atWork, { state: 'ended', speed: 2 }), { nowMs })
    expect(text).toMatch(/ end 2x *\n/)
  })

  test('control the playback', () => {
    for (const { keys, command } of playerTable) {
      const order = playerOrders[command]
      for (const key of keys)
        expect(intentsOf(recorded, key)).toEqual(order === null ? [] : [{ type: 'playback', order }])
    }
  })

  test('go to a typed time', () => {
    const typed = (text: string): readonly Intent[] => intentsOf(recorded, 't', ...text.split(''), 'enter')
    expect(typed('1:30')).toEqual([{ type: 'playback', order: { type: 'go-to', atMs: 90_000 } }])
    expect(typed('+45s')).toEqual([{ type: 'playback', order: { type: 'go-by', byMs: 45_000 } }])
    expect(typed('-2')).toEqual([{ type: 'playback', order: { type: 'go-by', byMs: -2000 } }])
    expect([typed(''), typed('soon'), intentsOf(recorded, 't', '1', 'escape')]).toEqual([[], [], []])
  })

  test('go to the end, and to a marker by its number or caption', () => {
    const timeOf = (text: string): readonly Intent[] => intentsOf(recorded, 't', ...text.split(''), 'enter')
    const goTo = (atMs: number): readonly Intent[] => [{ type: 'playback', order: { type: 'go-to', atMs } }]
    expect(timeOf('End')).toEqual(goTo(192_000))
    expect(timeOf('#2')).toEqual(goTo(150_000))
    expect(timeOf('First')).toEqual(goTo(60_000))
    expect([timeOf('#0'), timeOf('#3'), timeOf('third')]).toEqual([[], [], []])
  })

  test('send nothing to an agent, whatever is open', () => {
    const states = [
      recorded,
      withPlayback(reduce(atWork, asked(40_000, {}))),
      withPlayback(reduce(atWork, over(40_000, { kind: 'closed' }))),
      withPlayback(
        reduce(
          atWork,
          linked({ state: 'wants-login', sinceMs: 1, methods: [], trying: null, failure: null }, 1),
        ),
      ),
    ]
    const names = [...new Set([...keyTable, ...playerTable].flatMap(({ keys }) => keys))]
    const asking = states.flatMap((state) =>
      names.flatMap((name) => intentsOf(state, name)).map(({ type }) => type),
    )
    expect([...new Set(asking)].toSorted()).toEqual([
      'copy',
      'edit',
      'playback',
      'quit',
      'redraw',
      'report',
      'save',
      'stop',
    ])
  })

  test('quit at once, even if the agent in it is working', () => {
    expect(intentsOf(recorded, 'ctrl-c')).toEqual([{ type: 'quit', reason: 'interrupted' }])
  })

  test('keep their meaning without a recording', () => {
    expect(intentsOf(atWork, ...playerTable.flatMap(({ keys }) => keys))).toEqual([])
  })
})

test.each([
  ['in a run', atWork],
  ['in a recording', recorded],
])('marks are set with their caption %s', (_where, state) => {
  const shown = (): ShownScreen => new ShownScreen(state, { nowMs })
  const screen = shown().press('m', 'h', 'e', 'y', 'enter')
  expect(screen.intents).toEqual([{ type: 'mark', text: 'hey' }])
  expect(screen.text).toContain('Marked: hey')
  expect(shown().press('m', 'enter').intents).toEqual([{ type: 'mark', text: '' }])
  expect(shown().press('m', 'x', 'escape').intents).toEqual([])
})

test('in a replay the hints of the timeline have the key that pauses, and none that answers', () => {
  const asking = stateAfter(...opened(), prompted(0), planned(1000, items('» One')), asked(2000, { key: 1 }))
  const { text } = new ShownScreen(withPlayback(asking), { nowMs }).press('T')
  expect(text).toContain('space pause')
  expect(text).not.toContain('W answer')
})

test.each([['['], ['T']])(
  'a question of a replay is not said to wait for a key that nobody can press: %s',
  (key) => {
    const plan = { type: 'markdown', text: '# One\n' } as const
    const asking = stateAfter(
      ...opened(),
      prompted(0),
      planned(1000, items('» One')),
      planned(1500, items('✓ One')),
      asked(2000, { key: 1, title: 'Approve Plan', ...(key === 'T' ? { plan } : {}) }),
    )
    const { text } = new ShownScreen(withPlayback(asking), { nowMs }).press('1', key)
    expect(text).toMatch(/\? Approve Plan +waits for an answer/)
    expect(text).not.toContain('W to answer')
  },
)
