import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { PermissionOption } from '../../../src/app/state/permission.ts'
import { tabId, withPlanUi } from '../../../src/ui/state/ui-state.ts'
import {
  chosen,
  asked,
  items,
  opened,
  planned,
  prompted,
  session,
  stateAfter,
  updated,
} from '../../support/app-states.ts'
import { expectScreens } from './golden-screens.ts'
import { ShownScreen } from './shown-screen.ts'
import { perPlan } from '../per-plan.ts'

const text = '# Split the parser\n\n1. Move the tokenizer\n2. Test it\n\n- [ ] README updated\n'
const revised = text.replace('1. Move', '1. Warn when it is used\n2. Move').replace('2. Test', '3. Test')
const options: readonly PermissionOption[] = [
  { id: 'yes', name: 'Yes, implement this plan', kind: 'allow_once' },
  { id: 'no', name: 'No, keep planning', kind: 'reject_once' },
]

function sends(atMs: number, words: string, id: string): AppEvent {
  return planned(atMs, { type: 'markdown', text: words }, id)
}

function asks(atMs: number, key: number, words: string): AppEvent {
  const plan = { type: 'markdown', text: words } as const
  return asked(atMs, { key, title: 'Implement this plan?', toolKind: 'switch_mode', options, plan })
}

const begun = [...opened(), updated(0, { type: 'session-titled', title: 'fix the parser' }), prompted(0)]
/** As codex does it: it sends the plan, asks about it, and gives the next one an id of its own. */
const sentFirst = [...begun, sends(1000, text.slice(0, 40), 'a-1'), sends(2000, text, 'a-1')]
const rejected = [...sentFirst, asks(3000, 1, text), chosen(20_000, 1, 'no')]
const approved = [...sentFirst, asks(3000, 1, text), chosen(20_000, 1, 'yes')]
const worked = planned(30_000, items('✓ Move the tokenizer', '» Test it', '○ Update the README'))
const notes = ['Notes on quotes', 'Notes on escapes', 'Notes on comments'].map((title, at) =>
  sends(100 + at, `# ${title}\n\nThey are notes.`, `notes ${at}`),
)

expectScreens(
  {
    'joined-written': {
      state: stateAfter(...rejected, prompted(30_000), sends(31_000, revised.slice(0, 50), 'a-2')),
    },
    'joined-revised': {
      state: stateAfter(
        ...rejected,
        prompted(30_000),
        sends(31_000, revised, 'a-2'),
        asks(32_000, 2, revised),
      ),
    },
    'joined-working': { state: stateAfter(...approved, worked) },
    'joined-looked-at': { state: stateAfter(...approved, worked), keys: ['1'] },
    'joined-ticked': {
      state: stateAfter(...approved, worked, sends(35_000, text.replace('[ ]', '[x]'), 'a-1')),
      keys: ['1'],
    },
    'joined-crowded': {
      state: stateAfter(...begun, worked, ...notes, sends(31_000, text, 'a-1'), asks(32_000, 1, text)),
    },
  },
  { nowMs: 60_000 },
)

describe('the followed tab', () => {
  const checklist = tabId(session, 'anonymous')
  const proposal = tabId(session, 'id:a-1')

  function shown(...events: readonly AppEvent[]): ShownScreen {
    return new ShownScreen(stateAfter(...events), { nowMs: 60_000 })
  }

  test('is the approved plan until work on it begins, then the checklist', () => {
    const screen = shown(...approved)
    expect(screen.ui.tab).toBe(proposal)
    screen.show(stateAfter(...approved, worked))
    expect(screen.ui.tab).toBe(checklist)
    const ticked = sends(50_000, text.replace('[ ]', '[x]'), 'a-1')
    screen.show(stateAfter(...approved, worked, ticked), 70_000)
    expect(screen.ui.tab).toBe(checklist)
  })

  test('is an earlier checklist only while nothing is proposed', () => {
    const screen = shown(...begun, planned(500, items('✓ Look around')), ...approved.slice(begun.length))
    expect(screen.ui.tab).toBe(proposal)
  })

  test('keeps its scroll position when the shown plan is merged into another one', () => {
    const before = stateAfter(...rejected, prompted(30_000), sends(31_000, revised, 'the-revision'))
    const screen = new ShownScreen(before, { nowMs: 60_000 })
    expect(screen.press('2').ui.tab).toBe(tabId(session, 'id:the-revision'))
    screen.show(reduce(before, asks(61_000, 2, revised)))
    expect(screen.ui.tab).toBe(proposal)
    expect(screen.text).not.toContain('Split the parser ●')
  })

  describe('when the shown plan is merged into another one', () => {
    const steps = (done: number): readonly { content: string; status: string; priority: string }[] =>
      ['Read it', 'Split it', 'Test it'].map((content, at) => ({
        content: done === 2 && at === 1 ? 'Split it in two' : content,
        status: at < done ? 'completed' : 'pending',
        priority: '',
      }))
    const todos = (atMs: number, done: number): AppEvent =>
      updated(atMs, { type: 'tool-call', toolCallId: `t${atMs}`, hasTodos: true, todos: steps(done) })
    const own = [...begun, todos(1000, 0), todos(2000, 2)]
    const merged = planned(61_000, { type: 'items', entries: steps(2) })

    test('its open diff view and its baseline move along', () => {
      const screen = new ShownScreen(stateAfter(...own), { nowMs: 60_000 }).press('b', 'd')
      const baseline = perPlan(screen.ui, 'baseline').get(tabId(session, 'inferred'))
      expect(baseline).toBeDefined()
      expect(screen.text).toContain('Split it in two')
      screen.show(stateAfter(...own, merged))
      expect(screen.ui.tab).toBe(checklist)
      expect(screen.ui.diff?.tab).toBe(checklist)
      expect([...perPlan(screen.ui, 'baseline')]).toEqual([[checklist, baseline]])
      expect(screen.text).toContain('− 2. Split it')
      expect(screen.press('escape').ui.diff).toBeNull()
    })

    test('so does what the user has seen of it last', () => {
      const inferred = tabId(session, 'inferred')
      const revision = stateAfter(...begun, todos(1000, 0)).history.plans.get(inferred)?.last
      if (revision === undefined) throw new Error('no history')
      const screen = new ShownScreen(stateAfter(...own), { nowMs: 60_000 })
      screen.change((ui) => withPlanUi(ui, inferred, { looked: revision }))
      screen.show(stateAfter(...own, merged))
      expect([...perPlan(screen.ui, 'looked')]).toEqual([[checklist, revision]])
    })

    test('but not where the other plan has a history of its own', () => {
      const other = tabId(session, 'id:the-revision')
      const before = stateAfter(...rejected, prompted(30_000), sends(31_000, revised, 'the-revision'))
      const revision = before.history.plans.get(other)?.last
      if (revision === undefined) throw new Error('no history')
      const screen = new ShownScreen(before, { nowMs: 60_000 })
      screen.change((ui) => withPlanUi(ui, other, { looked: revision }))
      screen.show(reduce(before, asks(61_000, 2, revised)))
      expect(perPlan(screen.ui, 'looked').has(other)).toBe(false)
      expect([...perPlan(screen.ui, 'looked').values()]).not.toContain(revision)
    })
  })

  test('keeps its scroll position when the agent sends an inferred list as a plan', () => {
    const steps = Array.from({ length: 60 }, (_, at) => ({
      content: `Step ${at}`,
      status: 'pending',
      priority: '',
    }))
    const todos = updated(1000, { type: 'tool-call', toolCallId: 't', hasTodos: true, todos: steps })
    const before = stateAfter(...begun, todos, sends(2000, text, 'notes'))
    const screen = new ShownScreen(before, { nowMs: 60_000 })
    expect(screen.ui.tab).toBe(tabId(session, 'id:notes'))
    const own = stateAfter(...begun, todos)
    const other = new ShownScreen(own, { nowMs: 60_000 })
    other.press('1', 'pagedown', 'pagedown')
    const { top } = perPlan(other.ui, 'scroll').get(tabId(session, 'inferred')) ?? {}
    expect(top).toBeGreaterThan(0)
    other.show(reduce(own, planned(61_000, { type: 'items', entries: steps })))
    expect(other.ui.tab).toBe(checklist)
    expect(perPlan(other.ui, 'scroll').get(checklist)).toMatchObject({ top })
  })
})
