import { describe, expect, test } from 'vitest'
import { scrollOf } from '../../../../src/ui/state/ui-state.ts'
import { selectedSteps } from '../../../../src/ui/state/step-selection.ts'
import type { DocumentFormat } from '../../../../src/app/history/plan-history.ts'
import type { PlanDocument } from '../../../../src/app/ports/plan-document.ts'
import type { AppState } from '../../../../src/app/state/app-state.ts'
import { items, opened, planned, stateAfter } from '../../../support/app-states.ts'
import { ShownScreen } from '../../stack/shown-screen.ts'
import { perPlan } from '../../per-plan.ts'

const checklist = revised(items('✓ Read the parser', '» Split it', '○ Test it', '⊘ Paint it', '○ Ship it'))
const design = [
  '# Design',
  'Why we do it.',
  '',
  '1. Read the parser',
  '2. Split it',
  '   - [x] its lexer',
  '   - [ ] its tokens',
  '3. Ship it',
].join('\n')
const document = revised(markdown(design))

function markdown(text: string): Parameters<typeof planned>[1] {
  return { type: 'markdown', text }
}

function revised(...contents: readonly Parameters<typeof planned>[1][]): AppState {
  return stateAfter(...opened(), ...contents.map((content, at) => planned(at, content)))
}

/** The texts of the selected steps. */
function selectedIn({ ui }: ShownScreen): readonly string[] {
  const planSteps = ui.tab === null ? undefined : perPlan(ui, 'steps').get(ui.tab)
  if (planSteps === undefined) return []
  const { selected: cursorKey } = scrollOf(ui, ui.tab)
  return selectedSteps(planSteps.selection, planSteps.lines, cursorKey).map(({ text }) => text)
}

describe('in a checklist', () => {
  test('space puts the cursor on the current step, then selects the step and goes on to the next', () => {
    const screen = new ShownScreen(checklist).press('space')
    expect(selectedIn(screen)).toEqual([])
    screen.press('space', 'space')
    expect(selectedIn(screen)).toEqual(['Split it', 'Test it'])
    expect(screen.text).toContain('◐◆Split it')
    expect(screen.text).toContain('2 steps selected · X do · esc none')
    expect(screen.press('k', 'space').text).toContain('1 step selected')
  })

  test('V begins a range that grows with the cursor, and ends it', () => {
    const screen = new ShownScreen(checklist).press('v', 'j', 'j')
    expect(selectedIn(screen)).toEqual(['Split it', 'Test it', 'Paint it'])
    screen.press('v', 'j')
    expect(selectedIn(screen)).toEqual(['Split it', 'Test it', 'Paint it'])
  })

  test.each([['A'], ['X'], ['v']])(
    'the message of a range goes with the next key of the selection: %s',
    (key) => {
      const screen = new ShownScreen(checklist).press('v', 'j')
      expect(screen.text).toContain('The range goes to the cursor')
      expect(screen.press(key).text).not.toContain('The range goes to the cursor')
      expect(screen.press('escape').text).not.toContain('The range goes to the cursor')
    },
  )

  test.each([[['j']], [['j', 'space', 'space']]])(
    'a plan that is cleared offers no keys for steps any more: %s',
    (keys) => {
      const screen = new ShownScreen(checklist).press(...keys)
      const offered = 'space select  X do  C comment'
      expect(screen.text).toContain(offered)
      const content = [items('✓ Read the parser', '» Split it'), items()]
      screen.show(revised(...content), 20_000)
      expect(screen.text).not.toContain(offered)
    },
  )

  test.each([['A'], ['C'], ['space', 'space']])('the screen stays with the plan: %s', (...keys) => {
    const screen = new ShownScreen(checklist)
    expect(screen.ui.followsTabs).toBe(true)
    expect(screen.press(...keys).ui.followsTabs).toBe(false)
  })

  test('A selects all that are left, then none', () => {
    const screen = new ShownScreen(checklist).press('A')
    expect(selectedIn(screen)).toEqual(['Split it', 'Test it', 'Ship it'])
    expect(selectedIn(screen.press('A'))).toEqual([])
    const done = new ShownScreen(revised(items('✓ done', '⊘ not any more'))).press('A')
    expect(done.text).toContain('No step is left to do.')
  })

  test('escape first clears the selection, then takes the cursor away', () => {
    const screen = new ShownScreen(checklist).press('space', 'space', 'escape')
    expect(selectedIn(screen)).toEqual([])
    expect(scrollOf(screen.ui, screen.ui.tab).selected).toBe(2)
    screen.press('escape')
    expect(scrollOf(screen.ui, screen.ui.tab).selected).toBeNull()
  })

  test('the selection stays with its steps when they are moved, reworded or done', () => {
    const screen = new ShownScreen(checklist).press('space', 'space', 'space')
    screen.show(
      revised(
        items('✓ Read the parser', '» Split it', '○ Test it', '⊘ Paint it', '○ Ship it'),
        items('✓ Read the parser', '○ Write it down', '✓ Split it', '○ Testing it', '○ Ship it'),
      ),
    )
    expect(selectedIn(screen)).toEqual(['Split it', 'Testing it'])
  })

  test('steps that are gone leave it, which is said once', () => {
    const screen = new ShownScreen(checklist).press('A')
    const gone = revised(
      items('✓ Read the parser', '» Split it', '○ Test it', '⊘ Paint it', '○ Ship it'),
      items('✓ Read the parser', '» Split it'),
    )
    screen.show(gone)
    expect(screen.text).toContain('2 selected steps are gone.')
    expect(selectedIn(screen)).toEqual(['Split it'])
    screen.show(gone, 10_000)
    expect(screen.text).toContain('1 step selected')
  })

  test('steps that swap texts swap the selection: it belongs to the text', () => {
    const screen = new ShownScreen(revised(items('○ one thing', '○ another'))).press('space', 'space')
    screen.show(revised(items('○ one thing', '○ another'), items('○ another', '○ one thing')))
    expect(selectedIn(screen)).toEqual(['one thing'])
    expect(screen.text).toContain('○◆one thing')
  })

  test('of a thousand equal steps only the one is selected', () => {
    const equal = Array.from({ length: 1000 }, () => '○ the same')
    const screen = new ShownScreen(revised(items(...equal))).press('space', 'j', 'j', 'space')
    expect(screen.text.match(/◆/g)).toHaveLength(1)
    expect(screen.text).toContain('1 step selected')
    const done = ['✓ the same', ...equal.slice(1)]
    screen.show(revised(items(...equal), items(...done)))
    expect(screen.text).toContain('1 step selected')
  })
})

describe('in a document', () => {
  test('space puts the cursor on the first step on the screen; j and k go from step to step until escape', () => {
    const screen = new ShownScreen(document).press('space')
    expect(screen.text).toContain('›1. Read the parser')
    screen.press('j', 'space', 'space', 'k')
    expect(selectedIn(screen)).toEqual(['Split it', 'its lexer'])
    expect(screen.text).toContain('2.◆Split it')
    expect(screen.text).toContain('☑◆its lexer')
    expect(screen.text).toContain('› ')
    expect(screen.press('escape', 'escape').text).not.toMatch(/[›◆]/)
  })

  test('without a cursor j and k scroll, and a page down takes the cursor away', () => {
    const long = Array.from({ length: 60 }, (_, at) => `${at + 1}. Step ${at + 1}`).join('\n')
    const screen = new ShownScreen(revised(markdown(long))).press('g', 'j', 'j')
    expect(screen.drawn.shown.main.top).toBe(2)
    expect(screen.press('space').text).toContain('›3. Step 3')
    for (let at = 0; at < 40; at++) screen.press('j')
    expect(screen.text).toContain('43. Step 43')
    expect(screen.press('pagedown', 'space').text).toMatch(/^›\d+\. Step/m)
  })

  test('A selects what is left, ticked boxes not', () => {
    const screen = new ShownScreen(document).press('A')
    expect(selectedIn(screen)).toEqual(['Read the parser', 'Split it', 'its tokens', 'Ship it'])
  })

  test('the selection belongs to the text: it stays over new numbers, ticked boxes and rewording', () => {
    const screen = new ShownScreen(document).press('space', 'j', 'space', 'j', 'space')
    expect(selectedIn(screen)).toEqual(['Split it', 'its tokens'])
    const text = design
      .replace('1. Read', '1. Begin\n2. Read')
      .replace('2. Split it', '3. Split it up')
      .replace('[ ] its tokens', '[x] its tokens')
    screen.show(revised(markdown(design), markdown(text)))
    expect(selectedIn(screen)).toEqual(['Split it up', 'its tokens'])
  })

  test('without steps the cursor goes from line to line, which are selected, asked for, copied and commented on as steps are', () => {
    const text = '# Only\n\n- bullets\n- and more\n\nSome words.'
    const screen = new ShownScreen(revised(markdown(text))).press('space')
    expect(screen.text).toMatch(/^›.*Only/m)
    screen.press('j', 'v', 'j')
    expect(selectedIn(screen)).toEqual(['- bullets', '- and more'])
    expect(screen.press('C').text).toContain('On the lines')
    screen.press('escape', 'X', 'enter')
    expect(screen.text).toContain('Do only these lines of the plan, and then stop:')
    expect(screen.text).toContain('> - bullets')
  })

  test('lines beside steps have the cursor too; A selects the steps alone, and space goes on to the next step', () => {
    const screen = new ShownScreen(
      revised(markdown('1. Read\n   its callers\n\nWhy: it is slow.\n\n2. Split')),
    ).press('space')
    screen.press('space')
    expect(selectedIn(screen)).toEqual(['Read'])
    expect(screen.press('k').text).toMatch(/^›.*Why/m)
    screen.press('space')
    expect(selectedIn(screen)).toEqual(['Read', 'Why: it is slow.'])
    screen.press('escape', 'escape', 'A')
    expect(selectedIn(screen)).toEqual(['Read', 'Split'])
  })

  test('a document of blanks has nothing to select', () => {
    expect(new ShownScreen(revised(markdown('\n \n'))).press('space').text).toContain('nothing to select')
  })

  test('a long step is marked in its first row only, and nothing moves', () => {
    const text = `1. ${'many words '.repeat(30)}\n2. next`
    const screen = new ShownScreen(revised(markdown(text)))
    const before = screen.text.split('\n')
    screen.press('space', 'space')
    const marked = screen.text.split('\n')
    expect(marked.filter((each) => each.includes('◆'))).toHaveLength(1)
    expect(marked.map((each) => each.replace('◆', ' ').replace(/^›/, ' ')).slice(2, 8)).toEqual(
      before.slice(2, 8),
    )
  })

  test('file plans that are markdown have steps too; others have none', () => {
    const uri = 'file:///plan.md'
    const documentOf = (format: DocumentFormat) => (): PlanDocument => ({
      state: 'shown',
      uri,
      text: design,
      format,
      sizeBytes: 100,
      readAtMs: 0,
    })
    const state = revised({ type: 'file', uri })
    const screen = new ShownScreen(state, { documentOf: documentOf('markdown') }).press('A')
    expect(selectedIn(screen)).toHaveLength(4)
    expect(new ShownScreen(state, { documentOf: documentOf('plain') }).press('A').text).toContain(
      'nothing to select',
    )
  })
})

test('a plan that turns from a checklist to markdown and back keeps its selection', () => {
  const list = items('○ Read the parser', '○ Split it', '○ Ship it')
  const screen = new ShownScreen(revised(list)).press('space', 'j', 'space')
  expect(selectedIn(screen)).toEqual(['Split it'])
  screen.show(revised(list, markdown(design)))
  expect(selectedIn(screen)).toEqual(['Split it'])
  screen.show(revised(list, markdown(design), items('○ Ship it', '○ Read the parser', '○ Split it')))
  expect(selectedIn(screen)).toEqual(['Split it'])
})
