import { describe, expect, test } from 'vitest'
import { comparedContent, compareRevisions } from '../../../src/plans/comparison/compare-revisions.ts'
import { hasChanges, type Comparison } from '../../../src/plans/comparison/comparison.ts'
import type { PlanContent } from '../../../src/protocol/plan-kinds/plan-kinds.ts'
import { planKindOf, type PlanBody } from '../../../src/plans/kinds/plan-kinds.ts'
import { noWork } from '../../../src/plans/steps/step-times.ts'
import { isWhole, told } from './told.ts'

/** A list's steps: "x" before a done one, "»" before one in progress. */
function steps(...some: readonly string[]): PlanContent {
  return {
    type: 'items',
    entries: some.map((text) => {
      const [, sign = '', content = ''] = /^([x»] )?(.*)$/s.exec(text) ?? []
      const status = sign === 'x ' ? 'completed' : sign === '» ' ? 'in_progress' : 'pending'
      return { content, status, priority: 'medium' }
    }),
  }
}

const text = (words: string): PlanContent => ({ type: 'markdown', text: words })

/** The revisions of a plan, one after each update. */
function revisions(...updates: readonly PlanContent[]): readonly PlanBody[] {
  let body: PlanBody | null = null
  return updates.map((content, atMs) => {
    const before: PlanBody | null = body
    body = planKindOf(content).updated(before?.type === content.type ? before : null, content, {
      atMs,
      work: noWork,
    })
    return body
  })
}

/** The first revision compared with the last one. */
function compared(...updates: readonly PlanContent[]): Comparison {
  const all = revisions(...updates)
  const [first, last] = [all[0], all.at(-1)]
  if (first === undefined || last === undefined) throw new Error('no revision')
  const [before, after] = [comparedContent(first, null), comparedContent(last, null)]
  if (before === null || after === null) throw new Error('no content')
  const comparison = compareRevisions(before, after)
  expect(isWhole(comparison)).toBe(true)
  return comparison
}

describe('two checklists', () => {
  test('added, reworded, moved and gone steps, and those that were done since', () => {
    const comparison = compared(
      steps('Read the parser', 'Add tests for quotes', 'Write docs', 'Ship it', 'Tell everyone'),
      steps('Read the parser', 'Add tests for nested quotes', 'Write docs', 'Ship it', 'Tell everyone'),
      steps(
        'x Read the parser',
        'Ship it',
        'Add tests for nested quotes',
        'Warn about the change',
        'Tell everyone',
      ),
    )
    expect(told(comparison)).toEqual([
      '= Read the parser: completed',
      '^ Ship it (3 → 1)',
      '~ Add tests for quotes → Add tests for nested quotes',
      '- Write docs',
      '+ Warn about the change',
      '  Tell everyone',
    ])
    expect(comparison.counts).toEqual({ added: 1, gone: 1, reworded: 1, moved: 1, progressed: 1 })
  })

  test('of which only the statuses differ have not changed', () => {
    expect(hasChanges(compared(steps('one', 'two'), steps('x one', '» two')))).toBe(false)
  })

  test('whose steps only got other numbers have not changed; a step that has moved too is told as moved', () => {
    expect(
      told(
        compared(
          steps('1. Read the parser', '2. Write docs', '3. Ship it'),
          steps('1. Ask', '2. Read the parser', '3. Write docs', '4. Ship it'),
        ),
      ),
    ).toEqual(['+ 1. Ask', '  2. Read the parser', '  3. Write docs', '  4. Ship it'])
    expect(
      told(
        compared(
          steps('Step 1: Read the parser', 'Step 2: Write docs', 'Step 3: Ship it'),
          steps('Step 1: Ship it', 'Step 2: Read the parser', 'Step 3: Write docs'),
        ),
      ),
    ).toEqual(['^ Step 1: Ship it (2 → 0)', '  Step 2: Read the parser', '  Step 3: Write docs'])
  })

  test('whose steps only got other numbers have the same words', () => {
    const words = (...contents: readonly string[]): readonly string[] =>
      revisions(steps(...contents)).map((body) => planKindOf(body).words?.(body) ?? '')
    expect(words('2. Read', '3) Write')).toEqual(words('1. Read', 'x 2. Write'))
    expect(words('1. Read', '2. Sing')).not.toEqual(words('1. Read', '2. Write'))
  })

  test('whose steps swap their texts: one has moved', () => {
    expect(
      told(compared(steps('Read it', 'Write it', 'Ship it'), steps('Write it', 'Read it', 'Ship it'))),
    ).toEqual(['^ Write it (1 → 0)', '  Read it', '  Ship it'])
  })

  test('of 1000 equal steps, one of them less', () => {
    const many = Array.from({ length: 1000 }, () => 'Run the tests')
    expect(compared(steps(...many), steps(...many.slice(1))).counts).toEqual({
      added: 0,
      gone: 1,
      reworded: 0,
      moved: 0,
      progressed: 0,
    })
  })

  test('a step that is reworded and moved is told once', () => {
    const { counts } = compared(
      steps('Read the parser', 'Write the tests', 'Ship it'),
      steps('Read the parser', 'Ship it', 'Write the tests'),
      steps('Read the parser', 'Ship it', 'Write the unit tests'),
    )
    expect(counts).toMatchObject({ added: 0, gone: 0 })
    expect(counts.reworded + counts.moved).toBeLessThanOrEqual(2)
  })

  test('10,000 steps of which the first has become the last', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `Step number ${at}`)
    expect(compared(steps(...many), steps(...many.slice(1), 'Step number 0')).counts).toMatchObject({
      added: 0,
      gone: 0,
      moved: 1,
    })
  })

  test('that was emptied', () => {
    expect(told(compared(steps('one', 'two'), steps()))).toEqual(['- one', '- two'])
  })
})

describe('a plan that changes its kind', () => {
  test('is compared as text while the kinds differ', () => {
    expect(
      told(
        compared(steps('x Read the parser', 'Ship it'), text('- [x] Read the parser\n- [ ] Ship it now\n')),
      ),
    ).toEqual(['  - [x] Read the parser', '~ - [ ] Ship it → - [ ] Ship it now'])
  })

  test('and returns to a checklist is compared by its steps, although their keys begin anew', () => {
    expect(
      told(
        compared(
          steps('Read the parser', 'Write the tests', 'Ship it'),
          text('# A text in between'),
          steps('Warn everyone', 'Read the parser', 'Write the tests'),
        ),
      ),
    ).toEqual(['+ Warn everyone', '  Read the parser', '  Write the tests', '- Ship it'])
  })

  test('a file has the text of its document, and nothing to compare before that is read', () => {
    const [file] = revisions({ type: 'file', uri: 'file:///plan.md' })
    if (file === undefined) throw new Error('no revision')
    expect(comparedContent(file, null)).toBeNull()
    expect(comparedContent(file, '# A plan')).toEqual({ type: 'text', text: '# A plan' })
  })

  test('of an unknown type: its JSON is compared', () => {
    const payload = (words: string): PlanContent => ({
      type: 'opaque',
      planType: 'x',
      payload: { words, more: 'the same as before' },
    })
    expect(
      compared(payload('the first words of it'), payload('the second words of it')).counts,
    ).toMatchObject({
      added: 0,
      gone: 0,
      reworded: 1,
    })
  })
})
