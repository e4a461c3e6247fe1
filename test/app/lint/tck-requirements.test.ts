import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lintRuleOf } from '../../../src/app/lint/lint-rules.ts'
import { brief, lintLines } from './lint-lines.ts'
import { tckCases } from './tck-cases.ts'

const table = readFileSync(new URL('../../../src/app/lint/tck-requirements.md', import.meta.url), 'utf8')

/** The rows of the table, as `1:INIT-001` and what stands beside it. */
const rows = table
  .split('\n## Version ')
  .slice(1)
  .flatMap((part) =>
    [...part.matchAll(/^\| ([A-Z]+-[A-Z\d-]+) +\| (.*?) +\|$/gm)].map(
      ([, id = '', found = '']) => [`${part.slice(0, 1)}:${id}`, found] as const,
    ),
  )

const rulesIn = (found: string): readonly string[] =>
  [...found.matchAll(/`([\w-]+)`/g)].map(([, id = '']) => id)

test.each(tckCases.map((each, index) => [`${each.breaks.join(' ')} (${index + 1})`, each] as const))(
  '%s',
  (_, { lines, found }) => {
    const [rule = '', path = '-'] = found.split(' ')
    const told = lintLines(lines).findings.kept.map(brief)
    expect(told).toContainEqual(expect.stringMatching(new RegExp(`^\\w+ ${rule} `)))
    expect(
      told.map((each) =>
        each
          .split(' ')
          .filter((_, at) => at !== 0 && at !== 2)
          .join(' '),
      ),
    ).toContain(`${rule} ${path}`)
  },
)

test('the table names the rules that find each requirement, and each is a rule', () => {
  const found = new Map<string, Set<string>>()
  for (const { breaks, found: told } of tckCases)
    for (const id of breaks) found.set(id, (found.get(id) ?? new Set()).add(told.split(' ')[0] ?? ''))
  for (const [id, words] of rows)
    expect([id, words.startsWith('`') && !words.includes(', where') ? rulesIn(words) : []]).toEqual([
      id,
      [...(found.get(id) ?? [])],
    ])
  expect(rows.flatMap(([, words]) => rulesIn(words)).filter((id) => lintRuleOf(id) === undefined)).toEqual([])
  const ids = new Set<string>(rows.map(([id]) => id))
  expect([...found.keys()].filter((id) => !ids.has(id))).toEqual([])
})
