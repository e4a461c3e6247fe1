import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchEntries } from '../../../src/plans/matching/match-entries.ts'
import type { PlanEntry } from '../../../src/protocol/plans/plan-content.ts'
import { at } from '../update-time.ts'

function entry(content: string, status = 'pending'): PlanEntry {
  return { content, status, priority: 'medium' }
}

function list(...contents: readonly string[]): readonly PlanEntry[] {
  return contents.map((content) => entry(content))
}

/** For each entry after, where it stood before (-1: it is new); and where the dropped ones stood. */
function matched(
  before: readonly PlanEntry[],
  after: readonly PlanEntry[],
): { from: number[]; dropped: number[] } {
  const first = matchEntries([], before, { firstKey: 0, ...at(0), isFirst: true })
  const second = matchEntries(first.entries, after, { firstKey: first.nextKey, ...at(1), isFirst: false })
  return {
    from: second.entries.map(({ key }) => (key < before.length ? key : -1)),
    dropped: second.dropped.map(({ index }) => index),
  }
}

const read = 'Read the parser and list its callers'
const split = 'Split the tokenizer out of parser.ts'
const tests = 'Add tests for nested quotes'
const readme = 'Update the README'

describe('which entries are the same step', () => {
  test.each<[string, readonly string[], readonly string[], number[], number[]]>([
    ['the same list', [read, split, tests], [read, split, tests], [0, 1, 2], []],
    ['one added at the end', [read, split], [read, split, tests], [0, 1, -1], []],
    ['one inserted at the front', [read, split], [tests, read, split], [-1, 0, 1], []],
    ['one inserted in the middle', [read, split], [read, tests, split], [0, -1, 1], []],
    ['one removed in the middle', [read, split, tests], [read, tests], [0, 2], [1]],
    ['one removed at the front', [read, split, tests], [split, tests], [1, 2], [0]],
    ['reversed', [read, split, tests], [tests, split, read], [2, 1, 0], []],
    ['moved to the front', [read, split, tests], [tests, read, split], [2, 0, 1], []],
    ['emptied', [read, split], [], [], [0, 1]],
    ['filled', [], [read], [-1], []],
    ['reworded', [read, split], ['Reading the parser and list its callers', split], [0, 1], []],
    ['reworded at the end', [read, split], [read, 'Splitting the tokenizer out of parser.ts'], [0, 1], []],
    [
      'all reworded',
      [read, split],
      ['Reading the parser, listing its callers', 'Splitting the tokenizer out of parser.ts'],
      [0, 1],
      [],
    ],
    [
      'reworded while one is removed before it',
      [readme, read, split],
      ['Reading the parser and list its callers', split],
      [1, 2],
      [0],
    ],
    [
      'reworded while one is inserted before it',
      [read, split],
      [readme, 'Reading the parser and list its callers', split],
      [-1, 0, 1],
      [],
    ],
    [
      'the most alike wins, not the first',
      ['Read the parser'],
      ['Read the lexer', 'Reading the parser'],
      [-1, 0],
      [],
    ],
    [
      'reworded and moved',
      [read, split, tests],
      [tests, 'Reading the parser and list its callers', split],
      [2, 0, 1],
      [],
    ],
    ['one word', ['Test', 'Deploy'], ['Testing', 'Deploying'], [0, 1], []],
    ['a doubled letter', ['Run it'], ['Running it'], [0], []],
    ['other work with one word in common', ['Write tests'], ['Write docs'], [-1], [0]],
    ['a wholly new list', [read, split], ['Buy milk', 'Feed the cat'], [-1, -1], [0, 1]],
    ['Japanese, which has no spaces', ['構文解析器を読む'], ['構文解析器を読んでいる'], [0], []],
    ['other Japanese work', ['構文解析器を読む'], ['試験を書き直すべきだ'], [-1], [0]],
    ['no words at all', ['…', '---'], ['!!!', '---'], [-1, 1], [0]],
    ['the same text three times', ['A', 'A', 'A'], ['A', 'A', 'A'], [0, 1, 2], []],
    ['duplicates with one inserted at the front', ['A', 'A', 'B'], ['N', 'A', 'A', 'B'], [-1, 0, 1, 2], []],
    ['duplicates with one removed', ['A', 'A', 'B'], ['A', 'B'], [0, 2], [1]],
    [
      'duplicates apart, others reworded',
      ['One x', 'A', 'Two x', 'A'],
      ['N', 'A', 'M', 'A'],
      [-1, 1, -1, 3],
      [0, 2],
    ],
    ['a name of Object', ['constructor', '__proto__'], ['__proto__', 'constructor'], [1, 0], []],
  ])('%s', (...[, before, after, from, dropped]) => {
    expect(matched(list(...before), list(...after))).toEqual({ from, dropped })
  })

  test.each([
    [
      'a counter in the text',
      'Run test 000123 of the parser suite',
      'Run test 000124 of the parser suite',
      1,
    ],
    ['the end of a long text', `${read}, then write`, `${read}, then wrote`, 1],
    ['a short text that differs in its one word', 'Write tests', 'Write docs', -1],
    ['another text of the same length', 'Read the parser first', 'Ship a release later', -1],
  ])('one step among others: %s', (_name, from, to, partner) => {
    expect(matched(list(split, from, readme), list(split, to, readme)).from).toEqual([0, partner, 2])
  })

  test('a change of status or priority keeps the identity', () => {
    const after = [{ ...entry(read, 'completed'), priority: 'high' }, entry(split, 'in_progress')]
    expect(matched(list(read, split), after)).toEqual({ from: [0, 1], dropped: [] })
  })
})

test('every entry has a unique key, and no entry is paired twice', () => {
  const contents = fc.array(
    fc.constantFrom('A', 'B', 'Read x', 'Reading x', 'Read the x', 'Read y', '読む', ''),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(contents, contents, (before, after) => {
      const { from, dropped } = matched(list(...before), list(...after))
      const kept = from.filter((index) => index >= 0)
      expect(new Set(kept).size).toBe(kept.length)
      expect([...kept, ...dropped].toSorted((one, other) => one - other)).toEqual(
        before.map((_, index) => index),
      )
      expect(from).toHaveLength(after.length)
    }),
    { numRuns: 250 },
  )
})

test('unchanged texts in any order are never new entries', () => {
  const distinct = fc.uniqueArray(fc.string({ maxLength: 6 }), { minLength: 1, maxLength: 12 })
  const shuffled = distinct.chain((before) =>
    fc.tuple(fc.constant(before), fc.shuffledSubarray(before, { minLength: before.length })),
  )
  fc.assert(
    fc.property(shuffled, ([before, after]) => {
      const { from, dropped } = matched(list(...before), list(...after))
      expect({ texts: from.map((index) => before[index]), dropped }).toEqual({ texts: after, dropped: [] })
    }),
  )
})

test('entries in their place are matched like those that moved', () => {
  const statuses = fc.constantFrom('pending', 'in_progress', 'completed')
  const steps = fc.uniqueArray(fc.stringMatching(/^[a-z]{3} [a-z]{20,40}$/), { minLength: 1, maxLength: 8 })
  const updates = steps.chain((before) =>
    fc.record({
      before: fc.constant(before),
      statuses: fc.array(statuses, { minLength: before.length, maxLength: before.length }),
      reworded: fc.uniqueArray(fc.nat(before.length - 1), { maxLength: 4 }),
    }),
  )
  fc.assert(
    fc.property(updates, (update) => {
      const before = list(...update.before)
      const after = update.before.map((content, index) =>
        entry(update.reworded.includes(index) ? `${content}s` : content, update.statuses[index]),
      )
      const inPlace = matched(before, after)
      // One more at the end, and nothing stands where it stood from there.
      const searched = matched(
        [...before, entry('the last')],
        [...after, entry('the last'), entry('one more')],
      )
      expect({ ...searched, from: searched.from.slice(0, before.length) }).toEqual(inPlace)
    }),
  )
})

// Not timed: what is quadratic in these does not end within the limit of a test.
test.each<[string, (index: number) => string, number]>([
  ['the same', (index) => `Step ${index} of many`, 0],
  ['all reworded', (index) => `Stepping ${index} of many`, 0],
  ['wholly new', (index) => `Something else ${index * 31}`, 30_000],
  ['reversed', (index) => `Step ${29_999 - index} of many`, 0],
  ['moved by one', (index) => `Step ${(index + 1) % 30_000} of many`, 0],
])('30,000 entries, %s', (_, content, dropped) => {
  const before = Array.from({ length: 30_000 }, (_entry, index) => entry(`Step ${index} of many`))
  const after = Array.from({ length: 30_000 }, (_entry, index) => entry(content(index)))
  expect(matched(before, after).dropped).toHaveLength(dropped)
})

test('30,000 entries, every other one reworded, and 30,000 equal ones', () => {
  const before = Array.from({ length: 30_000 }, (_, index) => entry(`Step ${index} of many`))
  const after = before.map((one, index) => (index % 2 === 0 ? one : entry(`Stepping ${index} of many`)))
  expect(matched(before, after).dropped).toEqual([])
  const equal = Array.from({ length: 30_000 }, () => entry('Again'))
  expect(matched(equal, [entry('First'), ...equal]).from.slice(0, 3)).toEqual([-1, 0, 1])
})
