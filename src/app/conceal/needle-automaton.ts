import { isUnseen, opensEscape } from './escape-characters.ts'

/** What is looked for of a longer needle. */
export const anchorLength = 32

/** The classes of characters that open escapes, and of those that are not seen. All others are below. */
export const opener = 0xfffe
export const unseen = 0xffff

const blank = 0x20
const plus = 0x2b

/**
 * An automaton after Aho and Corasick that looks for the beginnings of all needles at once. States are numbers, by their
 * depth; 0 is the one in which nothing was found yet.
 */
export interface NeedleAutomaton {
  /** Of each UTF-16 code: its class, `opener` or `unseen`. */
  readonly classes: Uint16Array
  /** How many classes there are: the state after `state` and `class` stands in `table` at `state * width + class`. */
  readonly width: number
  readonly table: Int32Array
  /** Of each state: the index of the longest needle that ends there, and 1; 0: none does. */
  readonly ends: Int32Array
  readonly depths: Int32Array
  /** The state after one more character. One that is not seen changes nothing. */
  after(state: number, code: number): number
}

export function needleAutomaton(needles: readonly string[]): NeedleAutomaton {
  const alphabet = alphabetOf(needles)
  const { classes, width, classOf } = alphabet
  const nodes = trieOf(needles, classOf)
  const table = new Int32Array(nodes.length * width)
  const ends = new Int32Array(nodes.length)
  for (const node of nodes) {
    const row = node.id * width
    const fail = (node.fail?.id ?? 0) * width
    if (node.id !== 0) table.copyWithin(row, fail, fail + width)
    ends[node.id] = node.end === 0 ? (ends[node.fail?.id ?? 0] ?? 0) : node.end
    for (const [number, child] of node.children) {
      child.fail = nodes[node.id === 0 ? 0 : (table[row + number] ?? 0)] ?? null
      table[row + number] = child.id
    }
  }
  return {
    classes,
    width,
    table,
    ends,
    depths: Int32Array.from(nodes, ({ depth }) => depth),
    after: (state, code) => (isUnseen(code) ? state : (table[state * width + classOf(code)] ?? 0)),
  }
}

interface Alphabet {
  readonly classes: Uint16Array
  readonly width: number
  /** Also of characters that open escapes. 0: in no needle. */
  readonly classOf: (code: number) => number
}

/** A plus is a blank in some URLs, so they are the same. */
function alphabetOf(needles: readonly string[]): Alphabet {
  const classes = new Uint16Array(0x10000)
  for (let code = 0; code <= 0xffff; code++)
    if (opensEscape(code)) classes[code] = opener
    else if (isUnseen(code)) classes[code] = unseen
  const openers = new Map<number, number>()
  const classOf = (code: number): number => {
    const known = classes[code] ?? 0
    return known === opener ? (openers.get(code) ?? 0) : known
  }
  let width = 1
  for (const needle of needles)
    for (let at = 0; at < Math.min(needle.length, anchorLength); at++) {
      const code = needle.charCodeAt(at)
      if (classOf(code) !== 0) continue
      for (const each of code === blank || code === plus ? [blank, plus] : [code])
        if (opensEscape(each)) openers.set(each, width)
        else classes[each] = width
      width++
    }
  return { classes, width, classOf }
}

interface TrieNode {
  readonly children: Map<number, TrieNode>
  readonly depth: number
  /** The index of the needle that ends here, and 1; 0: none does. */
  end: number
  id: number
  fail: TrieNode | null
}

/** From the root on, by their depth. */
function trieOf(needles: readonly string[], classOf: (code: number) => number): readonly TrieNode[] {
  const root: TrieNode = { children: new Map(), depth: 0, end: 0, id: 0, fail: null }
  for (const [index, needle] of needles.entries()) {
    let node = root
    for (let at = 0; at < Math.min(needle.length, anchorLength); at++) {
      const number = classOf(needle.charCodeAt(at))
      const known = node.children.get(number)
      const child = known ?? { children: new Map(), depth: at + 1, end: 0, id: 0, fail: root }
      if (known === undefined) node.children.set(number, child)
      node = child
    }
    if (node.end === 0) node.end = index + 1
  }
  const nodes = [root]
  for (const node of nodes) {
    for (const child of node.children.values()) {
      child.id = nodes.length
      nodes.push(child)
    }
  }
  return nodes
}
