/**
 * A persistent search tree (AVL): a change copies the nodes on the path to it, `log n` of them, and shares all others.
 * null is the empty tree.
 */
export type Tree<K extends string | number, V> = TreeNode<K, V> | null

export interface TreeNode<K extends string | number, V> {
  readonly key: K
  readonly value: V
  readonly left: Tree<K, V>
  readonly right: Tree<K, V>
  readonly height: number
}

/** The node with a key; null where there is none. */
export function nodeAt<K extends string | number, V>(tree: Tree<K, V>, key: K): TreeNode<K, V> | null {
  let at = tree
  while (at !== null && at.key !== key) at = key < at.key ? at.left : at.right
  return at
}

/** The tree with a value set at a key. */
export function withNode<K extends string | number, V>(tree: Tree<K, V>, key: K, value: V): TreeNode<K, V> {
  if (tree === null) return { key, value, left: null, right: null, height: 1 }
  const { left, right, height } = tree
  if (key === tree.key) return { key, value, left, right, height }
  return key < tree.key
    ? balanced(tree, withNode(left, key, value), right)
    : balanced(tree, left, withNode(right, key, value))
}

/** The tree without a key; the same tree where it does not have it. */
export function withoutNode<K extends string | number, V>(tree: Tree<K, V>, key: K): Tree<K, V> {
  if (tree === null) return null
  const { left, right } = tree
  if (key === tree.key) {
    if (left === null || right === null) return left ?? right
    const next = firstNode(right)
    return balanced(next, left, withoutNode(right, next.key))
  }
  const isLeft = key < tree.key
  const before = isLeft ? left : right
  const after = withoutNode(before, key)
  if (after === before) return tree
  return isLeft ? balanced(tree, after, right) : balanced(tree, left, after)
}

/** All nodes, by ascending keys. */
export function nodesOf<K extends string | number, V>(tree: Tree<K, V>): Generator<TreeNode<K, V>> {
  return nodesFrom(tree, 'left', 'right')
}

/** Calls `visit` for all nodes, by ascending keys. Several times as fast as `nodesOf`. */
export function eachNode<K extends string | number, V>(
  tree: Tree<K, V>,
  visit: (node: TreeNode<K, V>) => void,
): void {
  for (let at = tree; at !== null; at = at.right) {
    eachNode(at.left, visit)
    visit(at)
  }
}

/** All nodes, by descending keys. */
export function nodesBack<K extends string | number, V>(tree: Tree<K, V>): Generator<TreeNode<K, V>> {
  return nodesFrom(tree, 'right', 'left')
}

function* nodesFrom<K extends string | number, V>(
  tree: Tree<K, V>,
  first: 'left' | 'right',
  then: 'left' | 'right',
): Generator<TreeNode<K, V>> {
  const above: TreeNode<K, V>[] = []
  let at = tree
  while (at !== null || above.length > 0) {
    for (; at !== null; at = at[first]) above.push(at)
    const node = above.pop()
    if (node === undefined) return
    yield node
    at = node[then]
  }
}

/** Callbacks for the differences of two trees: nodes that only one of them has, and nodes of the same key with different values. */
export interface TreeDifference<K extends string | number, V> {
  readonly onlyBefore: (node: TreeNode<K, V>) => void
  readonly onlyAfter: (node: TreeNode<K, V>) => void
  readonly changed: (after: TreeNode<K, V>, before: TreeNode<K, V>) => void
}

/**
 * Reports the differences of two trees, each kind by ascending keys. Subtrees that both share are skipped, so the cost depends on
 * the number of changes between them.
 */
export function treeDifference<K extends string | number, V>(
  after: Tree<K, V>,
  before: Tree<K, V>,
  found: TreeDifference<K, V>,
): void {
  if (after === before) return
  if (after === null) {
    for (const node of nodesOf(before)) found.onlyBefore(node)
    return
  }
  if (before === null) {
    for (const node of nodesOf(after)) found.onlyAfter(node)
    return
  }
  const { left, node, right } = cutAt(before, after.key)
  treeDifference(after.left, left, found)
  if (node === null) found.onlyAfter(after)
  else if (node.value !== after.value) found.changed(after, node)
  treeDifference(after.right, right, found)
}

interface Cut<K extends string | number, V> {
  readonly left: Tree<K, V>
  readonly node: TreeNode<K, V> | null
  readonly right: Tree<K, V>
}

/** Splits a tree at a key. The parts are not balanced, since they are only traversed. */
function cutAt<K extends string | number, V>(tree: Tree<K, V>, key: K): Cut<K, V> {
  if (tree === null) return { left: null, node: null, right: null }
  if (key === tree.key) return { left: tree.left, node: tree, right: tree.right }
  if (key < tree.key) {
    const { left, node, right } = cutAt(tree.left, key)
    return { left, node, right: right === tree.left ? tree : { ...tree, left: right } }
  }
  const { left, node, right } = cutAt(tree.right, key)
  return { left: left === tree.right ? tree : { ...tree, right: left }, node, right }
}

function firstNode<K extends string | number, V>(tree: TreeNode<K, V>): TreeNode<K, V> {
  let at = tree
  while (at.left !== null) at = at.left
  return at
}

function heightOf(tree: { readonly height: number } | null): number {
  return tree === null ? 0 : tree.height
}

type Pair<K extends string | number, V> = Pick<TreeNode<K, V>, 'key' | 'value'>

function joined<K extends string | number, V>(
  { key, value }: Pair<K, V>,
  left: Tree<K, V>,
  right: Tree<K, V>,
): TreeNode<K, V> {
  return { key, value, left, right, height: Math.max(heightOf(left), heightOf(right)) + 1 }
}

/** A node with its subtrees, rotated so that their heights differ by one at most. They may differ by two, as after one change. */
function balanced<K extends string | number, V>(
  at: Pair<K, V>,
  left: Tree<K, V>,
  right: Tree<K, V>,
): TreeNode<K, V> {
  const tilt = heightOf(left) - heightOf(right)
  if (tilt > 1 && left !== null) {
    const inner = left.right
    if (inner === null || heightOf(left.left) >= inner.height)
      return joined(left, left.left, joined(at, inner, right))
    return joined(inner, joined(left, left.left, inner.left), joined(at, inner.right, right))
  }
  if (tilt < -1 && right !== null) {
    const inner = right.left
    if (inner === null || heightOf(right.right) >= inner.height)
      return joined(right, joined(at, left, inner), right.right)
    return joined(inner, joined(at, left, inner.left), joined(right, inner.right, right.right))
  }
  return joined(at, left, right)
}
