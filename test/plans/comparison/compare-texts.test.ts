import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareTexts } from '../../../src/plans/comparison/compare-texts.ts'
import { hasChanges } from '../../../src/plans/comparison/comparison.ts'
import { isWhole, told } from './told.ts'

function lines(...some: readonly string[]): string {
  return `${some.join('\n')}\n`
}

const plan = lines(
  '# Split the tokenizer',
  '',
  '1. Move tokenize() to src/tokenizer.ts',
  '2. Delete the old lexer in the next release',
  '3. Add tests for nested quotes',
  '4. Update the README',
)

describe('two texts', () => {
  test('added, reworded and gone lines; a new number is no change', () => {
    const after = lines(
      '# Split the tokenizer',
      '',
      '1. Move tokenize() to src/tokenizer.ts',
      '2. Write a rollback test',
      '3. Delete the old lexer now, not in the next release',
      '4. Update the README',
    )
    const comparison = compareTexts(plan, after)
    expect(told(comparison)).toEqual([
      '  # Split the tokenizer',
      '  ',
      '  1. Move tokenize() to src/tokenizer.ts',
      '+ 2. Write a rollback test',
      '~ 2. Delete the old lexer in the next release → 3. Delete the old lexer now, not in the next release',
      '- 3. Add tests for nested quotes',
      '  4. Update the README',
    ])
    expect(comparison.counts).toEqual({ added: 1, gone: 1, reworded: 1, moved: 0, progressed: 0 })
  })

  test('a step that was taken elsewhere has moved, and not those that it passed', () => {
    const after = lines(
      '# Split the tokenizer',
      '',
      '1. Update the README',
      '2. Move tokenize() to src/tokenizer.ts',
      '3. Delete the old lexer in the next release',
      '4. Add tests for nested quotes',
    )
    expect(told(compareTexts(plan, after)).filter((line) => !line.startsWith('  '))).toEqual([
      '^ 1. Update the README (5 → 2)',
    ])
  })

  test('two steps that swap their texts: one has moved', () => {
    const after = lines(
      '# Split the tokenizer',
      '',
      '1. Move tokenize() to src/tokenizer.ts',
      '2. Add tests for nested quotes',
      '3. Delete the old lexer in the next release',
      '4. Update the README',
    )
    expect(compareTexts(plan, after).counts).toEqual({
      added: 0,
      gone: 0,
      reworded: 0,
      moved: 1,
      progressed: 0,
    })
  })

  test('a ticked box is progress, and not a change of the plan', () => {
    const before = lines('- [ ] one', '- [x] two', '- [ ] three')
    const after = lines('- [x] one', '- [ ] two', '- [ ] three')
    const comparison = compareTexts(before, after)
    expect(told(comparison)).toEqual(['= - [x] one: completed', '= - [ ] two: pending', '  - [ ] three'])
    expect(hasChanges(comparison)).toBe(false)
  })

  test('brackets, rules and blank lines do not move, and blank lines are not counted', () => {
    const before = lines('---', 'a line of words', '}', '', 'the end of it')
    const after = lines('a line of words', '', '---', 'the end of it', '}')
    const { counts, pieces } = compareTexts(before, after)
    expect(pieces.some(({ type }) => type === 'moved')).toBe(false)
    expect(counts).toEqual({ added: 2, gone: 2, reworded: 0, moved: 0, progressed: 0 })
  })

  test('a text that is emptied is gone, line by line', () => {
    expect(told(compareTexts('one line\nanother\n', ''))).toEqual(['- one line', '- another'])
    expect(told(compareTexts('', 'one line\n'))).toEqual(['+ one line'])
    expect(hasChanges(compareTexts('', ''))).toBe(false)
  })

  test('1000 equal steps, of which one is dropped and one added at the end', () => {
    const many = Array.from({ length: 1000 }, (_, at) => `${at + 1}. Run the tests`)
    const { counts } = compareTexts(lines(...many), lines(...many.slice(1), '1000. Ship it to everyone'))
    expect(counts).toEqual({ added: 1, gone: 1, reworded: 0, moved: 0, progressed: 0 })
  })

  test('a line of a megabyte that was changed in one word is one reworded line', () => {
    const words = Array.from({ length: 150_000 }, (_, at) => `word${at}`)
    const before = words.join(' ')
    const after = [...words.slice(0, 70_000), 'another', ...words.slice(70_001)].join(' ')
    expect(compareTexts(before, after).counts).toMatchObject({ added: 0, gone: 0, reworded: 1 })
  })

  test('30,000 lines of which each has changed are compared with those at the same place', () => {
    const before = Array.from({ length: 30_000 }, (_, at) => `the line number ${at} of the plan`)
    const comparison = compareTexts(lines(...before), lines(...before.map((line) => `${line}!`)))
    expect(comparison.counts).toMatchObject({ added: 0, gone: 0, reworded: 30_000 })
    expect(isWhole(comparison)).toBe(true)
  })

  test('30,000 lines in the opposite order: one has stayed, the others have moved', () => {
    const before = Array.from({ length: 30_000 }, (_, at) => `the line number ${at} of the plan`)
    expect(compareTexts(lines(...before), lines(...before.toReversed())).counts).toMatchObject({
      moved: 29_999,
      reworded: 0,
    })
  })

  test('where too much has changed for a minimal comparison, equal lines in their order have stayed', () => {
    const some = (name: string): readonly string[] =>
      Array.from({ length: 15_000 }, (_, at) => `${name} says ${at}`)
    const kept = ['', 'a sentence that stays', '}', 'another one that stays', '']
    const { counts, pieces } = compareTexts(
      lines(...some('Alice'), ...kept, ...some('Bob')),
      lines(...some('Carol'), ...kept, ...some('Dora')),
    )
    expect(pieces.filter(({ type }) => type === 'same')).toEqual([
      { type: 'same', before: 15_000, after: 15_000, count: 5 },
    ])
    expect(counts.moved).toBe(0)
  })

  test('any two texts: each of their lines is told once, and equal texts have not changed', () => {
    const anyLine = fc.constantFrom(
      'one two three',
      'one two four',
      'five six seven',
      '1. eight',
      '2. eight',
      '- [ ] nine ten',
      '- [x] nine ten',
      '',
      '}',
    )
    const anyText = fc.array(anyLine, { maxLength: 30, size: 'max' }).map((some) => some.join('\n'))
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        expect(isWhole(compareTexts(before, after))).toBe(true)
        expect(compareTexts(before, before).counts).toEqual({
          added: 0,
          gone: 0,
          reworded: 0,
          moved: 0,
          progressed: 0,
        })
      }),
    )
  })
})
