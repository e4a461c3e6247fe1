import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { at } from '../../plans/update-time.ts'
import { countLines, lineChanges } from '../../../src/app/words/text.ts'
import { planChanges } from '../../../src/outputs/changes/touched-plans.ts'
import { newPlan, updatedPlan, type Plan } from '../../../src/plans/plan.ts'
import { entries } from '../stage.ts'

const main = { dialect: 'planId', id: 'main' } as const

function plan(...rows: readonly string[]): Plan {
  return newPlan({ plan: main, content: { type: 'items', entries: entries(...rows) } }, at(1))
}

function then(before: Plan, ...rows: readonly string[]): Plan {
  return updatedPlan(before, { plan: main, content: { type: 'items', entries: entries(...rows) } }, at(2))
}

function changesOf(before: Plan | null, after: Plan): readonly string[] {
  return planChanges(before, after).map((change) => {
    if (change.type === 'entry-added' || change.type === 'entry-dropped' || change.type === 'entry-changed') {
      return `${change.type} ${change.index} ${change.entry.content}`
    }
    return change.type
  })
}

test('more steps than a function call takes arguments', () => {
  const rows = Array.from({ length: 200_000 }, (_, index) => `. ${index}`)
  const steps = plan()
  const content = { type: 'items', entries: rows.flatMap((row) => entries(row)) } as const
  const retitled = { ...updatedPlan(steps, { plan: main, content }, at(2)), title: 'Another' }
  expect(planChanges(steps, retitled)).toHaveLength(200_001)
})

describe('the changes of a checklist', () => {
  const before = plan('> Read the parser', '. Write the tests', '. Ship')

  test('a new plan, and the same again', () => {
    expect(changesOf(null, before)).toEqual(['appeared'])
    expect(changesOf(before, then(before, '> Read the parser', '. Write the tests', '. Ship'))).toEqual([])
  })

  test('dropped, changed and new entries, dropped first, at their own places', () => {
    expect(changesOf(before, then(before, '. Measure', 'x Read the parser', '. Ship'))).toEqual([
      'entry-dropped 1 Write the tests',
      'entry-added 0 Measure',
      'entry-changed 1 Read the parser',
    ])
  })

  test('another order', () => {
    expect(changesOf(before, then(before, '. Ship', '> Read the parser', '. Write the tests'))).toEqual([
      'reordered',
    ])
  })

  test('cleared', () => {
    expect(changesOf(before, then(before))).toEqual(['cleared'])
  })

  test('over skipped revisions', () => {
    const skipped = then(before, 'x Read the parser', '> Write the tests', '. Ship')
    const after = then(skipped, 'x Read the parser', 'x Write the tests', '> Ship')
    expect(changesOf(before, after)).toEqual([
      'entry-changed 0 Read the parser',
      'entry-changed 1 Write the tests',
      'entry-changed 2 Ship',
    ])
  })

  test('another kind of plan', () => {
    const after = updatedPlan(before, { plan: main, content: { type: 'markdown', text: '# Main' } }, at(2))
    expect(changesOf(before, after)).toEqual(['replaced'])
  })
})

describe('the lines of a text', () => {
  test.each([
    ['', '', 0, 0],
    ['', '# a', 1, 0],
    ['# a', '# ab', 0, 0],
    ['# a\n', '# a\nb', 1, 0],
    ['# a\n', '# a\nb\nc\n', 2, 0],
    ['a\nb\nc', 'a\nc', 0, 1],
    ['a\nb\nc', 'a\nx\ny\nc', 2, 1],
    ['a\na\na', 'a\na', 0, 1],
  ])('%j → %j: +%i −%i', (...[before, after, added, removed]) => {
    expect(lineChanges(before, after)).toEqual({ added, removed })
  })

  test('added minus removed lines is the difference in length', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', ''))
      .map((lines) => lines.map((line) => `${line}\n`).join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { added, removed } = lineChanges(before, after)
        expect(added - removed).toBe(countLines(after) - countLines(before))
        expect(Math.min(added, removed)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
