import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowText, rowWidth } from '../../../src/lib/cells/row.ts'
import { safe, safeLine, type SafeText } from '../../../src/lib/text/safe-text.ts'
import { fit, stackRows, layRows } from '../../../src/ui/rows/lay-rows.ts'
import {
  blank,
  type Bar,
  type Input,
  type Part,
  type RowForm,
  type PointerTarget,
} from '../../../src/ui/rows/row-form.ts'
import { anyTheme, dark, plain } from '../paint/any-rows.ts'
import { anyBar, anyForm } from './any-forms.ts'

const item = (id: string): PointerTarget => ({ type: 'item', id })
const part = (text: string, id?: string): Part => ({
  text: safeLine(text),
  role: 'normal',
  ...(id === undefined ? {} : { target: item(id) }),
})

function textsOf(form: RowForm, columns: number): readonly string[] {
  return layRows(form, { theme: dark, columns }).rows.map(rowText)
}

describe('a bar', () => {
  const bar: Bar = { form: 'bar', left: [part('left', 'l'), part(' end')], right: [part('right', 'r')] }

  test('has a part at each end, and blanks between them', () => {
    expect(fit(bar, { columns: 16 })).toEqual([
      { ...part('left', 'l'), from: 0, to: 4 },
      { ...part(' end'), from: 4, to: 8 },
      { ...blank, text: '   ', from: 8, to: 11 },
      { ...part('right', 'r'), from: 11, to: 16 },
    ])
    expect(textsOf(bar, 16)).toEqual(['left end   right'])
  })

  test('cuts the left parts where there is no room for both, then those at the right', () => {
    expect(textsOf(bar, 11)).toEqual(['left …right'])
    expect(textsOf(bar, 5)).toEqual(['right'])
    expect(textsOf(bar, 3)).toEqual(['ri…'])
  })

  test('has a cut part as wide as it is shown, in signs of its terminal', () => {
    const laid = layRows(
      { form: 'bar', left: [part('left', 'l'), part('end', 'e')] },
      { theme: plain, columns: 3 },
    )
    expect(laid.rows.map(rowText)).toEqual(['le~'])
    expect([0, 1, 2, 3].map((column) => laid.targetAt(0, column))).toEqual([
      item('l'),
      item('l'),
      item('l'),
      null,
    ])
  })

  test('leads elsewhere beside the parts with a target, and nowhere in another row', () => {
    const laid = layRows({ ...bar, target: item('bar') }, { theme: dark, columns: 16 })
    expect([0, 5, 9, 12].map((column) => laid.targetAt(0, column))).toEqual(
      ['l', 'bar', 'bar', 'r'].map(item),
    )
    expect(laid.targetAt(1, 0)).toBeNull()
  })

  test('is true until the first of its parts is not', () => {
    const left = [
      { ...part('9s'), untilMs: 300 },
      { ...part('2m'), untilMs: 200 },
    ]
    expect(layRows({ form: 'bar', left }, { theme: dark, columns: 9 }).untilMs).toBe(200)
    // A part that is not shown changes nothing.
    expect(layRows({ form: 'bar', left }, { theme: dark, columns: 2 }).untilMs).toBe(300)
    expect(layRows(bar, { theme: dark, columns: 9 }).untilMs).toBeNull()
  })
})

describe('a text over several rows', () => {
  const wrapped: RowForm = { form: 'wrap', text: safe`one two three`, role: 'normal', target: item('w') }

  test('is wrapped behind its indent, in at most so many rows', () => {
    expect(textsOf(wrapped, 9)).toEqual([' one two', ' three'])
    expect(textsOf({ ...wrapped, indent: 3, most: 2 }, 9)).toEqual(['   one', '   two'])
  })

  test('leads where it says in each of its rows', () => {
    const { targetAt } = layRows(wrapped, { theme: dark, columns: 9 })
    expect([0, 1, 2].map((row) => targetAt(row, 0))).toEqual([item('w'), item('w'), null])
  })
})

describe('an input', () => {
  const label = [blank, part('>'), blank]
  const input: Input = { form: 'input', label, line: { text: 'first\nsecond', cursor: 8 }, most: 2 }

  test('has a row for each line, and what stands behind the last one and at the right', () => {
    const after = [part(' hint')]
    expect(textsOf({ ...input, after, right: part('2 ') }, 20)).toEqual([
      ' > first          2 ',
      '   second hint',
    ])
    expect(textsOf({ ...input, after }, 12)).toEqual([' > first', '   second'])
    expect(textsOf({ ...input, most: 1 }, 12)).toEqual([' > second'])
  })

  test('is clicked at a place in its text, from its label on', () => {
    const { targetAt } = layRows(input, { theme: dark, columns: 20 })
    const cursorAt = (row: number, column: number): PointerTarget | null => targetAt(row, column)
    expect(cursorAt(0, 0)).toEqual({ type: 'text', text: 'first\nsecond', cursor: 0 })
    expect(cursorAt(0, 5)).toEqual({ type: 'text', text: 'first\nsecond', cursor: 2 })
    expect(cursorAt(1, 3)).toEqual({ type: 'text', text: 'first\nsecond', cursor: 6 })
    expect(cursorAt(1, 19)).toEqual({ type: 'text', text: 'first\nsecond', cursor: 12 })
    expect(cursorAt(2, 3)).toBeNull()
  })

  test('leads where it says instead, and where its label does', () => {
    const { targetAt } = layRows(
      { ...input, label: [part('name ', 'label')], targetOf: (cursor) => item(`at ${cursor}`) },
      { theme: dark, columns: 20 },
    )
    expect([0, 4, 5, 7].map((column) => targetAt(0, column))).toEqual(
      ['label', 'label', 'at 0', 'at 2'].map(item),
    )
  })
})

test('no row is wider than the columns', () => {
  fc.assert(
    fc.property(anyForm, anyTheme, fc.integer({ min: 1, max: 90 }), (form, theme, columns) => {
      for (const row of layRows(form, { theme, columns }).rows)
        expect(rowWidth(row)).toBeLessThanOrEqual(columns)
    }),
  )
})

test('a click on any column of a part finds its target', () => {
  fc.assert(
    fc.property(anyBar, fc.integer({ min: 1, max: 90 }), (bar, columns) => {
      const placed = fit(bar, { columns })
      const { rows, targetAt } = layRows(bar, { theme: dark, columns })
      expect(rowText(rows[0] ?? [])).toBe(placed.map(({ text }) => text).join(''))
      let text = ''
      for (const { from, to, target, ...each } of placed) {
        expect(from).toBe(rowWidth([{ text: text as SafeText, style: dark.styles.normal, link: null }]))
        for (let column = from; column < to; column++) expect(targetAt(0, column)).toBe(target ?? null)
        text += each.text
      }
      expect(targetAt(0, columns)).toBeNull()
    }),
  )
})

test('forms below each other are clicked in their own rows', () => {
  const look = { theme: dark, columns: 20 }
  const laid = stackRows([
    layRows({ form: 'wrap', text: safe`a\nb`, role: 'dim', target: item('text'), untilMs: 7 }, look),
    layRows({ form: 'bar', left: [part('bar', 'bar')] }, look),
    layRows(
      { form: 'canvas', rows: [[]], targetAt: (row, column) => item(`${row},${column}`), untilMs: 5 },
      look,
    ),
  ])
  expect(laid.rows.length).toBe(4)
  expect([0, 1, 2, 3, 4].map((row) => laid.targetAt(row, 2))).toEqual([
    item('text'),
    item('text'),
    item('bar'),
    item('0,2'),
    null,
  ])
  expect(laid.untilMs).toBe(5)
})
