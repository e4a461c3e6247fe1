import type { Finding, FramePlace, Severity } from './finding.ts'

/** Findings kept of a rule; all are counted. */
export const maxFindingsOfRule = 100

/** The findings of an exchange: the first of each rule, and how many there were. */
export class Findings {
  readonly #kept: Finding[] = []
  readonly #ofRule = new Map<string, number>()
  readonly #counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 }

  add(finding: Finding): void {
    const count = (this.#ofRule.get(finding.rule) ?? 0) + 1
    this.#ofRule.set(finding.rule, count)
    this.#counts[finding.severity]++
    if (count <= maxFindingsOfRule) this.#kept.push(finding)
  }

  /** Replaces what was seen in the finding of a rule at a place. */
  replaceSeen(rule: string, place: FramePlace, seen: string): void {
    const at = this.#kept.findLastIndex((finding) => finding.rule === rule && finding.place === place)
    const last = this.#kept[at]
    if (last !== undefined) this.#kept[at] = { ...last, seen }
  }

  /** In the order in which they were found. */
  get kept(): readonly Finding[] {
    return this.#kept
  }

  /** Of all, also of those that are not kept. */
  get counts(): Readonly<Record<Severity, number>> {
    return this.#counts
  }

  /** How many findings each rule has, in the order of their first one. */
  get ofRule(): ReadonlyMap<string, number> {
    return this.#ofRule
  }
}
