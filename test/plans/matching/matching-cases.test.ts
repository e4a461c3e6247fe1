import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { matchEntries } from '../../../src/plans/matching/match-entries.ts'
import type { PlanEntry } from '../../../src/protocol/plans/plan-content.ts'
import { at } from '../update-time.ts'

/** A line of a case: the step that a person sees in it ('+': a new one), and the entry. */
interface CaseLine {
  readonly step: string
  readonly entry: PlanEntry
}

interface MatchingCase {
  readonly name: string
  readonly before: readonly CaseLine[]
  readonly after: readonly CaseLine[]
}

const statuses: Readonly<Record<string, string>> = {
  ' ': 'pending',
  '>': 'in_progress',
  x: 'completed',
  '-': 'cancelled',
}

function lineOf(line: string): CaseLine {
  const [, step, status = '', , id, text = ''] = /^([a-z+]) \[(.)\] (#(\S+) )?(.*)$/u.exec(line) ?? []
  if (step === undefined) throw new Error(`not a line of a case: ${line}`)
  const content = text.replaceAll(String.raw`\n`, '\n')
  const entry = { content, status: statuses[status] ?? status, priority: 'medium' }
  return { step, entry: id === undefined ? entry : { ...entry, id } }
}

function linesOf(text: string): readonly CaseLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(lineOf)
}

function casesIn(text: string): readonly MatchingCase[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [name = '', ...rest] = part.split('\n')
      const [before, after, ...more] = rest.join('\n').split(/^->$/m)
      if (before === undefined || after === undefined || more.length > 0) throw new Error(`no arrow: ${name}`)
      return { name, before: linesOf(before), after: linesOf(after) }
    })
}

const folder = new URL('./cases/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))

/** What each entry after is, by the names of the steps before. */
function stepsAfter({ before, after }: MatchingCase): readonly string[] {
  const first = matchEntries(
    [],
    before.map(({ entry }) => entry),
    { firstKey: 0, ...at(0), isFirst: true },
  )
  const next = { firstKey: first.nextKey, ...at(1), isFirst: false }
  const { entries } = matchEntries(
    first.entries,
    after.map(({ entry }) => entry),
    next,
  )
  return entries.map(({ key, content }) => `${before[key]?.step ?? '+'} ${content}`)
}

describe.each(files)('%s', (file) => {
  test.each(casesIn(readFileSync(new URL(file, folder), 'utf8')).map((one) => [one.name, one] as const))(
    '%s',
    (_name, one) => {
      expect(stepsAfter(one)).toEqual(one.after.map(({ step, entry }) => `${step} ${entry.content}`))
    },
  )
})
