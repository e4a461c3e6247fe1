import type { ProtocolVersion } from '../../protocol/wire/message.ts'
import type { TraceDirection } from '../../protocol/trace/trace-record.ts'

/** `error`: the specification says MUST. `warning`: clients may show something wrong. `note`: worth to know. */
export type Severity = 'error' | 'warning' | 'note'

export const severities: readonly Severity[] = ['error', 'warning', 'note']

/** A frame (line) of the exchange. */
export interface MessagePosition {
  readonly dir: TraceDirection
  /** Counted from 1 in its direction; null: it is about no frame. */
  readonly frame: number | null
  /** The line of the trace, or the number of the message in a log of messages; null: there is neither. */
  readonly line: number | null
  /** null: nobody tells. */
  readonly atMs: number | null
}

/** A rule that was broken, and where. */
export interface Finding {
  /** The id of the rule. */
  readonly rule: string
  readonly severity: Severity
  readonly place: MessagePosition
  /** The position in the JSON of the frame, as in `params.update.entries[3].status`; null: the whole frame. */
  readonly path: string | null
  /** What was seen; may quote the agent. Raw. */
  readonly seen: string
  /** The version of the protocol whose rules apply. */
  readonly version: ProtocolVersion
  /** Where that version says so: an address. */
  readonly page: string
  /** It is a problem of the app's state too. */
  readonly isProblem: boolean
}

/** Findings kept of a rule; all are counted. */
export const maxFindingsOfRule = 100

/** The findings of an exchange: the first of each rule, and how many there were. */
export class Findings {
  readonly #kept: Finding[] = []
  readonly #ofRule = new Map<string, Record<Severity, number>>()

  add(finding: Finding): void {
    const counts = this.#ofRule.get(finding.rule) ?? { error: 0, warning: 0, note: 0 }
    counts[finding.severity]++
    this.#ofRule.set(finding.rule, counts)
    if (sumOf(counts) <= maxFindingsOfRule) this.#kept.push(finding)
  }

  /** The same without the findings of some rules. */
  without(rules: ReadonlySet<string>): Findings {
    const rest = new Findings()
    for (const finding of this.#kept) if (!rules.has(finding.rule)) rest.#kept.push(finding)
    for (const [rule, counts] of this.#ofRule) if (!rules.has(rule)) rest.#ofRule.set(rule, counts)
    return rest
  }

  /** Replaces what was seen in the finding of a rule at a place. */
  replaceSeen(rule: string, place: MessagePosition, seen: string): void {
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
    const all = { error: 0, warning: 0, note: 0 }
    for (const counts of this.#ofRule.values())
      for (const severity of severities) all[severity] += counts[severity]
    return all
  }

  /** How many findings each rule has, in the order of their first one. */
  get ofRule(): ReadonlyMap<string, number> {
    return new Map([...this.#ofRule].map(([rule, counts]) => [rule, sumOf(counts)]))
  }
}

function sumOf({ error, warning, note }: Readonly<Record<Severity, number>>): number {
  return error + warning + note
}
