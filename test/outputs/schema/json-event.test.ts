import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { JsonObject } from '../../../src/protocol/wire/message.ts'
import { jsonEvent, type JsonEvent } from '../../../src/outputs/schema/json-event.ts'
import { jsonLine } from '../../../src/outputs/json/json-line.ts'
import { publishedSchemas } from '../../../src/cli/published-schemas.ts'
import { misspelled } from '../../support/written-lines/misspelled.ts'
import { takeFaults } from '../../support/written-lines/found-faults.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const golden = path.join(root, 'test/outputs/json/golden')

/** One line of each form in the stories of the outputs. */
const lines: readonly JsonObject[] = readdirSync(golden)
  .filter((name) => name.endsWith('.ndjson'))
  .flatMap((name) => readFileSync(path.join(golden, name), 'utf8').trimEnd().split('\n'))
  .map((line) => JSON.parse(line) as JsonObject)

function isLine(value: unknown): boolean {
  return jsonEvent.safeParse(value).success
}

describe('a line of JSON', () => {
  test('is refused with any of its fields misspelled', () => {
    const wrong = lines.flatMap(misspelled)
    expect(wrong.length).toBeGreaterThan(1000)
    expect(wrong.filter(isLine)).toEqual([])
  })

  test('is refused without the fields of its state', () => {
    const turn = { type: 'turn', atMs: 1, session: 's', state: 'ended', stopReason: 'end_turn' }
    expect([turn, { ...turn, tookMs: 1, waitedMs: 0 }].map(isLine)).toEqual([false, true])
    const lost = { type: 'connection', atMs: 1, state: 'lost', attempt: 1, cause: 'gone' }
    expect([lost, { ...lost, retryInMs: 1000 }].map(isLine)).toEqual([false, true])
  })
})

describe('the published schema', () => {
  const published = publishedSchemas['schema.json'] ?? {}
  const types = Object.keys((published as { readonly $defs: object }).$defs)

  test('accepts and rejects the same lines', () => {
    const read = z.fromJSONSchema(published as Parameters<typeof z.fromJSONSchema>[0])
    expect(lines.filter((line) => !read.safeParse(line).success)).toEqual([])
    expect(lines.flatMap(misspelled).filter((line) => read.safeParse(line).success)).toEqual([])
  })

  test('lists each line by its type', () => {
    const inLines = new Set(lines.map((line) => line['type']))
    expect(types).toEqual(expect.arrayContaining([...inLines]))
    for (const [type, line] of Object.entries(definitions(published)))
      expect(new Set(formsOf(line).map((form) => constOf(form, 'type')))).toEqual(new Set([type]))
  })

  test('matches the manual, type by type and field by field', () => {
    const rows = readFileSync(path.join(root, 'src/manual/json.md'), 'utf8')
      .split('\n')
      .flatMap((row) => /^\| `([a-z-]+)` \| (.*) \|$/.exec(row)?.slice(1) ?? [])
    const documented = new Map(
      rows.flatMap((type, at) => (at % 2 === 0 ? [[type, rows[at + 1] ?? ''] as const] : [])),
    )
    const missing = Object.entries(definitions(published)).flatMap(([type, line]) =>
      formsOf(line)
        .flatMap((form) => Object.keys(form.properties))
        .filter((field) => !['type', 'atMs', 'session'].includes(field))
        .filter((field) => !(documented.get(type) ?? '').includes(`\`${field}\``))
        .map((field) => `${type}.${field}`),
    )
    expect([...new Set(missing)]).toEqual([])
  })
})

interface Form {
  readonly properties: Readonly<Record<string, { readonly const?: unknown }>>
}
type Definition = Form | { readonly oneOf: readonly Form[] }

function definitions(schema: object): Readonly<Record<string, Definition>> {
  return (schema as { readonly $defs: Readonly<Record<string, Definition>> }).$defs
}

function formsOf(line: Definition): readonly Form[] {
  return 'oneOf' in line ? line.oneOf : [line]
}

function constOf({ properties }: Form, field: string): unknown {
  return properties[field]?.const
}

test.each([
  ['without a schema', { type: 'sung', atMs: 1, session: 's', text: 'la' }, '"type":"sung"'],
  ['with an unknown field', { type: 'stderr', atMs: 1, line: 'oh', skiped: 0 }, 'Unrecognized key: "skiped"'],
])('a line %s fails the test that writes it', (_, line, fault) => {
  jsonLine(line as unknown as JsonEvent)
  expect(takeFaults()).toEqual([expect.stringContaining(fault)])
})
