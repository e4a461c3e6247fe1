import type { StepWords } from './step-words.ts'

/** The words of a step, prepared for comparing it with many others. */
export interface ComparedStep {
  readonly words: StepWords
  /** A number for each distinct stem. */
  readonly stems: readonly number[]
}

export interface StepComparer {
  readonly numbers: Map<string, number>
  /** How many steps of the list before have the stem with this number. */
  readonly steps: number[]
  /** How many steps of the list before were counted. */
  counted: number
  /** The last mark of the stem with this number. */
  readonly marked: number[]
  lastMark: number
  comparisons: number
  /** A comparison could end in another way if other stems were frequent. */
  isDoubtful: boolean
}

export function newComparer(): StepComparer {
  return {
    numbers: new Map(),
    steps: [],
    counted: 0,
    marked: [],
    lastMark: 0,
    comparisons: 0,
    isDoubtful: false,
  }
}

export function comparedStep(comparer: StepComparer, words: StepWords): ComparedStep {
  const { numbers, steps, marked } = comparer
  const mark = ++comparer.lastMark
  const stems: number[] = []
  for (const stem of words.stems) {
    let number = numbers.get(stem)
    if (number === undefined) {
      number = numbers.size
      numbers.set(stem, number)
      steps.push(0)
      marked.push(0)
    }
    if (marked[number] === mark) continue
    marked[number] = mark
    stems.push(number)
  }
  return { words, stems }
}

/** Counts a step of the list before, so that frequent stems are known. */
export function countStep(comparer: StepComparer, { stems }: ComparedStep): void {
  comparer.counted++
  for (const stem of stems) comparer.steps[stem] = (comparer.steps[stem] ?? 0) + 1
}

const frequentWeight = 0.25

/** A stem that a third of the steps have, as "parser" in a plan for the parser, tells little. */
function weightOf({ steps, counted }: StepComparer, stem: number): number {
  const count = steps[stem] ?? 0
  return count >= 3 && count * 3 > counted ? frequentWeight : 1
}

/** A part of a split step, or a step that became part of another one. */
const partLikeness = 0.8
const otherWorkPenalty = 0.3
const surelyOther = 0.25
/** More is not changed by frequent words. */
export const surelySame = 0.85

/**
 * How alike two steps are, from 0 to 1: the share of common stems (Dice's coefficient), less if they begin with verbs
 * for different work; or one is a part of the other.
 */
export function likeness(comparer: StepComparer, one: ComparedStep, other: ComparedStep): number {
  const { marked } = comparer
  comparer.comparisons++
  const mark = ++comparer.lastMark
  let all = 0
  for (const stem of one.stems) {
    marked[stem] = mark
    all += weightOf(comparer, stem)
  }
  let common = 0
  let shared = 0
  for (const stem of other.stems) {
    const weight = weightOf(comparer, stem)
    all += weight
    if (marked[stem] !== mark) continue
    common++
    shared += weight
  }
  const [verb, otherVerb] = [one.words.verb, other.words.verb]
  const areVerbs = verb !== undefined && otherVerb !== undefined
  const [first = 0] = one.stems
  const [otherFirst = 0] = other.stems
  if (areVerbs && verb === otherVerb && first !== otherFirst)
    shared += Math.min(weightOf(comparer, first), weightOf(comparer, otherFirst))
  if (shared < 1) return 0
  // Only then can one be a part of the other.
  const isInside = common === Math.min(one.stems.length, other.stems.length)
  if (isInside && (isPart(one.words, other.words) || isPart(other.words, one.words))) return partLikeness
  const share = (2 * shared) / all
  if (share > surelyOther && share < surelySame) comparer.isDoubtful = true
  return share - (areVerbs && verb !== otherVerb ? otherWorkPenalty : 0)
}

/** Whether the words of one stand in the other, side by side. One word is not enough to tell. */
function isPart(one: StepWords, other: StepWords): boolean {
  return (
    one.stems.length >= 2 &&
    one.stems.length < other.stems.length &&
    ` ${other.joined} `.includes(` ${one.joined} `)
  )
}

const enoughToTell = 20
const nearlyAll = 0.85
const textCompared = 400

/** Whether two longer texts differ in one place only, and little, as a step with a number that changes. Needs no words. */
export function isNearlySame(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length)
  const shortest = Math.min(one.length, other.length)
  if (longest < enoughToTell || shortest < longest * nearlyAll || longest > textCompared) return false
  const enough = longest * nearlyAll
  // Own loops: this runs for each update, and a call for each character would cost more than all the rest of it.
  let start = 0
  while (start < shortest && one.charCodeAt(start) === other.charCodeAt(start)) start++
  if (start >= enough) return true
  const most = shortest - start
  let end = 0
  while (end < most && one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end))
    end++
  return start + end >= enough
}
