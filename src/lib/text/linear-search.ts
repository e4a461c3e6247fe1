import { patternProgram, type PatternStep } from './pattern-program.ts'
import { PatternWalk, type Between } from './pattern-walk.ts'

/** A stretch of a text: UTF-16 units, the end is not in it. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The places where a text matches, from left to right: each begins as early and is as long as can be; none is empty. */
export type LinearSearch = (text: string) => readonly Span[]

/** Steps that an expression may have: a text of 1 MB takes seconds with more. */
const stepsKept = 400
/** Characters that are looked at behind a match for its becoming longer; they are looked at again for the next one. */
const lookedAhead = 256

/**
 * A regular expression of somebody else's as a search whose time grows with the text and never explodes (see
 * linear-pattern.ts). null for expressions that cannot be searched so, that are too big, or none.
 */
export function linearSearch(source: string): LinearSearch | null {
  const program = patternProgram(source)
  if (program === null || program.steps.length > stepsKept) return null
  const search = new Search(program.steps.map((step) => (step.type === 'character' ? quick(step) : step)))
  return (text) => search.run(text)
}

type CharacterStep = Extract<PatternStep, { type: 'character' }>

/** The same step with its answers for ASCII kept. */
function quick(step: CharacterStep): CharacterStep {
  const known = new Int8Array(128).fill(-1)
  const has = (character: string): boolean => {
    const code = character.charCodeAt(0)
    if (code >= 128) return step.has(character)
    if (known[code] === -1) known[code] = step.has(character) ? 1 : 0
    return known[code] === 1
  }
  return { ...step, has }
}

/** A place in the program, and where the text that led there begins. */
interface Thread {
  readonly place: number
  readonly start: number
}

class Search {
  readonly #steps: readonly PatternStep[]
  /** What a match can begin with. */
  readonly #firsts: readonly CharacterStep[]
  /** In a round each step is gone to from the earliest start. */
  readonly #walk: PatternWalk

  constructor(steps: readonly PatternStep[]) {
    this.#steps = steps
    this.#walk = new PatternWalk(steps)
    const places = this.#walk.from(0, null)
    this.#firsts = places.map((place) => steps[place]).filter((step) => step?.type === 'character')
  }

  run(text: string): readonly Span[] {
    const spans: Span[] = []
    for (let span = this.#next(text, 0); span !== null; span = this.#next(text, span.end)) spans.push(span)
    return spans
  }

  #next(text: string, from: number): Span | null {
    let threads: readonly Thread[] = []
    let best: Span | null = null
    for (let at = from; ;) {
      const character = characterAt(text, at)
      const mayBegin = best === null && this.#firsts.some((first) => first.has(character))
      if (threads.length === 0 && !mayBegin) {
        if (best !== null || character === '') return best
      } else {
        if (mayBegin) threads = [...threads, { place: 0, start: at }]
        const between = { before: characterBefore(text, at), after: character }
        const { waiting, matched } = this.#reach(threads, between, best?.start ?? Infinity)
        if (matched !== null && at > matched) best = { start: matched, end: at }
        if (character === '' || (best !== null && at - best.end > lookedAhead)) return best
        threads = this.#take(waiting, character)
      }
      at += character.length
    }
  }

  /** The threads that wait for a character, the earliest start first, and the earliest start of what has matched. */
  #reach(
    threads: readonly Thread[],
    between: Between,
    latest: number,
  ): { readonly waiting: readonly Thread[]; readonly matched: number | null } {
    this.#walk.beginRound()
    const waiting: Thread[] = []
    let matched: number | null = null
    for (const { place: from, start } of threads) {
      // What began later than a match can only be worse.
      if (start > latest) break
      for (const place of this.#walk.from(from, between)) {
        if (this.#steps[place]?.type === 'match') matched ??= start
        else waiting.push({ place, start })
      }
    }
    return { waiting, matched }
  }

  #take(waiting: readonly Thread[], character: string): readonly Thread[] {
    const threads: Thread[] = []
    for (const { place, start } of waiting) {
      const step = this.#steps[place]
      if (step?.type === 'character' && step.has(character)) threads.push({ place: place + 1, start })
    }
    return threads
  }
}

/** '' at the end. */
function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  if (code === undefined) return ''
  return code < 0x10000 ? (text[at] ?? '') : String.fromCodePoint(code)
}

/** '' at the start. */
function characterBefore(text: string, at: number): string {
  const whole = at > 1 ? characterAt(text, at - 2) : ''
  return whole.length === 2 ? whole : (text[at - 1] ?? '')
}
