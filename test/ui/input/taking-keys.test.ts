import { describe, expect, test } from 'vitest'
import { planned, items, opened, prompted, session, stateAfter, updated } from '../../support/app-states.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { type EditedPlan, type UiState, type Writing, tabId } from '../../../src/ui/state/ui-state.ts'
import type { Saving } from '../../../src/ui/state/intent.ts'
import { askedForName, openedSaveLine } from '../../../src/ui/state/taking.ts'
import { withEdited } from '../../../src/ui/state/taking.ts'
import { proposed, recorded } from '../taking/proposed-states.ts'
import { pressed, start } from './pressed-keys.ts'

const state = stateAfter(...opened(), prompted(0), planned(1000, items('✓ Read', '» Write'), 'main'))
const tab = tabId(session, 'id:main')
const onPlan: UiState = { ...start, tab }
const plan = state.sessions.get(session)?.plans.get('id:main')
const taken = { type: 'plan', sessionId: session, plan, revision: null, steps: null, since: null }

describe('the keys on a plan', () => {
  test.each([
    ['y', 'copy'],
    ['S', 'save'],
    ['E', 'edit'],
  ])('%s: %s, once no letter follows', (key, type) => {
    expect(pressed(onPlan, [key], { state }).all).toEqual([])
    expect(pressed(onPlan, [key, 'pause'], { state }).all).toEqual([{ type, taken }])
    expect(pressed(onPlan, [key, 'e', 'pause'], { state }).all).toEqual([])
  })

  test('without a plan there is nothing to take, and a panel hides it', () => {
    expect(pressed(start, ['y'], { state }).ui.message?.text).toBe('There is no plan to take along.')
    const result = pressed({ ...onPlan, panel: 'conversation' }, ['y', 'pause'], { state })
    expect(result.all).toEqual([])
    expect(result.ui.message?.text).toBe('esc first: y takes the plan along.')
  })

  test('a plan is found in a session whose id contains what separates it from the key', () => {
    const odd = 's\u0000id:main'
    const other = stateAfter(
      ...opened(),
      updated(0, { type: 'plan-replaced', plan: { dialect: 'planId', id: 'x' }, content: items('○ A') }, odd),
    )
    const { all } = pressed({ ...start, tab: tabId(odd, 'id:x') }, ['y', 'pause'], { state: other })
    expect(all).toMatchObject([{ type: 'copy', taken: { sessionId: odd } }])
  })
})

const saving: Saving = { taken: { type: 'text', title: 'x', text: 'x' }, from: null }

function saveLine(path: string, of: Saving = { taken: takenPlan(), from: null }): UiState {
  return openedSaveLine(onPlan, of, path)
}

function takenPlan(): Saving['taken'] {
  if (plan === undefined) throw new Error('no plan')
  return { type: 'plan', sessionId: session, plan, revision: null, steps: null, since: null }
}

describe('the name of a file is asked for', () => {
  const asked = { saving: { taken: takenPlan(), from: null }, path: './plan.md', state, nowMs: 0 }

  test('where nothing else is written', () => {
    expect(askedForName(onPlan, asked)).toMatchObject({
      writing: { kind: 'save', line: { text: './plan.md' } },
    })
  })

  const line = { text: 'half a li', cursor: 9 }
  const begun: readonly Writing[] = [
    { kind: 'prompt' },
    { kind: 'search' },
    { kind: 'feedback' },
    { kind: 'caption', line },
    {
      kind: 'comment',
      line,
      on: { tab: tabId(session, 'a'), keys: [0], on: [], isOnSteps: true, revision: 1 },
    },
  ]
  test.each(begun)('but the line that was begun in the meantime keeps the keys: $kind', (kind) => {
    const writing: UiState = { ...onPlan, writing: kind }
    const next = askedForName(writing, asked)
    expect(next).toEqual({ ...writing, message: next.message })
    expect(next.message?.text).toBe('Nothing is saved yet: S asks for the name again.')
    const edit = { ...asked, saving: { ...saving, from: '/tmp/edit.md' } }
    expect(askedForName(writing, edit).message?.text).toBe('Your text is kept in /tmp/edit.md')
  })

  test('and so does the filter of a list', () => {
    const { ui } = pressed(onPlan, ['p'], { state })
    expect(ui.picker).not.toBeNull()
    expect(askedForName(ui, asked)).toMatchObject({ writing: null, picker: ui.picker })
  })
})

describe('the save line', () => {
  test.each([
    ['./plan.md', 'markdown', './plan.md'],
    ['./plan.JSON', 'json', './plan.JSON'],
    [' notes.markdown ', 'markdown', 'notes.markdown'],
    ['./plan', 'markdown', './plan.md'],
  ])('%s is saved as %s', (typed, format, path) => {
    const { ui, all } = pressed(saveLine(typed), ['enter'], { state })
    expect(all).toMatchObject([{ type: 'save-as', path, format }])
    expect(ui).toMatchObject({ writing: null })
  })

  test.each(['plan.txt', 'plans/', '.', 'plan.md.bak'])('%s stays in the line', (typed) => {
    const { ui, all } = pressed(saveLine(typed), ['enter'], { state })
    expect(all).toEqual([])
    expect(ui).toMatchObject({ writing: { kind: 'save', line: { text: typed } } })
    expect(ui.message?.text).toBe('The name has to end with .md or .json.')
  })

  test('tab changes the ending, except for a text, which has no JSON', () => {
    expect(pressed(saveLine('./a.b/plan.md'), ['tab'], { state }).ui.writing).toMatchObject({
      line: { text: './a.b/plan.json' },
    })
    expect(pressed(saveLine('./a.b/plan.md'), ['tab', 'tab'], { state }).ui.writing).toMatchObject({
      line: { text: './a.b/plan.md' },
    })
    expect(pressed(saveLine('./plan.md', saving), ['tab'], { state }).ui.writing).toMatchObject({
      line: { text: './plan.md' },
    })
    expect(pressed(saveLine('./plan.json', saving), ['enter'], { state }).ui.message?.text).toBe(
      'This is a text: it is saved as .md only.',
    )
  })

  test('escape and an empty name save nothing; an edit is said to be kept', () => {
    for (const [path, key] of [
      ['./plan.md', 'escape'],
      ['  ', 'enter'],
    ] as const) {
      const { ui, all } = pressed(saveLine(path), [key], { state })
      expect(all).toEqual([])
      expect(ui).toMatchObject({ writing: null, message: null })
    }
    const kept = pressed(saveLine('./plan.md', { ...saving, from: '/tmp/e/plan.md' }), ['escape'], { state })
    expect(kept.ui.message?.text).toBe('Your text is kept in /tmp/e/plan.md')
  })
})

function edited(of: string, more: Partial<EditedPlan['patch']> = {}): EditedPlan {
  const patch = { text: '@@ line 1 @@\n-a\n+b', added: 1, removed: 1, isCut: false, ...more }
  return {
    tab: tabId(session, of),
    title: 'main',
    text: 'b\n',
    file: '/tmp/e/plan.md',
    patch,
    isPresent: true,
  }
}

const diff = '```diff\n@@ line 1 @@\n-a\n+b\n```'
const discard = { type: 'discard-edit', file: '/tmp/e/plan.md' }

describe('an edited plan', () => {
  test('becomes a prompt that is not sent yet, behind what was written', () => {
    const ui = { ...onPlan, prompt: { ...start.prompt, line: { text: 'please', cursor: 6 } } }
    const result = pressed(withEdited(ui, edited('id:main')), ['enter'], { state })
    expect(result.all).toEqual([discard])
    expect(result.ui.writing?.kind).toBe('prompt')
    expect(result.ui.prompt.line.text).toBe(
      `please\nI have changed the plan “main”. Take this over:\n${diff}`,
    )
    expect(pressed(result.ui, ['enter'], { state }).all).toMatchObject([{ type: 'prompt' }])
  })

  test('becomes the feedback of the question about it', () => {
    const asked = withEdited({ ...start, tab: tabId(session, 'proposed') }, edited('proposed'))
    const result = pressed(asked, ['enter'], { state: proposed })
    expect(result.all).toEqual([discard])
    expect(result.ui).toMatchObject({ writing: { kind: 'feedback' }, choice: { option: 0 } })
    const text = `Change the plan like this:\n${diff}`
    expect(result.ui.feedback?.line).toMatchObject({ text, cursor: text.length })
    expect(pressed(result.ui, ['enter'], { state: proposed }).all).toEqual([
      { type: 'answer', key: 1, optionId: 'no', feedback: text },
    ])
  })

  test('is on the screen again while its feedback is written', () => {
    const elsewhere = withEdited({ ...start, tab: tabId(session, 'id:main') }, edited('proposed'))
    const { ui } = pressed(elsewhere, ['enter'], { state: proposed })
    expect(ui).toMatchObject({ writing: { kind: 'feedback' }, tab: tabId(session, 'proposed') })
  })

  test('a plan that is not the one in question becomes a prompt', () => {
    const { ui } = pressed(withEdited(onPlan, edited('id:main')), ['enter'], { state: proposed })
    expect(ui.writing?.kind).toBe('prompt')
  })

  test('what is left out of a long difference is said, and its own fences end nothing', () => {
    const long = edited('id:main', { text: '+```', isCut: true })
    const { ui } = pressed(withEdited(onPlan, long), ['enter'], { state })
    expect(ui.prompt.line.text).toMatch(
      /\n````diff\n\+```\n````\n\(and more changes, which are left out here\)$/,
    )
  })

  test('s saves the whole text, esc leaves it in its file, and other keys do nothing', () => {
    const ui = withEdited(onPlan, edited('id:main'))
    expect(pressed(ui, ['s'], { state }).all).toEqual([
      { type: 'save', taken: { type: 'text', title: 'main', text: 'b\n' }, from: '/tmp/e/plan.md' },
    ])
    const left = pressed(ui, ['escape'], { state })
    expect(left.all).toEqual([])
    expect(left.ui).toMatchObject({
      writing: null,
      message: { text: 'Your text is kept in /tmp/e/plan.md' },
    })
    expect(pressed(ui, ['x', 'q', 'j', 'up'], { state })).toMatchObject({
      ui: { writing: { kind: 'edited' } },
      all: [],
    })
  })

  test('one of the past can only be saved', () => {
    const past = { ...edited('proposed'), isPresent: false }
    expect(pressed(withEdited(onPlan, past), ['enter'], { state: proposed }).all).toMatchObject([
      { type: 'save' },
    ])
  })

  test('in a recording it can only be saved', () => {
    const replayed: AppState = recorded(state)
    const { ui, all } = pressed(withEdited(onPlan, edited('id:main')), ['enter'], { state: replayed })
    expect(all).toMatchObject([{ type: 'save', from: '/tmp/e/plan.md' }])
    expect(ui.writing).toBeNull()
  })
})
