import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { lintRules } from '../../../src/app/lint/lint-rules.ts'
import { lintJson, rulesJson } from '../../../src/outputs/lint-formats.ts'
import { lintDocument, ruleList } from '../../../src/outputs/schema/lint-document.ts'
import { publishedSchemas } from '../../../src/cli/published-schemas.ts'
import type { JsonObject } from '../../../src/protocol/wire/message.ts'
import { fromAgent, lintLines, plan, trace } from '../../app/lint/lint-lines.ts'
import { lintCases } from '../../app/lint/lint-cases.ts'
import { misspelled } from '../../support/written-lines/misspelled.ts'

function documentOf(lines: readonly string[]): JsonObject {
  const { findings, frames } = lintLines(lines)
  return JSON.parse(
    lintJson({ name: 'run.ndjson', file: 'run.ndjson', agent: null, frames, findings, problems: 0 }),
  ) as JsonObject
}

test('what an agent wrote is escaped', () => {
  const [line = ''] = Object.values(lintCases)[0]?.broken ?? []
  const { findings, frames } = lintLines([line])
  const name = 'a\u007f\u009b2J\u202eb'
  const json = lintJson({ name, file: 'run.ndjson', agent: null, frames, findings, problems: 0 })
  expect(json).toContain(String.raw`"name":"a\u007f\u009b2J\u202eb"`)
  expect(JSON.parse(json)).toMatchObject({ name })
})

const rules = JSON.parse(rulesJson(lintRules)) as JsonObject[]
const published = publishedSchemas['lint-schema.json'] ?? {}
const read = z.fromJSONSchema(published as Parameters<typeof z.fromJSONSchema>[0])

describe('the published schema of lint', () => {
  test.each(Object.entries(lintCases))('fits what is found by %s', (_, { broken }) => {
    const document = documentOf(broken)
    expect(lintDocument.safeParse(document).error).toBeUndefined()
    expect(read.safeParse(document).success).toBe(true)
  })

  test('fits the list of rules', () => {
    expect(ruleList.safeParse(rules).success).toBe(true)
    expect(read.safeParse(rules).success).toBe(true)
  })

  test('refuses a document with any of its fields misspelled', () => {
    const document = documentOf(trace({}, plan('blocked One'), fromAgent('junk')))
    const wrong = misspelled(document)
    expect(wrong.length).toBeGreaterThan(10)
    expect(wrong.filter((each) => read.safeParse(each).success)).toEqual([])
    expect(rules.flatMap(misspelled).filter((each) => read.safeParse([each]).success)).toEqual([])
  })

  test('is exported by the package', () => {
    const { exports } = JSON.parse(
      readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
    ) as { readonly exports: Readonly<Record<string, string>> }
    expect(exports['./schema/lint']).toBe('./dist/lint-schema.json')
  })
})
