import { describe, expect, test } from 'vitest'
import type { AppState } from '../../../../src/app/state/app-state.ts'
import type { ElicitationField } from '../../../../src/app/state/elicitation.ts'
import type { PointerTarget } from '../../../../src/ui/rows/row-form.ts'
import { gestureMs } from '../../../../src/ui/state/timing.ts'
import { fields } from '../../../app/elicitation-fields.ts'
import { ShownScreen } from '../../stack/shown-screen.ts'
import { askedWith, everyKind, formOf } from '../../questions/asked-forms.ts'

const sizes = [
  [40, 12],
  [80, 24],
  [200, 60],
] as const
const everything = askedWith(everyKind)

interface Found {
  readonly column: number
  readonly row: number
  readonly target: PointerTarget
}

/** What can be clicked on a screen, from left to right in each row, each once. */
function targetsOf(screen: ShownScreen): readonly Found[] {
  return screen.rows.flatMap((_, row) => {
    const found: Found[] = []
    for (let column = 0; column < screen.ui.columns; column++) {
      const { target } = screen.drawn.placeAt(column, row)
      if (target === null || JSON.stringify(target) === JSON.stringify(found.at(-1)?.target)) continue
      found.push({ column, row, target })
    }
    return found
  })
}

describe.each(sizes)('a form at %dx%d', (columns, rows) => {
  const shown = (state: AppState = everything): ShownScreen =>
    new ShownScreen(state, { columns, rows, nowMs: 116_000 })

  test('a click on any field, choice or action focuses what is seen there, and sends nothing', () => {
    const seen = new Set<string>()
    for (let tabs = 0; tabs < 6; tabs++) {
      const start = (): ShownScreen => shown().press(...Array.from({ length: tabs }, () => 'tab'))
      for (const { column, row, target } of targetsOf(start())) {
        if (target.type !== 'field' && target.type !== 'button') continue
        const screen = start().pointAt(column, row)
        const focus = target.type === 'field' ? target.focus : { at: 'action', action: target.action }
        expect(screen.ui.form?.focus).toEqual(focus)
        seen.add(target.type === 'field' ? String(target.focus.field) : target.action)
        for (let count = 0; count < 9; count++) screen.pointAt(column, row)
        expect(screen.intents).toEqual([])
      }
    }
    expect([...seen].toSorted()).toEqual(['0', '1', '2', '3', '4', 'decline', 'send'])
  })

  test('an action is carried out by a second click that is a gesture of its own', () => {
    const screen = shown()
    for (let count = 0; count < 20; count++) screen.wait(10).clickOn('Decline')
    expect(screen.intents).toEqual([])
    expect(screen.wait(gestureMs).clickOn('Decline').intents).toMatchObject([
      { type: 'answer-elicitation', answer: { type: 'declined' } },
    ])
  })

  test('a click on another action begins anew', () => {
    const screen = shown().clickOn('Decline').wait(gestureMs).clickOn('Send')
    expect(screen.intents).toEqual([])
  })
})

describe('a field', () => {
  const shown = (...of: readonly ElicitationField[]): ShownScreen =>
    new ShownScreen(askedWith(formOf(...of)), { nowMs: 116_000 })
  const sent = (screen: ShownScreen): unknown =>
    screen
      .press('ctrl-s')
      .intents.map((intent) =>
        intent.type === 'answer-elicitation' && intent.answer.type === 'accepted'
          ? intent.answer.content
          : intent,
      )

  test('of text gets the cursor where it is clicked, with the focus or without it', () => {
    const screen = shown(fields.number(), fields.text({ value: 'one 漢字 two' }))
    screen.clickOn('字 two').press('X')
    screen.clickOn('ne').press('Y')
    expect(sent(screen)).toEqual([{ name: 'oYne 漢X字 two' }])
  })

  test('of yes or no is set by a click on either once it has the focus', () => {
    const screen = shown(fields.text(), fields.boolean())
    screen.press('tab').clickOn(') no')
    expect(screen.clickOn(') yes').ui.form?.entries.get(1)).toEqual({ type: 'picked', value: true })
    expect(screen.clickOn(') no').ui.form?.entries.get(1)).toEqual({ type: 'picked', value: false })
  })

  test('of choices: the first click on one focuses it, the second picks it', () => {
    const screen = new ShownScreen(everything, { nowMs: 116_000 })
    expect(screen.clickOn('Aggressive').ui.form?.entries.get(0)).toBe(undefined)
    expect(screen.clickOn('Aggressive').ui.form?.entries.get(0)).toEqual({ type: 'picked', value: 'high' })
  })

  test('of choices: a click on its name picks none, where it stands and above the choices that have scrolled', () => {
    const choices = Array.from({ length: 20 }, (_, at) => ({
      value: `v${at}`,
      title: `Choice ${at}.`,
      description: null,
    }))
    const screen = shown(fields.choices({ title: 'Reviewers', choices }))
    for (const option of [0, 12]) {
      for (let at = 0; at < option; at++) screen.press('down')
      screen.clickOn('Reviewers').clickOn('Reviewers')
      expect(screen.ui.form?.focus ?? { option: 0 }).toMatchObject({ option })
      expect(screen.ui.form?.entries.get(0)).toBe(undefined)
    }
    expect(screen.text).not.toContain('Choice 0.')
  })

  test('stays while the wheel scrolls a long message above it', () => {
    const message = Array.from({ length: 60 }, (_, at) => `Line ${at}.`).join('\n')
    const screen = new ShownScreen(askedWith(formOf(fields.text()), { message }), { nowMs: 116_000 })
    screen.clickOn('Line 3.', 'wheel-down').clickOn('Line 3.', 'wheel-down')
    expect([screen.ui.form, screen.ui.choice?.detailTop]).toEqual([null, 6])
    expect(screen.text).not.toContain('Line 5.')
    expect(screen.clickOn('Line 6.', 'wheel-up').ui.choice?.detailTop).toBe(3)
  })

  test('is left with its errors by a click elsewhere, as by a key', () => {
    const screen = new ShownScreen(everything, { nowMs: 116_000 })
    expect(screen.clickOn('Branch').press('a').clickOn('Reviewers').ui.form?.errors.size).toBe(1)
  })
})
