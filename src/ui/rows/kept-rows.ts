import type { Part, RowForm } from './row-form.ts'

interface Kept<Laid> {
  readonly inputs: readonly unknown[]
  readonly madeAtMs: number
  readonly laid: Laid
}

/** Keeps what was laid out for each region of a screen: what says the same in the next frame has the same rows, and is not made again. */
export class KeptRows {
  readonly #kept = new Map<string, Kept<{ readonly untilMs: number | null }>>()
  #nowMs = 0

  /** A frame at this time begins. Times may go back. */
  begin(nowMs: number): void {
    this.#nowMs = nowMs
  }

  /**
   * What was made last for the region, if its inputs are the same (`Object.is`) and it is still true; else it is made anew. The inputs
   * have to be all that `make` depends on besides the time.
   */
  rows<Laid extends { readonly untilMs: number | null }>(
    region: string,
    inputs: readonly unknown[],
    make: () => Laid,
  ): Laid {
    const kept = this.#kept.get(region)
    // What is kept for a region was made by the same caller.
    if (kept !== undefined && this.#isTrue(kept) && isSame(kept.inputs, inputs)) return kept.laid as Laid
    const laid = make()
    this.#kept.set(region, { inputs, madeAtMs: this.#nowMs, laid })
    return laid
  }

  #isTrue({ madeAtMs, laid: { untilMs } }: Kept<{ readonly untilMs: number | null }>): boolean {
    return madeAtMs <= this.#nowMs && (untilMs === null || this.#nowMs < untilMs)
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, index) => Object.is(each, other[index]))
}

/** All that a form is laid out from, besides the look. */
export function inputsOf(form: RowForm): readonly unknown[] {
  switch (form.form) {
    case 'bar': {
      const { left, right = [], target, width } = form
      return [target, width, left.length, ...partInputs([...left, ...right])]
    }
    case 'input': {
      const { label, line, after = [], right, width, most, targetOf } = form
      const parts = partInputs([...label, ...after, ...(right === undefined ? [] : [right])])
      return [line.text, line.cursor, width, most, targetOf, label.length, after.length, ...parts]
    }
    case 'wrap':
    case 'rule':
    case 'canvas':
      return Object.values(form)
  }
}

function partInputs(parts: readonly Part[]): readonly unknown[] {
  return parts.flatMap(({ text, role, target, untilMs }) => [text, role, target, untilMs])
}
