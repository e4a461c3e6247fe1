import { isObject } from '../../../protocol/wire/message.ts'
import type { PlanEntry } from '../../../protocol/plans/plan-content.ts'
import type { Severity } from '../finding.ts'
import type { LintMoment, LintRule } from '../lint-rule.ts'
import { planPath, planReplaced, shortened } from '../plan-change.ts'
import { pages } from '../spec-pages.ts'

const says =
  'Version 2: custom values MUST begin with _; others without it are reserved. Version 1 has only the listed ones.'
const mend = 'Use one of the listed values, or begin your own with an underscore.'

/** A status that no version knows, and that is not marked as an own one. */
export const statusUnknown = wordRule({
  id: 'status-unknown',
  field: 'status',
  known: ['pending', 'in_progress', 'completed', 'cancelled'],
  // In version 2 only.
  newer: ['cancelled'],
})

export const priorityUnknown = wordRule({
  id: 'priority-unknown',
  field: 'priority',
  known: ['high', 'medium', 'low', ''],
  newer: [],
})

/** A kind of plan that no version knows, and that is not marked as an own one. */
export const planTypeUnknown: LintRule = {
  id: 'plan-type-unknown',
  severity: 'error',
  title: 'an unknown type of plan without an underscore',
  says,
  page: pages.plan2,
  mend: 'Use items, markdown or file, or begin your own type with an underscore.',
  check: () => {
    const told = new Words()
    return {
      event(moment, report) {
        const change = planReplaced(moment)
        if (change?.update.content.type !== 'opaque') return
        const { planType } = change.update.content
        if (planType.startsWith('_') || !told.isNew(planType)) return
        report({
          path: 'params.update.plan.type',
          seen: `the type “${shortened(planType)}”`,
          severity: severityIn(moment),
        })
      },
    }
  },
}

interface WordField {
  readonly id: string
  readonly field: 'status' | 'priority'
  readonly known: readonly string[]
  /** Those of them that version 1 does not have. */
  readonly newer: readonly string[]
}

function wordRule({ id, field, known, newer }: WordField): LintRule {
  const knownIn1 = new Set(known.filter((word) => !newer.includes(word)))
  const knownIn2 = new Set(known)
  return {
    id,
    severity: 'error',
    title: `an unknown ${field} without an underscore`,
    says,
    page: pages.plan2,
    mend,
    check: () => {
      const told = new Words()
      return {
        event(moment, report) {
          const change = planReplaced(moment)
          if (change?.update.content.type !== 'items') return
          const words = (moment.facts.version ?? 1) >= 2 ? knownIn2 : knownIn1
          const { entries } = change.update.content
          for (const [index, entry] of entries.entries()) {
            const word = entry[field]
            if (words.has(word) || word.startsWith('_') || !told.isNew(word)) continue
            report({
              path: `${planPath(change.update, 'entries')}[${rawIndex(moment, entry, index)}].${field}`,
              seen: `the ${field} “${shortened(word)}”`,
              severity: severityIn(moment),
            })
          }
        },
      }
    },
  }
}

/** Version 1 says which values there are, but not what an agent must do with others. */
function severityIn({ facts }: LintMoment): Severity {
  return (facts.version ?? 1) >= 2 ? 'error' : 'warning'
}

/** Where an entry stands in the frame: decoding leaves invalid ones out. */
function rawIndex({ update }: LintMoment, { content, status }: PlanEntry, index: number): number {
  const holder = isObject(update?.['plan']) ? update['plan'] : update
  const entries = holder?.['entries']
  if (!Array.isArray(entries)) return index
  const at = (entries as readonly unknown[]).findIndex(
    (entry, place) =>
      place >= index && isObject(entry) && entry['content'] === content && entry['status'] === status,
  )
  return at < 0 ? index : at
}

const maxWords = 1000

/** The words that were reported: each is reported once, as long as they are remembered. */
class Words {
  readonly #told = new Set<string>()

  isNew(word: string): boolean {
    if (this.#told.has(word)) return false
    if (this.#told.size < maxWords) this.#told.add(word)
    return true
  }
}
