import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pairEntries } from '../../../src/plans/matching/pair-entries.ts'
import type { PlanEntry } from '../../../src/protocol/plans/plan-content.ts'
import { anyCharacter } from '../../support/any-character.ts'

function entry(content: string, status = 'pending', id?: string): PlanEntry {
  const fields = { content, status, priority: '' }
  return id === undefined ? fields : { ...fields, id }
}

const texts = fc.oneof(
  fc.constantFrom(
    'A',
    'Read x',
    'Reading x',
    '1. Read x',
    '2. Read x',
    '[done] Read x',
    '',
    '…',
    '読む',
    '読んでいる',
  ),
  fc.string({ maxLength: 8 }),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
  fc
    .array(fc.constantFrom('read', 'the', 'parser', 'and', 'lexer', 'tests', 'write', '(done)', '3.'), {
      maxLength: 6,
    })
    .map((words) => words.join(' ')),
)
const entries = fc.array(
  fc
    .tuple(
      texts,
      fc.constantFrom('pending', 'in_progress', 'completed', 'cancelled', '_odd'),
      fc.option(fc.constantFrom('1', '2', '3', 'a', '__proto__'), { nil: undefined }),
    )
    .map(([content, status, id]) => entry(content, status, id)),
  { maxLength: 14 },
)

test('each entry has one partner at most, and the result depends on the lists only', () => {
  fc.assert(
    fc.property(entries, entries, (before, after) => {
      const { partners } = pairEntries(before, after)
      const found = [...partners].filter((partner) => partner !== -1)
      expect(partners).toHaveLength(after.length)
      expect(new Set(found).size).toBe(found.length)
      expect(found.every((partner) => partner >= 0 && partner < before.length)).toBe(true)
      const again = pairEntries(structuredClone(before), structuredClone(after))
      expect(again.partners).toEqual(partners)
    }),
    { numRuns: 250 },
  )
})

test('in an equal list each entry is the same', () => {
  fc.assert(
    fc.property(entries, (list) => {
      expect([...pairEntries(list, structuredClone(list)).partners]).toEqual([...list.keys()])
    }),
    { numRuns: 250 },
  )
})

test('entries with ids of their own are found by these, whatever their texts', () => {
  const lists = fc
    .uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { minLength: 1, maxLength: 10 })
    .chain((ids) =>
      fc.tuple(
        fc.constant(ids),
        fc.shuffledSubarray(ids, { minLength: ids.length }),
        fc.array(texts, { minLength: 2 * ids.length, maxLength: 2 * ids.length }),
      ),
    )
  fc.assert(
    fc.property(lists, ([before, after, words]) => {
      const { partners } = pairEntries(
        before.map((id, index) => entry(words[index] ?? '', 'pending', id)),
        after.map((id, index) => entry(words[before.length + index] ?? '', 'pending', id)),
      )
      expect([...partners].map((partner) => before[partner])).toEqual(after)
    }),
  )
})

/** Comparisons for each entry of the list after. */
const mostComparisons = 100
const common = 'Move the callers of the old parser to the new tokenizer and test them all again'.split(' ')
const alike = (index: number): string => common.with(index % 16, `word${index}`).join(' ')
const long = (index: number): string => `${'a long text '.repeat(200)}${index}${' and its end'.repeat(200)}`

// Not timed: what is quadratic in these compares more, or does not end within the limit of a test.
describe.each<[string, (index: number) => PlanEntry, (index: number) => PlanEntry]>([
  ['wholly different', (index) => entry(`Step ${index} here`), (index) => entry(`Other${index} work`)],
  ['reworded', (index) => entry(`Step ${index} here`), (index) => entry(`Step ${index} there, with tests`)],
  ['equal', () => entry('Again'), () => entry('Again', 'completed')],
  ['equal but for one', () => entry('Again'), (index) => entry(index === 0 ? 'First' : 'Again', 'completed')],
  [
    'equal, with statuses in turn',
    (index) => entry('Again', index % 2 === 0 ? 'pending' : 'completed'),
    (index) => entry('Again', index % 3 === 0 ? 'pending' : 'completed'),
  ],
  ['two texts in turn', (index) => entry(`T${index % 2}`), (index) => entry(`T${index % 3}`, 'completed')],
  ['shuffled', (index) => entry(`Step ${index}`), (index) => entry(`Step ${(index * 7919) % 2000}`)],
  [
    'shuffled and reworded',
    (index) => entry(`Read part ${index} of it`),
    (index) => entry(`Reading part ${(index * 7919) % 2000} of it all`),
  ],
  ['alike', (index) => entry(alike(index)), (index) => entry(alike(index + 3))],
  ['the same words', () => entry('read it'), (index) => entry(`Read ${'it '.repeat(index % 5)}!`)],
  ['long', (index) => entry(long(index)), (index) => entry(long(index + 1))],
  ['spaces', (index) => entry(' '.repeat(400 + index)), (index) => entry(' '.repeat(401 + index))],
  [
    'brackets',
    (index) => entry('(['.repeat(200) + index),
    (index) => entry(`${'1. '.repeat(130)}[done ${index}`),
  ],
  [
    'one character each',
    (index) => entry(String.fromCharCode(0x4e00 + index)),
    (index) => entry(String.fromCharCode(0x4e01 + index)),
  ],
  [
    'other ids',
    (index) => entry('Again', 'pending', `a${index}`),
    (index) => entry('Again', 'pending', `b${index}`),
  ],
  ['one id', (index) => entry(`A ${index}`, 'pending', 'x'), (index) => entry(`B ${index}`, 'pending', 'x')],
])('2,000 entries, %s', (_name, before, after) => {
  test.each([2000, 1999, 1000])('to %i', (count) => {
    const first = Array.from({ length: 2000 }, (_, index) => before(index))
    const second = Array.from({ length: count }, (_, index) => after(index))
    const { partners, comparisons } = pairEntries(first, second)
    const found = [...partners].filter((partner) => partner !== -1)
    expect(new Set(found).size).toBe(found.length)
    expect(comparisons).toBeLessThanOrEqual(mostComparisons * count)
  })
})

test('1,000 equal steps: the one that is gone is told by its status', () => {
  const list = Array.from({ length: 1000 }, (_, index) => {
    return entry('Again', index < 400 ? 'completed' : index === 400 ? 'in_progress' : 'pending')
  })
  const { partners } = pairEntries(list, list.toSpliced(400, 1))
  expect([...partners]).toEqual([...list.keys()].toSpliced(400, 1))
})
