import { jsonIn } from '../../lib/json/read-json.ts'
import { writeShownJson } from '../../lib/json/write-json.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { isObject } from '../../protocol/wire/message.ts'
import type { Findings } from './finding.ts'

/** How many findings of each rule are known and put off, by the agent's name. Without times, ids and frames: each run has others. */
export type Baseline = ReadonlyMap<string, ReadonlyMap<string, number>>

/** What a baseline leaves of the findings of an agent. */
export interface Compared {
  /** Rules with more findings than are known are shown whole, since nobody knows which of them are new. */
  readonly findings: Findings
  readonly hidden: number
  /** Rules with fewer findings than are known. */
  readonly stale: readonly string[]
}

export function comparedWith(baseline: Baseline, agent: string, findings: Findings): Compared {
  const known = baseline.get(agent) ?? none
  const { ofRule } = findings
  const hidden = new Set(
    [...ofRule].flatMap(([rule, count]) => (count <= (known.get(rule) ?? 0) ? [rule] : [])),
  )
  return {
    findings: findings.without(hidden),
    hidden: [...hidden].reduce((sum, rule) => sum + (ofRule.get(rule) ?? 0), 0),
    stale: [...known].flatMap(([rule, count]) => ((ofRule.get(rule) ?? 0) < count ? [rule] : [])),
  }
}

/** The baseline with the findings of an agent in place of those that were known. */
export function withFindings(baseline: Baseline, agent: string, { ofRule }: Findings): Baseline {
  return new Map([...baseline, [agent, ofRule]])
}

/** The baseline with fewer findings of an agent where there are fewer now: nothing is added. */
export function pruned(baseline: Baseline, agent: string, { ofRule }: Findings): Baseline {
  const known = baseline.get(agent) ?? none
  const left = [...known].flatMap(([rule, count]): [string, number][] => {
    const now = Math.min(count, ofRule.get(rule) ?? 0)
    return now === 0 ? [] : [[rule, now]]
  })
  return new Map([...baseline, [agent, new Map(left)]])
}

const none: ReadonlyMap<string, number> = new Map()

/** The text of a baseline, sorted, a rule a line; reading it gives the same baseline. */
export function writeBaseline(baseline: Baseline): string {
  const agents = [...baseline]
    .filter(([, rules]) => rules.size > 0)
    .toSorted(byName)
    .map(([agent, rules]) => {
      const lines = [...rules]
        .toSorted(byName)
        .map(([rule, count]) => `      ${writeShownJson(rule)}: ${count}`)
      return `    ${writeShownJson(agent)}: {\n${lines.join(',\n')}\n    }`
    })
  const listed = agents.length === 0 ? '{}' : `{\n${agents.join(',\n')}\n  }`
  return `{\n  "baseline": "acp-plan-tui lint",\n  "version": 1,\n  "agents": ${listed}\n}\n`
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Fails with what is wrong with the text, in a few words. */
export function readBaseline(text: string): Result<Baseline, string> {
  const value = jsonIn(text.replace(/^\ufeff/, ''))
  if (!isObject(value) || value['baseline'] !== 'acp-plan-tui lint') return fail('it is no baseline of lint')
  if (value['version'] !== 1) return fail('its version is unknown; it was written by a newer program')
  const { agents } = value
  if (!isObject(agents)) return fail('“agents” is not an object')
  const read = new Map<string, ReadonlyMap<string, number>>()
  for (const [agent, rules] of Object.entries(agents)) {
    if (!isObject(rules)) return fail(`“${agent}” is not an object`)
    const counts = new Map<string, number>()
    for (const [rule, count] of Object.entries(rules)) {
      if (typeof count !== 'number' || !Number.isInteger(count) || count < 1)
        return fail(`“${rule}” of “${agent}” is not a whole number above 0`)
      counts.set(rule, count)
    }
    read.set(agent, counts)
  }
  return ok(read)
}
