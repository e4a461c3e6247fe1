import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planData, rowsOf } from '../../../src/outputs/report/revision-data.ts'
import { newEntry } from '../../../src/plans/steps/tracked-entry.ts'
import type { ComparedContent } from '../../../src/plans/comparison/compare-revisions.ts'
import { noWork } from '../../../src/plans/steps/step-times.ts'

const steps = fc.array(
  fc.tuple(fc.nat(5), fc.constantFrom('pending', 'completed'), fc.constantFrom('a', 'b', 'c\n')),
)
const lines = fc.array(fc.constantFrom('', 'a', 'b', '# c'), { minLength: 1 })
const content = fc.oneof(
  steps.map((rows) => ({ type: 'steps' as const, rows })),
  lines.map((rows) => ({ type: 'text' as const, rows })),
  fc.constant(null),
)

function contentOf(
  of: { type: 'steps'; rows: [number, string, string][] } | { type: 'text'; rows: string[] },
): ComparedContent {
  if (of.type === 'text') return { type: 'text', text: of.rows.join('\n') }
  const entries = of.rows.map(([key, status, text]) =>
    newEntry({ content: text, status, priority: '' }, key, { atMs: 0, work: noWork, isFirst: true }),
  )
  return { type: 'steps', body: { entries } }
}

test('each revision is rebuilt from the differences', () => {
  fc.assert(
    fc.property(fc.array(content, { minLength: 1 }), (all) => {
      const data = planData(
        all.map((of, index) => ({
          number: index + 1,
          time: '',
          content: of === null ? null : contentOf(of),
        })),
        -1,
      )
      for (const [index, of] of all.entries())
        if (of !== null)
          expect(
            rowsOf(data, index).map((row) => data[of.type === 'steps' ? 'steps' : 'lines'][row]),
          ).toEqual(of.rows)
    }),
  )
})

test('a revision in which little changes takes little', () => {
  const rows = Array.from({ length: 1000 }, (_, index): [number, string, string] => [
    index,
    'pending',
    `Step ${index}`,
  ])
  const later = rows.with(400, [400, 'completed', 'Step 400'])
  const data = planData(
    [rows, later, later.slice(1)].map((of, index) => ({
      number: index + 1,
      time: '',
      content: contentOf({ type: 'steps', rows: of }),
    })),
    -1,
  )
  expect(data.revisions.slice(1).map(({ edits }) => edits)).toEqual([[[400, 1, 1000]], [[0, 1]]])
})
