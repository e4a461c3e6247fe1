import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { SessionEvent } from '../../../src/protocol/session/session-event.ts'
import {
  asked,
  ended,
  items,
  opened,
  over,
  planned,
  prompted,
  said,
  session,
  stateAfter,
  tool,
  updated,
  openedSession,
} from '../../support/app-states.ts'
import { ShownScreen } from './shown-screen.ts'

function shown(nowMs: number, ...events: readonly AppEvent[]): string {
  return new ShownScreen(stateAfter(...events), { nowMs }).text
}

const entries = [{ content: 'A', status: 'pending', priority: 'medium' }]

function todoCall(atMs: number): AppEvent {
  return tool(atMs, { toolCallId: '1', title: 'todowrite', hasTodos: true, todos: entries })
}

const opening: AppEvent = { type: 'session-opening', atMs: 50, sessionId: session, how: 'loaded' }
const reopened: AppEvent = openedSession(session, {}, { atMs: 60, how: 'loaded' })
const restarted: readonly AppEvent[] = [
  over(40, { kind: 'exited', code: 1, signal: null }),
  { type: 'link-changed', atMs: 41, link: { state: 'open', sinceMs: 41 } },
]
const proposal: Partial<Parameters<typeof asked>[1] & object> = {
  toolKind: 'switch_mode',
  plan: { type: 'markdown', text: '# New proposal' },
}

describe('above an inferred plan', () => {
  const from = 'Derived from the agent'
  const none = 'it sends no plan'

  test('a note says that the agent sends none, as soon as that is known', () => {
    const events = [...opened('mine'), prompted(0), todoCall(1000)]
    expect([2000, 5999, 6000].map((nowMs) => shown(nowMs, ...events).includes(none))).toEqual([
      false,
      false,
      true,
    ])
    expect(shown(2000, ...events)).toContain(from)
    expect(shown(2000, ...events, ended(1500))).toContain(none)
  })

  test('no such note for an agent that has sent one in another session', () => {
    const other: SessionEvent = {
      type: 'plan-replaced',
      plan: { dialect: 'plan', id: null },
      content: items('○ B'),
    }
    const text = shown(9000, ...opened('mine'), prompted(1), todoCall(2), updated(3, other, 's0'), ended(4))
    expect([text.includes(from), text.includes(none)]).toEqual([true, false])
  })
})

describe('above a plan of a loaded or resumed session', () => {
  const before = [...opened('mine'), prompted(0), planned(1, items('○ A')), ended(2), ...restarted]

  test('a plan that was not sent again is from before', () => {
    expect(shown(99, ...before, opening, reopened)).toContain(
      'Plan unknown since reload: this is the one from before.',
    )
  })

  test('it is known as soon as it is sent, even without changes', () => {
    expect(shown(99, ...before, opening, reopened, planned(70, items('○ A')))).not.toContain('unknown')
  })

  test('a new proposal is not from before', () => {
    const loaded = [...opened('gemini-cli').slice(0, 3), opening, said(55, 'Hi'), reopened]
    const text = shown(99, ...loaded, prompted(70), asked(71, proposal))
    expect(text).toContain('New proposal')
    expect(text).not.toContain('unknown')
    // Not after a restart either, beside a plan that is.
    expect(shown(99, ...before, opening, reopened, prompted(70), asked(71, proposal))).not.toContain(
      'unknown',
    )
  })

  test('a document of codex does not hide that its checklist is unknown', () => {
    const codex = opened('@agentclientprotocol/codex-acp').slice(0, 3)
    const design = planned(55, { type: 'markdown', text: '# Design' }, 'design')
    const checklist = 'Checklist unknown since reload: the agent sends only its documents again.'
    const loaded = [...codex, opening, design, reopened]
    expect(shown(99, ...loaded)).toContain(checklist)
    expect(shown(99, ...loaded, prompted(70), planned(71, items('○ A')))).not.toContain('unknown')
  })
})

test('while a session is loaded again, its plans are not reported as gone', () => {
  const before = [...opened('mine'), prompted(0), planned(1, items('○ A')), ended(2), ...restarted]
  const text = shown(99, ...before, opening)
  expect(text).toContain('the plans come back when the session is loaded')
  expect(text).not.toContain('no plan')
})

test('while a session is loaded, its earlier steps are not marked as changed', () => {
  const loading: readonly AppEvent[] = [...opened('mine').slice(0, 3), opening]
  const told = [planned(51, items('○ A')), planned(52, items('✓ A', '○ B'))]
  const text = shown(53, ...loading, ...told)
  expect(text).toContain('1 of 2')
  expect(text).not.toMatch(/changed|new$/m)
  expect(shown(53, ...opened('mine'), prompted(0), ...told)).toMatch(/changed/)
})

test('a plan that VT Code makes up has a note, and the same steps of another agent have none', () => {
  const steps = [
    'Review the latest user request and conversation context',
    'Gather referenced workspace files when required',
    'Compose and send the assistant response',
  ]
  const made = planned(1000, items(...steps.map((step) => `○ ${step}`)))
  const said = 'Fixed steps'
  expect(shown(2000, ...opened('vtcode'), prompted(0), made)).toContain(said)
  expect(shown(2000, ...opened('another'), prompted(0), made)).not.toContain(said)
})
