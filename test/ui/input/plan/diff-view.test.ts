import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../../src/app/state/app-event.ts'
import type { PlanDocument } from '../../../../src/app/ports/plan-document.ts'
import type { PlanContent } from '../../../../src/protocol/plan-kinds/plan-kinds.ts'
import {
  asked,
  chosen,
  documentRead,
  opened,
  prompted,
  stateAfter,
  updated,
} from '../../../support/app-states.ts'
import { shownDocument } from '../../../support/shown-document.ts'
import { rowText } from '../../../../src/lib/cells/row.ts'
import { screenRows } from '../../../../src/ui/stack/screen-view.ts'
import { ShownScreen } from '../../stack/shown-screen.ts'
import { perPlan } from '../../per-plan.ts'

function planned(atMs: number, content: PlanContent, id = 'design'): AppEvent {
  return updated(atMs, { type: 'plan-replaced', plan: { dialect: 'planId', id }, content })
}

const text = (atMs: number, words: string, id?: string): AppEvent =>
  planned(atMs, { type: 'markdown', text: words }, id)

function list(atMs: number, ...steps: readonly string[]): AppEvent {
  const entries = steps.map((step) => ({
    content: step.slice(2),
    status: step.startsWith('x') ? ('completed' as const) : ('pending' as const),
    priority: 'medium' as const,
  }))
  return planned(atMs, { type: 'items', entries })
}

const begun = [...opened(), prompted(0)]

function screenOn(...events: readonly AppEvent[]): ShownScreen {
  return new ShownScreen(stateAfter(...begun, ...events), { nowMs: 100_000 })
}

const one = text(10_000, '# Plan\n\n1. Read it\n2. Write it down\n')
const two = text(20_000, '# Plan\n\n1. Read it\n2. Write it down twice\n')
const three = text(30_000, '# Plan\n\n1. Read it\n2. Write it down twice\n3. Ship the result\n')

describe('without a key', () => {
  test('a plan that nobody has approved is not marked', () => {
    expect(screenOn(one, two).text).not.toMatch(/[▌▁▔]|changed since/)
  })

  test('an approved plan is compared with what was approved', () => {
    const plan = { type: 'markdown', text: '# Plan\n\n1. Read it\n2. Write it down\n' } as const
    const approved = [asked(12_000, { plan }), chosen(15_000, 1, 'once')]
    expect(screenOn(one, ...approved).text).not.toMatch(/[▌▁▔]|changed since you/)
    const { text: shown } = screenOn(one, ...approved, three)
    expect(shown).toMatch(/▌2\. Write it down twice +reworded · d shows\n▌3\. Ship the result +added/)
    expect(shown).toContain('changed since you approved · b')
  })
})

describe('b', () => {
  test('leads from the revision before to the first one, then to nothing', () => {
    const screen = screenOn(one, two, three)
    expect(screen.press('b').text).toMatch(/ 2\. Write it down twice\n▌3\. Ship the result +added/)
    expect(screen.text).toContain('changed since revision 2 · b')
    expect(screen.press('b').text).toMatch(/▌2\. Write it down twice +reworded/)
    expect(screen.text).toContain('changed since the first revision · b')
    expect(screen.press('b').text).not.toMatch(/▌|changed since/)
    expect(screen.text).toContain('Changes are not marked.')
  })

  test('skips revisions that only progressed', () => {
    const screen = screenOn(
      list(10_000, '  One', '  Two'),
      list(20_000, '  One', '  Two', '  Three'),
      list(30_000, 'x One', '  Two', '  Three'),
      list(40_000, 'x One', 'x Two', '  Three'),
    )
    expect(screen.press('b').text).toContain('changed since revision 1 · b')
    expect(screen.text).toMatch(/▌ ○ Three +added/)
  })

  test('says that nothing has changed where only statuses differ', () => {
    const screen = screenOn(list(10_000, '  One', '  Two'), list(20_000, 'x One', '  Two'))
    expect(screen.press('b').text).toContain('unchanged since the first revision · b')
    expect(screen.press('d').text).toContain('Nothing but progress: c shows it.')
    expect(screen.press('c').text).toMatch(/✓ 1\. One +done since/)
  })

  test('compares with what was on the screen when the user left the tab', () => {
    const other = text(11_000, '# Other\n', 'other')
    const screen = new ShownScreen(stateAfter(...begun, one, other), { nowMs: 12_000 })
    screen.press('1', '2')
    screen.show(stateAfter(...begun, one, other, two, three), 100_000)
    expect(screen.press('1', 'b').text).toContain('changed since revision 2 · b')
    expect(screen.press('b').text).toContain('changed since you last looked · b')
    expect(screen.text).toMatch(/▌2\. Write it down twice/)
  })

  test('marks a step that is gone below the one before it, and at the beginning above the first', () => {
    const screen = screenOn(
      list(10_000, '  Zero', '  One', '  Two', '  Three'),
      list(20_000, '  One', '  Three'),
    )
    expect(screen.press('b').text).toMatch(/▁ ○ One +1 step gone · d shows\n {2}○ Three/)
    const first = screenOn(list(10_000, '  Zero', '  One'), list(20_000, '  One'))
    expect(first.press('b').text).toMatch(/▔ ○ One +1 step gone · d shows/)
  })

  test('marks a line that is gone at the row after which it stood', () => {
    const screen = screenOn(three, text(40_000, '# Plan\n\n1. Read it\n3. Ship the result\n'))
    expect(screen.press('b').text).toMatch(/▁1\. Read it +1 line gone · d shows\n 2\. Ship the result/)
  })
})

describe('the diff view', () => {
  test('has no steps: the keys for steps say so, and are not hinted', () => {
    const screen = screenOn(list(10_000, '  One'), list(20_000, '  One', '  Two')).press('space', 'space')
    expect(screen.text).toContain('X do')
    expect(screen.press('d').text).not.toContain('X do')
    for (const key of ['space', 'X', 'C'])
      expect(screen.press(key).text).toContain('These are the changes: d shows the plan')
  })

  test('what was seen of a plan is forgotten with the plan', () => {
    const other = text(11_000, '# Other\n', 'other')
    const third = text(12_000, '# Third\n', 'third')
    const removed = updated(13_000, { type: 'plan-removed', plan: { dialect: 'planId', id: 'design' } })
    const before = stateAfter(...begun, one, other, third, removed)
    const screen = new ShownScreen(before, { nowMs: 100_000 }).press('u', '1', '2')
    const seen = [...perPlan(screen.ui, 'looked').keys()]
    expect(seen).toHaveLength(2)
    const plans = new Map([...before.history.plans].filter(([key]) => key !== seen[0]))
    screen.show({ ...before, history: { ...before.history, plans } })
    screen.press('1', '2')
    expect(perPlan(screen.ui, 'looked').has(seen[0] as never)).toBe(false)
  })

  test('needs another revision', () => {
    expect(screenOn(one).press('d').text).toContain('The plan has not changed yet')
  })

  test('opens without a baseline, and leaves the plan unmarked', () => {
    const screen = screenOn(one, two, three)
    expect(screen.press('d').text).toMatch(/since revision 2 +\+1 −0 line\n/)
    expect(screen.text).toContain('\n+3. Ship the result')
    expect(screen.press('d').text).not.toMatch(/▌|changed since/)
  })

  test('esc leads back to the plan, at the place where it was', () => {
    const long = Array.from({ length: 80 }, (_, at) => `Line ${at} of the plan.\n\n`).join('')
    const screen = screenOn(text(10_000, long), text(20_000, `${long}And one more.\n`))
    screen.press('pagedown', 'pagedown')
    const before = screen.drawn.shown.main.top
    expect(before).toBeGreaterThan(0)
    expect(screen.press('d', 'G', 'escape').drawn.shown.main.layer).toBe('plan')
    expect(screen.drawn.shown.main.top).toBe(before)
  })

  test('n and N lead from change to change, around the ends too', () => {
    const lines = Array.from({ length: 100 }, (_, at) => `${at} is a line of this text`)
    const after = lines.map((line, at) => (at % 30 === 10 ? `${line} now` : line))
    const screen = screenOn(text(10_000, lines.join('\n')), text(20_000, after.join('\n')))
    screen.press('d')
    const { main } = screen.drawn.shown
    const changes = main.layer === 'diff' ? main.changes : null
    expect(changes).toHaveLength(3)
    const rowOf = (): number | null => screen.ui.diff?.scroll.matchRow ?? null
    const visited = ['n', 'n', 'n', 'n', 'N'].map((key) => {
      screen.press(key)
      return rowOf()
    })
    expect(visited).toEqual([changes?.[0], changes?.[1], changes?.[2], changes?.[0], changes?.[2]])
    const [sign, words] = screenRows(screen.drawn.view).find((line) => rowText(line).startsWith('−70')) ?? []
    expect([sign?.text, sign?.style.inverse, words?.style.inverse]).toEqual(['−', true, false])
  })

  test('c shows all that is unchanged, and folds it again', () => {
    const lines = Array.from({ length: 12 }, (_, at) => `Line ${at} of it`)
    const screen = screenOn(
      text(10_000, lines.join('\n')),
      text(20_000, [...lines, 'And another one'].join('\n')),
    )
    expect(screen.press('d').text).toContain('… 9 unchanged lines')
    expect(screen.press('c').text).toContain('\n Line 0 of it')
    expect(screen.text).not.toContain('unchanged')
    expect(screen.press('c').text).toContain('… 9 unchanged lines')
  })

  test('a line of a megabyte that was changed in one word shows that word and some text beside it', () => {
    const words = Array.from({ length: 150_000 }, (_, at) => `word${at}`)
    const after = [...words.slice(0, 70_000), 'another', ...words.slice(70_001)]
    const screen = screenOn(text(10_000, words.join(' ')), text(20_000, after.join(' '))).press('d')
    expect(screen.text).toMatch(/−…[^]*word69999\s+word70000\s+word70001[^]*…/)
    expect(screen.text).toMatch(/\+…[^]*word69999\s+another\s+word70001[^]*…/)
  })

  test('a text that was emptied is gone', () => {
    const screen = screenOn(one, text(20_000, '')).press('d')
    expect(screen.text).toMatch(/since revision 1 +\+0 −3 lines\n/)
    expect(screen.text).toContain('\n−1. Read it')
  })

  test('a plan that turned from a checklist to a text is compared as text', () => {
    const screen = screenOn(list(10_000, 'x One', '  Two'), text(20_000, '- [x] One\n- [ ] Two now\n'))
    expect(screen.press('d').text).toMatch(/\n - \[x\] One\n−- \[ \] Two\n\+- \[ \] Two now/)
  })

  const uri = 'file:///plan.md'

  test('of a file plan compares what was read of it', () => {
    const state = stateAfter(
      ...begun,
      planned(10_000, { type: 'file', uri }),
      documentRead(11_000, uri, '# One\n'),
      documentRead(20_000, uri, '# One\n\nAnd more of it.\n'),
    )
    const documentOf = (): PlanDocument => shownDocument(uri, '# One\n\nAnd more of it.\n')
    const screen = new ShownScreen(state, { nowMs: 100_000, documentOf }).press('b')
    expect(screen.text).toMatch(/▌And more of it\. +added/)
    expect(screen.press('d').text).toContain('\n+And more of it.')
  })

  test('of a file that cannot be read any more closes and says so, but not that of a past revision', () => {
    const now = '# One\n\nAnd more of it.\n'
    const events = [
      ...begun,
      planned(10_000, { type: 'file', uri }),
      documentRead(11_000, uri, '# One\n'),
      documentRead(15_000, uri, '# One\n\nOne of them.\n'),
      documentRead(20_000, uri, now),
    ]
    let isGone = false
    const documentOf = (): PlanDocument =>
      isGone
        ? { state: 'unavailable', uri, reason: { kind: 'missing', path: '/plan.md' } }
        : shownDocument(uri, now)
    const screen = new ShownScreen(stateAfter(...events), { nowMs: 100_000, documentOf }).press('b', 'd')
    expect(screen.text).toContain('\n+And more of it.')
    isGone = true
    screen.show(stateAfter(...events))
    expect(screen.ui.diff).toBeNull()
    expect(screen.text).toContain('The file cannot be read: there is nothing to compare.')
    expect(screen.text).not.toContain('b since when')
    expect(screen.press('d').text).toContain('The file cannot be read: there is nothing to compare.')
    expect(screen.ui.diff).toBeNull()
    expect(screen.press('[', 'd').ui.diff).not.toBeNull()
    expect(screen.text).toContain('\n+One of them.')
  })

  test('of a past revision compares it with the one before, and now is shown as a plan', () => {
    const screen = screenOn(one, two, three).press('[', 'd')
    expect(screen.text).toMatch(/since revision 1 +1 reworded/)
    expect(screen.press('L').text).not.toMatch(/since revision|▌/)
  })
})

test('while a long text grows, its marks wait until it rests', () => {
  const long = `# Plan\n\n${'A line of the plan.\n\n'.repeat(2000)}`
  const state = stateAfter(...begun, text(10_000, long), text(20_000, `First of all.\n\n${long}`))
  const screen = new ShownScreen(state, { nowMs: 20_100 }).press('b')
  expect(screen.text).not.toContain('▌')
  expect(screen.drawn.nextAtMs).toBeLessThanOrEqual(20_300)
  screen.pressAt('g', 20_300)
  expect(screen.text).toMatch(/▌First of all\. +added/)
})
