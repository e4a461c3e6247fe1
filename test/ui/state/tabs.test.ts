import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { families, headOf } from '../../../src/ui/state/session-family.ts'
import { tabsOf, planOfTab } from '../../../src/ui/state/tabs.ts'
import { startUiState, tabId } from '../../../src/ui/state/ui-state.ts'
import {
  asksFor,
  items,
  opened,
  openedSession,
  selectedSession,
  stateAfter,
  subagent,
  titled,
  updated,
  planned,
  session,
} from '../../support/app-states.ts'
import { ShownScreen } from '../stack/shown-screen.ts'

function plan(sessionId: string, atMs = 1, title = 'Plan'): AppEvent {
  const name = { dialect: 'planId', id: title } as const
  return updated(atMs, { type: 'plan-replaced', plan: name, title, content: items('○ a') }, sessionId)
}

function titlesAfter(...events: readonly AppEvent[]): readonly string[] {
  const state = stateAfter(...opened(), ...events)
  return tabsOf(state, startUiState(80, 24), { nowMs: 5, isAnimated: true }).map(
    ({ title, sessionId, headId }) => `${title} ${sessionId}${headId === sessionId ? '' : ` of ${headId}`}`,
  )
}

function closed(sessionId: string): AppEvent {
  return { type: 'session-closed', atMs: 3, sessionId, wasDeleted: false }
}

describe('the tabs of several sessions', () => {
  test('are in the order of the sessions, sub-agents after their parent', () => {
    expect(
      titlesAfter(
        openedSession('s2'),
        plan('s2'),
        subagent('s1', 'child', 'Write tests'),
        plan('child'),
        subagent('child', 'grandchild', 'Run them'),
        plan('grandchild'),
        plan('s1'),
      ),
    ).toEqual(['Plan s1', 'Write tests child of s1', 'Run them grandchild of s1', 'Plan s2'])
  })

  test('the plans of a sub-agent with several of them have their own titles', () => {
    expect(
      titlesAfter(subagent('s1', 'child', 'Write tests'), plan('child', 1, 'A'), plan('child', 1, 'B')),
    ).toEqual(['A child of s1', 'B child of s1'])
  })

  test('a closed session has none, nor have its sub-agents', () => {
    const events = [plan('s1'), subagent('s1', 'child', 'x'), subagent('child', 'other', 'y'), plan('other')]
    expect(titlesAfter(...events, closed('s1'))).toEqual([])
  })

  test('cycles and unknown parents: each session has one head', () => {
    const { sessions } = stateAfter(
      ...opened(),
      subagent('a', 'b', ''),
      subagent('b', 'c', ''),
      subagent('c', 'a', ''),
      subagent('nobody', 'orphan', ''),
    )
    const members = families(sessions)
    expect(new Set(members.map(({ session }) => session.id)).size).toBe(members.length)
    expect(members.map(({ session }) => session.id).toSorted()).toEqual(
      [...sessions.values()].map(({ id }) => id).toSorted(),
    )
    for (const { session } of members) expect(sessions.has(headOf(sessions, session.id))).toBe(true)
  })

  test('a long chain of sub-agents has one head', () => {
    const chain = Array.from({ length: 400 }, (_, index) => subagent(`s${index + 1}`, `s${index + 2}`, 'x'))
    expect(titlesAfter(...chain, plan('s300'))).toEqual(['x s300 of s1'])
  })
})

describe('the tab shown', () => {
  const two = [...opened(), plan('s1'), openedSession('s2'), plan('s2', 2), selectedSession('s1')]

  function shown(...events: readonly AppEvent[]): ShownScreen {
    return new ShownScreen(stateAfter(...events), { nowMs: 100_000 })
  }

  test('only the current session and its sub-agents are followed', () => {
    expect(shown(...two).ui.tab).toBe(tabId('s1', 'id:Plan'))
    const helped = [...two, subagent('s1', 'child', 'x'), plan('child', 3)]
    expect(shown(...helped).ui.tab).toBe(tabId('child', 'id:Plan'))
  })

  test('picking a tab of another open session makes that session current', () => {
    const screen = shown(...two)
    expect(screen.press('tab').intents).toEqual([{ type: 'open-session', sessionId: 's2' }])
    expect(screen.ui.tab).toBe(tabId('s2', 'id:Plan'))
    screen.show(stateAfter(...two, selectedSession('s2')))
    expect(screen.ui).toMatchObject({
      tab: tabId('s2', 'id:Plan'),
      followsTabs: false,
      last: { sessionId: 's2' },
    })
  })

  test('picking a tab of the same session, or of one that is not open, has no intent', () => {
    const own = [...two, subagent('s1', 'child', 'x'), plan('child')]
    expect(shown(...own).press('tab').intents).toEqual([])
    const strange = [...opened(), plan('s1'), plan('somebody', 2)]
    const screen = shown(...strange)
    expect(screen.press('tab').intents).toEqual([])
    expect(screen.ui.tab).toBe(tabId('somebody', 'id:Plan'))
  })

  test('picking a tab of another session’s sub-agent makes that session current', () => {
    const events = [...two, subagent('s2', 'child', 'x'), plan('child')]
    expect(shown(...events).press('3').intents).toEqual([{ type: 'open-session', sessionId: 's2' }])
  })

  test('a session that becomes current is shown, whichever tab was picked before', () => {
    const screen = shown(...two).press('1')
    expect(screen.ui.followsTabs).toBe(false)
    screen.show(stateAfter(...two, selectedSession('s2')))
    expect(screen.ui).toMatchObject({ tab: tabId('s2', 'id:Plan'), followsTabs: true })
  })

  test('a new session without a plan is shown by name, without a plan', () => {
    const screen = shown(...two, openedSession('third'))
    expect(screen.ui.tab).toBeNull()
    expect(screen.text).toContain('No plan yet in “session third”.')
    expect(screen.text).toContain('enter to write in “session third”')
    expect(screen.drawn.shown.tabs).toHaveLength(2)
  })

  test('a session is named for its prompt until it has a title', () => {
    const named = [...two, openedSession('third'), asksFor('third', 'write\nthe docs')]
    expect(shown(...named).text).toContain('enter to write in “write”')
    expect(shown(...named, titled('third', 'Docs')).text).toContain('enter to write in “Docs”')
  })
})

describe('following the agent from plan to plan', () => {
  test('of plans that are told at once the last checklist is followed, as in a status line', () => {
    const text = { type: 'markdown', text: '# Design' } as const
    const design = updated(1, {
      type: 'plan-replaced',
      plan: { dialect: 'planId', id: 'd' },
      title: 'Design',
      content: text,
    })
    const shown = (...events: readonly AppEvent[]): string =>
      new ShownScreen(stateAfter(...opened(), ...events)).ui.tab ?? ''
    expect(shown(plan('s1', 1, 'One'), plan('s1', 1, 'Two'))).toBe(shown(plan('s1', 1, 'Two')))
    expect(shown(plan('s1', 1, 'One'), design)).toBe(shown(plan('s1', 1, 'One')))
    expect(shown(plan('s1', 1, 'One'), plan('s1', 2, 'Two'))).toBe(shown(plan('s1', 2, 'Two')))
  })

  const changed = (title: string, atMs: number, done = false): AppEvent =>
    updated(atMs, {
      type: 'plan-replaced',
      plan: { dialect: 'planId', id: title },
      title,
      content: items(`${done ? '✓' : '»'} step of ${atMs}`),
    })
  const a = [...opened(), changed('A', 1000)]

  function screenOf(...events: readonly AppEvent[]): ShownScreen {
    return new ShownScreen(stateAfter(...events), { nowMs: 1000 })
  }

  test('a plan that changes stays, however often others change', () => {
    const events = [...a]
    const screen = screenOf(...events)
    for (let atMs = 2000; atMs <= 20_000; atMs += 2000) {
      events.push(changed('B', atMs - 100), changed('C', atMs), changed('A', atMs))
      expect(screen.show(stateAfter(...events), atMs).ui.tab, `${atMs}`).toBe(tabId('s1', 'id:A'))
    }
  })

  test('a plan is left when it has rested for three seconds', () => {
    const state = stateAfter(...a, changed('B', 1100))
    const screen = screenOf(...a)
    expect(screen.show(state, 3999).ui.tab).toBe(tabId('s1', 'id:A'))
    expect(screen.show(state, 4000).ui.tab).toBe(tabId('s1', 'id:B'))
  })

  test('a plan that was switched to stays for as long, though it changed long before', () => {
    const screen = screenOf(...a)
    screen.show(stateAfter(...a, changed('B', 1100)), 4000)
    const state = stateAfter(...a, changed('B', 1100), changed('C', 4100))
    expect(screen.show(state, 6999).ui.tab).toBe(tabId('s1', 'id:B'))
    expect(screen.show(state, 7000).ui.tab).toBe(tabId('s1', 'id:C'))
  })

  test('a completed plan is left earlier', () => {
    const state = stateAfter(...a, changed('A', 1200, true), changed('B', 1300))
    const screen = screenOf(...a)
    expect(screen.show(state, 2699).ui.tab).toBe(tabId('s1', 'id:A'))
    expect(screen.show(state, 2700).ui.tab).toBe(tabId('s1', 'id:B'))
  })

  test('in a replay that went back to before the switch, the plan is not held', () => {
    const screen = screenOf(...a)
    screen.show(stateAfter(...a, changed('B', 80_000)), 90_000)
    const state = stateAfter(...a, changed('B', 1100), changed('C', 4200))
    expect(screen.show(state, 4200).ui.tab).toBe(tabId('s1', 'id:C'))
  })
})

const hostile = 'x\u0000y'
const state = stateAfter(
  ...opened(),
  planned(1, items('○ Read'), 'main'),
  planned(2, items('○ Write'), hostile),
)

test.each(['main', hostile])('the plan of a tab is found, whatever its id is: %j', (id) => {
  const found = planOfTab(state, tabId(session, `id:${id}`))
  expect(found?.sessionId).toBe(session)
  expect(found?.plan.name.id).toBe(id)
})

test('a tab of a plan that is gone has none', () => {
  expect(planOfTab(state, tabId(session, 'id:other'))).toBeNull()
  expect(planOfTab(state, tabId('another session', 'id:main'))).toBeNull()
})
