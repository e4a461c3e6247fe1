import { assertionHolds, patternProgram, type PatternStep } from './pattern-program.ts'

/** Whether a text has a match; null: not found out, because that would have taken too long. */
export type LinearPattern = (text: string) => boolean | null

/** Comparisons made for one text. */
const workDone = 1_000_000

/**
 * A regular expression of somebody else's, as a matcher whose time grows with the text and never explodes: it goes through
 * the text once and follows all ways at a time, where JavaScript's own tries one after the other, and `(a+)+$` would block
 * the keys for hours. A worker with a time limit could be ended, but a key would have to wait for it.
 *
 * null for expressions that cannot be matched so (references back, looking around), that are too big, or none.
 */
export function linearPattern(source: string): LinearPattern | null {
  const program = patternProgram(source)
  if (program === null) return null
  const { steps, cost } = program
  return (text) => {
    const characters = Array.from(text)
    return (characters.length + 1) * cost > workDone ? null : hasMatch(steps, characters)
  }
}

/** All the places that a program can be at, one character after the other. */
function hasMatch(program: readonly PatternStep[], characters: readonly string[]): boolean {
  const seenAt = new Int32Array(program.length).fill(-1)
  let places: number[] = []
  for (let at = 0; at <= characters.length; at++) {
    // A match may begin anywhere.
    const reached = reach([...places, 0], program, { characters, at, seenAt })
    if (reached === null) return true
    const character = characters[at]
    if (character === undefined) return false
    places = []
    for (const place of reached) {
      const step = program[place]
      if (step?.type === 'character' && step.has(character)) places.push(place + 1)
    }
  }
  return false
}

interface Position {
  readonly characters: readonly string[]
  readonly at: number
  /** For each step the last position at which it was come to: each is gone to once. */
  readonly seenAt: Int32Array
}

/** The steps that wait for a character, from these places on; null when the whole has matched. */
function reach(
  from: readonly number[],
  program: readonly PatternStep[],
  position: Position,
): readonly number[] | null {
  const { characters, at, seenAt } = position
  const open = [...from]
  const waiting: number[] = []
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const step = program[place]
    if (step === undefined || seenAt[place] === at) continue
    seenAt[place] = at
    switch (step.type) {
      case 'character':
        waiting.push(place)
        break
      case 'assertion':
        if (assertionHolds(step.holds, characters[at - 1] ?? '', characters[at] ?? '')) open.push(place + 1)
        break
      case 'fork':
        open.push(step.second, step.first)
        break
      case 'jump':
        open.push(step.to)
        break
      case 'match':
        return null
    }
  }
  return waiting
}
