import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { PermissionOption } from '../../../src/app/state/permission.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { openQuestion } from '../../../src/app/state/question.ts'
import { openedFeedback } from '../../../src/ui/input/question/choose-option.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { makeTheme } from '../../../src/ui/paint/theme.ts'
import { tabId } from '../../../src/ui/state/ui-state.ts'
import {
  asked,
  chosen,
  documentRead,
  ended,
  items,
  opened,
  planned,
  prompted,
  removed,
  session,
  stateAfter,
} from '../../support/app-states.ts'
import { expectScreens } from './golden-screens.ts'
import { begun, head, planOf } from './past-stage.ts'
import { ShownScreen } from './shown-screen.ts'
import { perPlan } from '../per-plan.ts'

const nowMs = 400_000

/** Five contents of a checklist in two turns, with a mark of the user's. */
const checklist = [
  ...begun,
  planned(10_000, items('» Read the parser', '○ Split the tokenizer', '○ Update the README')),
  planned(70_000, items('✓ Read the parser', '» Split the tokenizer', '○ Update the README')),
  marked(80_000, 'half of it'),
  planned(130_000, items('✓ Read the parser', '✓ Split the tokenizer', '» Update the README')),
  ended(140_000),
  prompted(200_000, 'add tests too'),
  planned(
    210_000,
    items('✓ Read the parser', '✓ Split the tokenizer', '» Add tests !high', '○ Update the README'),
  ),
  planned(
    280_000,
    items('✓ Read the parser', '✓ Split the tokenizer', '✓ Add tests !high', '» Update the README'),
  ),
]

const options: readonly PermissionOption[] = [
  { id: 'default', name: 'Yes, manually approve edits', kind: 'allow_once' },
  { id: 'reject', name: 'No, keep planning', kind: 'reject_once' },
]
const text = (steps: string): string => `# Split the tokenizer\n\n## Steps\n\n${steps}\n`

function marked(atMs: number, words: string): AppEvent {
  return { type: 'marked', atMs, text: words }
}

function proposes(atMs: number, key: number, steps: string): AppEvent {
  const plan = { type: 'markdown', text: text(steps) } as const
  return asked(atMs, { key, title: 'Approve Plan', toolKind: 'switch_mode', options, plan })
}

/** A proposal that was rejected with words, revised, and waits. */
const revised = [
  ...begun,
  proposes(10_000, 1, '1. Move tokenize()\n2. Delete the lexer'),
  chosen(51_000, 1, 'reject'),
  {
    type: 'proposal-answered',
    atMs: 51_000,
    sessionId: session,
    outcome: { kind: 'rejected', words: 'No', atMs: 51_000, feedback: 'no deletion before the release' },
  },
  proposes(100_000, 2, '1. Move tokenize()\n2. Keep the lexer'),
] as const
const approved = [...revised, chosen(160_000, 2, 'default')]

expectScreens(
  {
    'past-checklist': { state: stateAfter(...checklist), keys: ['['] },
    'past-first': {
      like: 'past-checklist',
      state: stateAfter(...checklist),
      keys: ['[', '[', '[', '[', '['],
    },
    'past-turn': { like: 'past-checklist', state: stateAfter(...checklist), keys: ['{'] },
    'past-own-mark': { like: 'past-checklist', state: stateAfter(...checklist), keys: ['{', '{'] },
    'past-proposal': { state: stateAfter(...revised), keys: ['['] },
    'past-rejected': { like: 'past-proposal', state: stateAfter(...revised), keys: ['[', '}', '}'] },
    'past-approved': { like: 'past-proposal', state: stateAfter(...approved), keys: ['{'] },
    'past-file': { state: fileState(), keys: ['[', '['] },
    'past-searched': {
      like: 'past-checklist',
      state: stateAfter(...checklist),
      keys: ['[', '/', ...'tests'.split(''), 'enter'],
    },
  },
  { nowMs, foreign: '“”' },
)

/** A file plan whose document was read twice after it was named. */
function fileState(): AppState {
  const uri = 'file:///work/plan.md'
  const read = (atMs: number, content: string): AppEvent => documentRead(atMs, uri, content)
  return stateAfter(
    ...begun,
    planned(10_000, { type: 'file', uri }, 'design'),
    read(11_000, '# Design\n\nOne step.\n'),
    read(60_000, '# Design\n\nTwo steps.\n'),
    read(90_000, '# Design\n\nThree steps.\n'),
  )
}

describe('other looks', () => {
  const look = { columns: 160, rows: 50, nowMs }

  test('large', async () => {
    const screen = new ShownScreen(stateAfter(...checklist), look).press('[', '[')
    await expect(`${screen.text}\n`).toMatchFileSnapshot('../golden/past-checklist.160x50.txt')
  })

  test('in ASCII and without colour, where nothing but signs and words tells the past', async () => {
    const theme = makeTheme({ name: 'dark', color: false, ascii: true, hyperlinks: false })
    const screen = new ShownScreen(stateAfter(...checklist), { nowMs, theme }).press('[', '[')
    await expect(`${screen.text}\n`).toMatchFileSnapshot('../golden/past-checklist.80x24.ascii.txt')
  })
})

describe('looking back', () => {
  const state = stateAfter(...checklist)
  const shown = (): ShownScreen => new ShownScreen(state, { nowMs })

  test('steps through the revisions, and over the newest one to now', () => {
    const screen = shown()
    const now = screen.text
    const numbers = ['[', '[', '[', '[', ']', ']', ']'].map(
      (key) => / (\d) of 5/.exec(head(screen.press(key)))?.[1],
    )
    expect(numbers).toEqual(['4', '3', '2', '1', '2', '3', '4'])
    expect(screen.press(']').text).toBe(now)
    expect(screen.press(']').text).toContain('This is now.')
  })

  test('says so at the first revision, and at both ends of the marks', () => {
    const screen = shown().press('[', '[', '[', '[', '[')
    expect(screen.text).toContain('This is the first revision.')
    expect(head(screen)).toContain('revision 1 of 5 · 6m ago')
    expect(screen.press('{', '{').text).toContain('This is the first mark.')
    expect(head(screen)).toContain('before it: turn began: “fix the parser”')
    expect(head(screen.press('}'))).toContain('revision 2 of 5 · 5m ago · your mark “half of it”')
    expect(head(screen.press('}'))).toContain('revision 3 of 5 · 3m ago · turn began: “add tests too”')
    expect(head(screen.press('}'))).toBe('')
    expect(screen.press('}').text).toContain('This is now.')
  })

  describe('a checklist has the marks of the proposal that it came from', () => {
    const work = [
      planned(170_000, items('» Move tokenize()', '○ Keep the lexer')),
      planned(180_000, items('✓ Move tokenize()', '» Keep the lexer')),
    ]
    const marksBack = (screen: ShownScreen): readonly string[] => {
      const heads: string[] = []
      for (screen.press('{'); !screen.text.includes('This is the first mark.'); screen.press('{'))
        heads.push(head(screen).replace(/^.* ago · | +past$/g, ''))
      return heads
    }

    test('also where a turn began between them', () => {
      const turns = stateAfter(...approved, ended(161_000), prompted(165_000, 'go on'), ...work)
      expect(marksBack(new ShownScreen(turns, { nowMs }))).toEqual([
        'before it: turn began: “go on”',
        'before it: you approved the proposal',
        'before it: the proposal came',
        'before it: proposal rejected: “no deletion …',
        'before it: the proposal came',
      ])
    })

    test('and of one that is approved while it goes on, but not of an approval before the last', () => {
      const again = stateAfter(
        ...approved,
        proposes(165_000, 3, '1. Another'),
        chosen(166_000, 3, 'default'),
        ...work,
        proposes(190_000, 4, '1. A third'),
        chosen(200_000, 4, 'default'),
        planned(210_000, items('» A third')),
      )
      expect(marksBack(new ShownScreen(again, { nowMs }))).toEqual([
        'you approved the proposal',
        'the proposal came',
        'before it: you approved the proposal',
        'before it: the proposal came',
      ])
    })

    test('but another text plan has not', () => {
      const text = { type: 'markdown', text: '# Notes\n' } as const
      const notes = stateAfter(...approved, planned(170_000, text, 'notes'))
      const screen = new ShownScreen(notes, { nowMs }).press('2')
      expect(marksBack(screen)).toEqual(['before it: turn began: “fix the parser”'])
    })
  })

  test.each(['L', 'escape', 'f'])('%s returns to now, scrolled as before', (key) => {
    const screen = shown().press('j', 'j')
    const now = screen.text
    screen.press('[', 'j', 'j', 'c')
    expect(head(screen)).not.toBe('')
    screen.press(key)
    expect(head(screen)).toBe('')
    if (key !== 'f') expect(screen.text).toBe(now)
  })

  test('the clocks of the past stand still', () => {
    const screen = shown().press('[', '[')
    const then = planOf(screen)
    screen.show(state, nowMs + 30_000)
    expect(planOf(screen)).toBe(then)
    expect(head(screen)).toContain('5m ago')
  })

  test('what comes meanwhile moves nothing, and is told', () => {
    const screen = shown().press('[', '[')
    const then = planOf(screen)
    let next = reduce(state, planned(410_000, items('✓ All of it', '» More')))
    screen.show(next, 410_000)
    expect(planOf(screen)).toBe(then)
    expect(screen.text).toContain('1 newer revision came meanwhile')
    next = reduce(next, planned(420_000, items('✓ All of it', '✓ More')))
    // Another plan, which the agent works on from now on.
    next = reduce(next, planned(430_000, items('» Elsewhere'), 'other'))
    screen.show(next, 440_000)
    expect(planOf(screen)).toBe(then)
    expect(head(screen)).toContain('revision 3 of 7')
    expect(screen.text).toContain('2 newer revisions came meanwhile')
    expect(perPlan(screen.ui, 'seen').get(tabId(session, 'anonymous'))).toBe(5)
    screen.press('L').show(next, 450_000)
    expect(planOf(screen)).toContain('All of it')
    screen.press('f').show(next, 460_000)
    expect(planOf(screen)).toContain('Elsewhere')
  })

  test.each(['space', 'A', 'v', 'X'])('steps of the past are neither selected nor asked for: %s', (key) => {
    const screen = shown().press('[', 'j', key)
    expect(screen.text).toContain('These are steps of the past: L returns to now.')
    expect(perPlan(screen.ui, 'steps').size).toBe(0)
    expect(screen.ui.picker).toBeNull()
  })

  test('the diff view goes along, each time from its first change, and L leaves both', () => {
    const screen = shown().press('[', 'd', 'n')
    expect(head(screen)).toContain('revision 4 of 5')
    expect(planOf(screen)).toMatch(/^since revision 3[^]*\+ 3\. Add tests/)
    expect(screen.text).toContain('L now  [ ] revisions  d the plan  n N changes')
    expect(screen.ui.diff?.scroll.matchRow).not.toBeNull()
    screen.press('[')
    expect(head(screen)).toContain('revision 3 of 5')
    expect(planOf(screen)).not.toContain('Add tests')
    expect(screen.ui.diff?.scroll.matchRow).toBeNull()
    expect(head(screen.press('escape'))).toContain('revision 3 of 5')
    expect(head(screen.press('d', 'L'))).toBe('')
    expect(planOf(screen)).toContain('3 of 4')
  })

  test('escape ends the search in its diff view first, then the diff view, then the past', () => {
    const screen = shown().press('[', '[', 'd', '/', 't', 'e', 's', 't', 'enter')
    expect(screen.ui.query).toBe('test')
    expect(screen.press('escape').ui).toMatchObject({ query: '', diff: {} })
    screen.press('escape')
    expect([screen.ui.diff === null, perPlan(screen.ui, 'past').size]).toEqual([true, 1])
    expect(perPlan(screen.press('escape').ui, 'past').size).toBe(0)
  })

  test('a proposal has no progress before it is approved, however many boxes it has', () => {
    const boxes = stateAfter(
      ...begun,
      proposes(10_000, 1, '- [ ] Move tokenize()'),
      chosen(51_000, 1, 'reject'),
      proposes(100_000, 2, '- [ ] Move tokenize()\n- [ ] Keep the lexer'),
    )
    const screen = new ShownScreen(boxes, { nowMs }).press('escape', '[')
    expect(head(screen)).toContain('revision 1 of 2')
    expect(screen.text).toContain('☐ Move tokenize()')
    expect(screen.text).not.toContain('0 of 1')
  })

  test('only the plan scrolls between the head and the foot', () => {
    for (const rows of [12, 15, 16, 24]) {
      const screen = new ShownScreen(state, { nowMs, rows })
      const before = screen.drawn.scrolls
      const { scrolls } = screen.press('[').drawn
      expect(scrolls).toEqual({ top: before.top + 1, bottom: before.bottom - 1 })
      const lines = screen.text.split('\n').slice(scrolls.top, scrolls.bottom)
      expect(lines.join('\n').trim()).toMatch(/^✓ Read the parser[^]*Update the README/)
    }
  })

  test('each tab keeps its own moment, and carries a sign', () => {
    const two = reduce(state, planned(300_000, items('» Elsewhere'), 'other'))
    const screen = new ShownScreen(two, { nowMs }).press('1', '[', '[')
    const then = planOf(screen)
    screen.press('2')
    expect(head(screen)).toBe('')
    expect(screen.text.split('\n')[1]).toMatch(/^ ◂ Plan/)
    expect(planOf(screen.press('1'))).toBe(then)
  })

  test('a question takes the focus only when the plan is shown as it is now', () => {
    const before = stateAfter(...revised.slice(0, -1), proposes(100_000, 2, '1. Move it\n2. Keep it'))
    const asking = new ShownScreen(before, { nowMs: 101_000 })
    expect(asking.text).toContain('enter choose')
    expect(asking.press('[', 'enter').intents).toEqual([])
    expect(asking.press('escape').text).toContain('Delete the lexer')
    expect(asking.text).toContain('the question is about the plan now')
    expect(asking.press('W').text).toContain('Keep it')
    expect(asking.press('enter').intents).toHaveLength(1)
  })

  test('feedback on a question is written below the plan as it is now', () => {
    const now = { state: stateAfter(...revised), nowMs: 101_000 }
    const question = openQuestion(now.state)
    if (question === null || question.kind === 'elicitation') throw new Error('there is no question')
    const asking = new ShownScreen(now.state, now).press('[')
    expect(openedFeedback(asking.ui, question, now).writing?.kind).toBe('feedback')
    expect(asking.press('f', '[', 'f').ui.writing).toBeNull()
  })

  test('a question that opens meanwhile is shown, and waits', () => {
    const screen = shown().press('[', '[')
    const then = planOf(screen)
    const asking = reduce(state, asked(401_000, { title: 'Write src/a.ts' }))
    screen.show(asking, 401_000)
    expect(planOf(screen).startsWith(then.split('\n')[0] ?? '')).toBe(true)
    expect(head(screen)).toContain('revision 3 of 5')
    expect(screen.text).toMatch(/\? Write src\/a\.ts +W to answer/)
    expect(screen.press('enter').ui.writing?.kind).toBe('prompt')
    screen.press('escape', 'W')
    expect(head(screen)).toBe('')
    expect(screen.text).toContain('enter choose')
  })
})

describe('a moment', () => {
  test('of a removed plan can be looked at, also when it is removed meanwhile', () => {
    const before = stateAfter(
      ...begun,
      planned(1000, items('» Draft it'), 'design'),
      planned(2000, items('✓ Draft it'), 'design'),
      planned(3000, items('» Other'), 'other'),
    )
    const gone = reduce(before, removed(4000, 'design'))
    const screen = new ShownScreen(gone, { nowMs: 60_000 })
    expect(screen.text).not.toContain('Draft it')
    expect(screen.press('u', '[').text).toContain('» Draft it')
    const during = new ShownScreen(before, { nowMs: 3000 }).press('1', '[')
    during.show(gone, 60_000)
    expect(during.text).toContain('» Draft it')
    during.press('{')
    during.press('}')
    expect(during.press('{').text).toContain('removed')
    during.press('L').show(gone, 61_000)
    expect(during.text).not.toContain('Draft it')
  })

  test('that is gone returns to now, with a message', () => {
    const later = stateAfter(...checklist)
    const screen = new ShownScreen(later, { nowMs }).press('[')
    // The player of a recording has gone back.
    const earlier = stateAfter(...checklist.slice(0, 8))
    screen.show(earlier, 75_000)
    expect(head(screen)).toBe('')
    expect(screen.text).toContain('That moment does not exist any more: this is now.')
    // The revision is there, but not the mark.
    const marks = new ShownScreen(later, { nowMs }).press('{', '{')
    expect(head(marks)).toContain('half of it')
    marks.show(stateAfter(...checklist.slice(0, -6)), 130_000)
    expect(head(marks)).toContain('revision 2 of 2')
    expect(head(marks)).not.toContain('half of it')
  })

  test('of a plan that is dropped goes with it', () => {
    const start = stateAfter(...begun, planned(1000, items('» One'), 'a'), planned(2000, items('✓ One'), 'a'))
    const screen = new ShownScreen(start, { nowMs: 2000 }).press('[')
    const session2 = stateAfter(...opened(), planned(1000, items('» Two'), 'b'))
    screen.show(session2, 3000)
    expect(planOf(screen)).toContain('Two')
    expect(screen.text).toContain('That moment does not exist any more: this is now.')
    expect(perPlan(screen.ui, 'past').size).toBe(0)
  })
})
