import { assertionHolds, type PatternStep } from './pattern-program.ts'

/** What stands around a place in a text; null: whatever an assertion wants. */
export type Between = { readonly before: string; readonly after: string } | null

/** Goes through the steps of a program that no character is needed for. In a round each step is gone to once. */
export class PatternWalk {
  readonly #steps: readonly PatternStep[]
  /** For each step the round in which it was come to. */
  readonly #seenIn: Float64Array
  #round = 1

  constructor(steps: readonly PatternStep[]) {
    this.#steps = steps
    this.#seenIn = new Float64Array(steps.length)
  }

  beginRound(): void {
    this.#round++
  }

  /** The steps from here on that wait for a character, and the match; without those that this round has come to before. */
  from(start: number, between: Between): readonly number[] {
    const reached: number[] = []
    const open = [start]
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const step = this.#steps[place]
      if (step === undefined || this.#seenIn[place] === this.#round) continue
      this.#seenIn[place] = this.#round
      switch (step.type) {
        case 'character':
        case 'match':
          reached.push(place)
          break
        case 'assertion':
          if (between === null || assertionHolds(step.holds, between.before, between.after))
            open.push(place + 1)
          break
        case 'fork':
          open.push(step.second, step.first)
          break
        case 'jump':
          open.push(step.to)
          break
      }
    }
    return reached
  }
}
