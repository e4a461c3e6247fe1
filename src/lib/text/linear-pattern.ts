import { patternProgram, type PatternStep } from './pattern-program.ts'
import { PatternWalk } from './pattern-walk.ts'

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
function hasMatch(steps: readonly PatternStep[], characters: readonly string[]): boolean {
  const walk = new PatternWalk(steps)
  let places: number[] = []
  for (let at = 0; at <= characters.length; at++) {
    walk.beginRound()
    const character = characters[at] ?? ''
    const between = { before: characters[at - 1] ?? '', after: character }
    const next: number[] = []
    // A match may begin anywhere.
    for (const start of [...places, 0]) {
      for (const place of walk.from(start, between)) {
        const step = steps[place]
        if (step?.type === 'match') return true
        if (character !== '' && step?.type === 'character' && step.has(character)) next.push(place + 1)
      }
    }
    places = next
  }
  return false
}
