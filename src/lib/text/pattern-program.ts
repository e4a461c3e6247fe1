import { parsePattern, type Assertion, type PatternNode } from './pattern-node.ts'

/** A regular expression as steps that can be followed all at a time. */
export type PatternStep =
  | Extract<PatternNode, { type: 'character' | 'assertion' }>
  /** Goes on at both; the next step where they are not set yet. */
  | { readonly type: 'fork'; first: number; second: number }
  | { readonly type: 'jump'; to: number }
  | { readonly type: 'match' }

export interface PatternProgram {
  readonly steps: readonly PatternStep[]
  /** Comparisons for each character, at the most. */
  readonly cost: number
}

/** Characters of an expression that are read, and steps that it may have. */
const sourceRead = 2000
const programKept = 2000

/** null for expressions that cannot be matched in one pass (references back, looking around), are too big, or none. */
export function patternProgram(source: string): PatternProgram | null {
  if (source.length > sourceRead) return null
  const node = parsePattern(source)
  if (node === null) return null
  const steps: PatternStep[] = []
  if (!compile(node, steps)) return null
  steps.push({ type: 'match' })
  const cost = steps.reduce((sum, step) => sum + (step.type === 'character' ? step.cost : 1), 0)
  return { steps, cost }
}

/** Appends the steps for a node; false when they become too many. */
function compile(node: PatternNode, steps: PatternStep[]): boolean {
  if (steps.length > programKept) return false
  switch (node.type) {
    case 'character':
    case 'assertion':
      steps.push(node)
      return true
    case 'sequence':
      return node.parts.every((part) => compile(part, steps))
    case 'alternatives':
      return compileAlternatives(node.parts, steps)
    case 'repeat':
      return compileRepeat(node, steps)
  }
}

function compileAlternatives(parts: readonly PatternNode[], steps: PatternStep[]): boolean {
  const jumps: Extract<PatternStep, { type: 'jump' }>[] = []
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1
    const fork = { type: 'fork' as const, first: steps.length + 1, second: 0 }
    if (!isLast) steps.push(fork)
    if (!compile(part, steps)) return false
    if (isLast) break
    const jump = { type: 'jump' as const, to: 0 }
    steps.push(jump)
    jumps.push(jump)
    fork.second = steps.length
  }
  for (const jump of jumps) jump.to = steps.length
  return true
}

function compileRepeat(node: Extract<PatternNode, { type: 'repeat' }>, steps: PatternStep[]): boolean {
  const { part, least, most } = node
  for (let time = 0; time < least; time++) {
    const length = steps.length
    if (!compile(part, steps)) return false
    // Nothing, however often, is nothing.
    if (steps.length === length) break
  }
  if (most === null) {
    const fork = { type: 'fork' as const, first: steps.length + 1, second: 0 }
    const start = steps.push(fork) - 1
    if (!compile(part, steps)) return false
    steps.push({ type: 'jump', to: start })
    fork.second = steps.length
    return true
  }
  const forks: Extract<PatternStep, { type: 'fork' }>[] = []
  for (let time = least; time < most; time++) {
    const fork = { type: 'fork' as const, first: steps.length + 1, second: 0 }
    steps.push(fork)
    forks.push(fork)
    if (!compile(part, steps)) return false
  }
  for (const fork of forks) fork.second = steps.length
  return true
}

/** Whether an assertion holds between two characters; '' stands for what is before and after a text. */
export function assertionHolds(assertion: Assertion, before: string, after: string): boolean {
  switch (assertion) {
    case 'start':
      return before === ''
    case 'end':
      return after === ''
    case 'word-boundary':
      return isWord(before) !== isWord(after)
    case 'no-word-boundary':
      return isWord(before) === isWord(after)
  }
}

function isWord(character: string): boolean {
  return /^\w$/.test(character)
}
