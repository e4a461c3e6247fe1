import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settleList, type ListLines } from '../../../src/ui/rows/settle.ts'
import type { ListState } from '../../../src/ui/state/list-state.ts'

interface Case {
  readonly state: ListState
  readonly lines: ListLines
  readonly visible: number
}

/** A list whose lines have these heights (none: one row each), of which some lines are held. */
const anyCase: fc.Arbitrary<Case> = fc
  .record({
    total: fc.nat(30),
    visible: fc.integer({ min: 1, max: 12 }),
    top: fc.integer({ min: -5, max: 40 }),
    follows: fc.constantFrom('current', 'end', 'free'),
    heights: fc.option(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 30, maxLength: 30 })),
    atEnd: fc.nat(4),
    at: fc.option(fc.nat(29)),
    isSelected: fc.boolean(),
    isClicked: fc.boolean(),
    more: fc.nat(3),
  })
  .map(({ total, visible, top, follows, heights, atEnd, at, more, ...is }) => {
    const first = at !== null && at < total ? at : null
    const selected = is.isSelected ? first : null
    const last = Math.min(total - 1, (first ?? 0) + (heights === null ? more : 0))
    return {
      state: { top, follows, selected, matchRow: null, clicked: is.isClicked ? selected : null },
      lines: {
        total,
        held: first === null ? null : { first, last },
        atEnd: total === 0 ? 0 : atEnd,
        ...(heights === null ? {} : { heightOf: (line: number) => heights[line] ?? 1 }),
      },
      visible,
    }
  })

function rowsOf({ heightOf = () => 1 }: ListLines, from: number, to: number): number {
  let rows = 0
  for (let line = from; line < to; line++) rows += heightOf(line)
  return rows
}

test('the first line is one of the list, and no rows are left empty that others could have', () => {
  fc.assert(
    fc.property(anyCase, ({ state, lines, visible }) => {
      const { shown } = settleList(state, lines, visible)
      expect(shown.top).toBeGreaterThanOrEqual(0)
      expect(shown.top).toBeLessThanOrEqual(Math.max(0, shown.total - visible))
      const after = rowsOf(lines, shown.top, lines.total) + (lines.atEnd ?? 0)
      const isTall = lines.held !== null && rowsOf(lines, lines.held.first, lines.held.last + 1) > visible
      if (shown.top > 0 && !isTall)
        expect(after + rowsOf(lines, shown.top - 1, shown.top)).toBeGreaterThan(visible)
    }),
  )
})

test('what is held is visible: all of it, or as much as fits', () => {
  fc.assert(
    fc.property(anyCase, ({ state, lines, visible }) => {
      const { held } = lines
      if (held === null) return
      const { top } = settleList(state, lines, visible).shown
      const isTaller = rowsOf(lines, held.first, held.last + 1) > visible
      if (!isTaller) {
        expect(top).toBeLessThanOrEqual(held.first)
        expect(rowsOf(lines, top, held.last + 1)).toBeLessThanOrEqual(visible)
      } else if (held.first === held.last) expect(top).toBe(held.first)
      else {
        expect(top).toBeGreaterThanOrEqual(held.first)
        expect(top + visible - 1).toBeLessThanOrEqual(held.last)
      }
    }),
  )
})

test('settling once more changes nothing', () => {
  fc.assert(
    fc.property(anyCase, ({ state, lines, visible }) => {
      const once = settleList(state, lines, visible)
      const twice = settleList(once.state, lines, visible)
      expect(twice.state).toBe(once.state)
      expect(twice.shown).toEqual(once.shown)
    }),
  )
})

test('nothing moves while what was clicked is visible', () => {
  fc.assert(
    fc.property(anyCase, fc.nat(29), (each, line) => {
      const { lines, visible } = each
      const free: ListState = { ...each.state, follows: 'free', selected: null, clicked: null }
      const { top } = settleList(free, { ...lines, held: null }, visible).shown
      if (line < top || line >= lines.total || rowsOf(lines, top, line + 1) > visible) return
      const clicked = { ...free, top, selected: line, clicked: line }
      expect(settleList(clicked, { ...lines, held: { first: line, last: line } }, visible).shown.top).toBe(
        top,
      )
    }),
  )
})

test('the end is followed until something is selected', () => {
  fc.assert(
    fc.property(anyCase, ({ state, lines, visible }) => {
      const following: ListState = { ...state, follows: 'end', selected: null }
      const { top, total } = settleList(following, { ...lines, held: null }, visible).shown
      expect(top).toBe(Math.max(0, total - visible))
    }),
  )
})
