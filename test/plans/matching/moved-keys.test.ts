import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movedKeys } from '../../../src/plans/matching/moved-keys.ts'

const keyed = (keys: readonly number[]): readonly { readonly key: number }[] => keys.map((key) => ({ key }))

/** The moved keys, sorted. */
function moved(before: readonly number[], after: readonly number[]): readonly number[] {
  return [...movedKeys(keyed(before), keyed(after))].toSorted((one, other) => one - other)
}

test.each<[string, readonly number[], readonly number[], readonly number[]]>([
  ['nothing, if both are the same', [1, 2, 3], [1, 2, 3], []],
  ['nothing, if steps are added', [1, 2], [7, 1, 8, 2, 9], []],
  ['nothing, if steps are removed', [1, 2, 3, 4], [2, 4], []],
  ['nothing, if all steps are others', [1, 2], [3, 4], []],
  ['nothing in an emptied list', [1, 2], [], []],
  ['the step that is now the first', [1, 2, 3, 4], [4, 1, 2, 3], [4]],
  ['the step that is now the last', [1, 2, 3, 4], [2, 3, 4, 1], [1]],
  ['the two that changed places', [1, 2, 3, 4, 5], [5, 2, 3, 4, 1], [1, 5]],
  ['a step past new ones', [1, 2, 3], [9, 3, 8, 1, 2], [3]],
])('%s', (_name, before, after, expected) => {
  expect(moved(before, after)).toEqual(expected)
})

const shuffled = fc
  .uniqueArray(fc.nat(20), { maxLength: 8 })
  .chain((keys) => fc.tuple(fc.constant(keys), fc.shuffledSubarray([...keys, 50, 51])))

/** The largest number of keys that stay in order, by trying all choices. */
function mostFixed(places: readonly number[]): number {
  let most = 0
  for (let chosen = 0; chosen < 2 ** places.length; chosen++) {
    const fixed = places.filter((_, index) => (chosen & (1 << index)) !== 0)
    if (fixed.every((place, index) => index === 0 || (fixed[index - 1] ?? 0) < place))
      most = Math.max(most, fixed.length)
  }
  return most
}

test('the others stay in order, and no smaller set does', () => {
  fc.assert(
    fc.property(shuffled, ([before, after]) => {
      const found = new Set(moved(before, after))
      const places = after.filter((key) => before.includes(key)).map((key) => before.indexOf(key))
      const fixed = places.filter((place) => !found.has(before[place] ?? -1))
      expect(fixed).toEqual(fixed.toSorted((one, other) => one - other))
      expect(found.size).toBe(places.length - mostFixed(places))
    }),
  )
})

// Not timed: what is quadratic in these does not end within the limit of a test.
test('200,000 keys, reversed', () => {
  const keys = Array.from({ length: 200_000 }, (_, index) => index)
  expect(movedKeys(keyed(keys), keyed(keys.toReversed())).size).toBe(199_999)
})
