import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { headerBar } from '../../../src/ui/chrome/header.ts'
import { tableKeys } from '../../../src/ui/keys/key-map.ts'
import { layRows } from '../../../src/ui/rows/lay-rows.ts'
import { act } from '../../../src/ui/stack/act.ts'
import { nothingShown } from '../../../src/ui/state/shown.ts'
import { startUiState, type UiState } from '../../../src/ui/state/ui-state.ts'
import { heldForms } from '../../../src/ui/chrome/notice.ts'
import { rowText } from '../../../src/lib/cells/row.ts'
import { dark } from '../paint/any-rows.ts'
import { rowOf } from '../rows/row-of.ts'
import { ShownScreen } from '../stack/shown-screen.ts'
import {
  ended,
  linked,
  opened,
  over,
  prompted,
  session,
  stateAfter,
  updated,
} from '../../support/app-states.ts'

const held: AppEvent = {
  type: 'session-held',
  atMs: 1,
  sessionId: session,
  message: 'there is no mode “fly”; the agent has default, plan, acceptEdits, bypassPermissions',
}
const queued: AppEvent = { type: 'prompt-queued', atMs: 1, sessionId: session, text: 'go', place: 0 }

function drawn(events: readonly AppEvent[], columns = 80, rows = 8): readonly string[] {
  const look = { theme: dark, columns, keys: tableKeys, isTyping: false }
  return heldForms(stateAfter(...opened(), ...events), look, rows).flatMap((form) =>
    layRows(form, look).rows.map(rowText),
  )
}

function header(of: AppState, columns = 80): string {
  const look = { theme: dark, columns, nowMs: 9000 }
  return rowText(rowOf(headerBar(of, { isAnimated: false, title: null }, look), look)).trimEnd()
}

test('the header of an agent that makes a call after its turn', () => {
  const call = { type: 'tool-call', toolCallId: 't', title: 'Test', hasTodos: false } as const
  const told = (status: string): AppState =>
    stateAfter(...opened(), prompted(1000), ended(5000), updated(6000, { ...call, status }))
  expect(header(told('in_progress'))).toMatch(/ {3}goes on by itself$/)
  expect(header(told('in_progress'), 50)).toMatch(/ {3}goes on$/)
  expect(header(told('completed'))).toMatch(/ {3}idle after 4s$/)
})

test('held prompts: the setting that failed, the possible values, and what to do with the prompt', () => {
  expect(drawn([held, queued])).toEqual([
    ' Nothing was sent: there is no mode “fly”; the agent has default, plan,',
    ' acceptEdits, bypassPermissions.',
    ' M choose and send   esc take the prompt back   q quit',
  ])
  expect(drawn([held]).at(-1)).toBe(' M choose   enter send anyway')
})

test('held prompts: the notice disappears when the user has sent a prompt or has chosen', () => {
  expect(drawn([held, prompted(2)])).toEqual([])
  expect(drawn([held, { type: 'session-released', atMs: 2, sessionId: session }])).toEqual([])
})

describe('a queue after a turn that was lost', () => {
  const lost: AppEvent = { type: 'session-held', atMs: 1, sessionId: session, message: null }
  const state = stateAfter(...opened(), lost, queued)
  test('is kept, and waits for the user', () => {
    expect(header(state)).toMatch(/ waits for you .$/)
    expect(drawn([lost, queued])).toEqual([
      ' The queued prompts are kept, and wait for you: the turn before them was lost.',
      ' enter enter send   enter write what goes first   esc take back',
    ])
    expect(drawn([lost, queued], 40).at(-1)).toBe(' enter enter send   esc take back')
  })

  test('goes on with the next prompt, and an empty one sends it', () => {
    expect(header(stateAfter(...opened(), lost, queued, prompted(2)))).toContain('working')
    expect(drawn([lost])).toEqual([])
    const ui: UiState = { ...startUiState(80, 24), writing: { kind: 'prompt' } }
    const enter = { name: 'enter', text: '' }
    const of = { nowMs: 9, shown: nothingShown }
    expect(act(ui, enter, { ...of, state }).intents).toEqual([{ type: 'prompt', text: '' }])
    expect(act(ui, enter, { ...of, state: stateAfter(...opened(), held, queued) }).intents).toEqual([])
  })
})

test('the end of an agent that was started again quotes what it wrote since then', () => {
  const dies = (atMs: number): readonly AppEvent[] => [
    linked({ state: 'starting', sinceMs: atMs }),
    linked({ state: 'shaking-hands', sinceMs: atMs + 10 }),
    { type: 'stderr-written', atMs: atMs + 20, line: 'Error: no configuration' },
  ]
  const screen = new ShownScreen(
    stateAfter(...dies(0), ...dies(50), over(100, { kind: 'exited', code: 3, signal: null })),
  )
  expect(screen.text.match(/Error: no configuration/g)).toHaveLength(1)
})

test.each([
  ['the prompt', ['enter', 'h']],
  ['a list with a filter', [':']],
])('the keys of a notice are those after esc while letters go into %s', (_where, keys) => {
  const died = over(1000, { kind: 'exited', code: 3, signal: null })
  const screen = new ShownScreen(stateAfter(...opened(), prompted(0), died))
  expect(screen.text).toMatch(/^ R restart it {3}q quit/m)
  expect(screen.press(...keys).text).toMatch(/^ esc, then R restart it {3}q quit/m)
  expect(screen.press('escape').text).toMatch(/^ R restart it {3}q quit/m)
})
