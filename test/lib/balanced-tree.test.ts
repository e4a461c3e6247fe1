import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  nodeAt,
  nodesBack,
  nodesOf,
  treeDifference,
  withNode,
  withoutNode,
  type Tree,
} from '../../src/lib/balanced-tree.ts'

type Numbers = Tree<number, string>

function filled(keys: readonly number[]): Numbers {
  return keys.reduce<Numbers>((tree, key) => withNode(tree, key, `v${key}`), null)
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, key) => key)
}

/** How many nodes of a tree another one does not have: those that were made anew. */
function madeAnew(after: Numbers, before: Numbers): number {
  const known = new Set<unknown>()
  const remember = (tree: Numbers): void => {
    if (tree === null) return
    known.add(tree)
    remember(tree.left)
    remember(tree.right)
  }
  remember(before)
  const count = (tree: Numbers): number =>
    tree === null || known.has(tree) ? 0 : 1 + count(tree.left) + count(tree.right)
  return count(after)
}

function heightIsRight(tree: Numbers): boolean {
  if (tree === null) return true
  const left = tree.left?.height ?? 0
  const right = tree.right?.height ?? 0
  const isRight = tree.height === Math.max(left, right) + 1 && Math.abs(left - right) <= 1
  return isRight && heightIsRight(tree.left) && heightIsRight(tree.right)
}

test('it stays balanced and in order, whatever comes and goes', () => {
  const steps = fc.array(fc.record({ key: fc.nat(60), isGone: fc.boolean() }), {
    size: 'max',
    maxLength: 200,
  })
  fc.assert(
    fc.property(steps, (changes) => {
      let tree: Numbers = null
      const model = new Map<number, string>()
      for (const { key, isGone } of changes) {
        tree = isGone ? withoutNode(tree, key) : withNode(tree, key, `v${key}`)
        if (isGone) model.delete(key)
        else model.set(key, `v${key}`)
        expect(heightIsRight(tree)).toBe(true)
      }
      const keys = [...model.keys()].toSorted((one, other) => one - other)
      expect([...nodesOf(tree)].map(({ key }) => key)).toEqual(keys)
      expect([...nodesBack(tree)].map(({ key }) => key)).toEqual(keys.toReversed())
      for (const key of keys) expect(nodeAt(tree, key)?.value).toBe(`v${key}`)
    }),
  )
})

describe('a change costs the way to it, however many nodes there are', () => {
  const tree = filled(upTo(10_000))
  // 1.44 × log2(10,000), the most that a balanced tree is high.
  const highest = 20

  test.each([0, 4999, 9999])('another value at %i', (key) => {
    expect(madeAnew(withNode(tree, key, 'other'), tree)).toBeLessThanOrEqual(highest)
  })

  test('a new node, and one less', () => {
    expect(madeAnew(withNode(tree, 10_000, 'new'), tree)).toBeLessThanOrEqual(2 * highest)
    expect(madeAnew(withoutNode(tree, 5000), tree)).toBeLessThanOrEqual(2 * highest)
    expect(withoutNode(tree, 20_000)).toBe(tree)
  })

  test('and so does finding it again', () => {
    const after = withNode(withNode(tree, 7, 'other'), 10_000, 'new')
    const found: string[] = []
    treeDifference(after, tree, {
      onlyBefore: ({ key }) => found.push(`- ${key}`),
      onlyAfter: ({ key }) => found.push(`+ ${key}`),
      changed: ({ key }) => found.push(`~ ${key}`),
    })
    expect(found).toEqual(['~ 7', '+ 10000'])
  })
})
