import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeFaults } from '../support/written-lines/found-faults.ts'
import { planted, type AddedLine, type Addition, type PlantedProgram } from './planted.ts'
import { runApp } from '../support/run-app.ts'

const list = 'src/outputs/schema/json-event.ts'

/** Its schema in the list of all of them. */
const entry: readonly AddedLine[] = [
  {
    file: list,
    beneath: "import { questionLines } from './question-lines.ts'",
    line: "import { remarkLines } from './remark-lines.ts'",
  },
  { file: list, beneath: '...questionLines,', line: '  ...remarkLines,' },
]

/** Where it is written. */
function writtenAs(line: string): AddedLine {
  return {
    file: 'src/outputs/json/json-output.ts',
    beneath: 'return this.#stderr(event.line, atMs)',
    line: `      case 'remarked': return [${line}]`,
  }
}

const rightLine = writtenAs("{ type: 'remark', atMs, words: event.text }")
const remarkLine: Addition = { folder: 'json-line', lines: [...entry, rightLine] }

describe('a JSON line that is added', () => {
  let program: PlantedProgram
  beforeAll(() => {
    program = planted(remarkLine)
    program.build()
  })
  afterAll(() => program.remove())

  test('compiles', () => {
    expect(program.types()).toBe('')
  })

  test('is written and published, and held against its schema', async () => {
    const { stdout } = await runApp({
      program: program.program,
      args: [...replay(program), '--format', 'json'],
    })
    expect(stdout.split('\n')).toContain('{"type":"remark","atMs":1,"words":"hm"}')
    const schema = path.join(program.folder, 'dist/schema.json')
    expect(JSON.parse(readFileSync(schema, 'utf8'))).toMatchObject({
      $defs: { remark: { required: ['type', 'atMs', 'words'], additionalProperties: false } },
    })
    expect(takeFaults()).toEqual([])
  })
})

describe('the compiler names', () => {
  const typesOf = (lines: readonly AddedLine[]): string => {
    const program = planted({ folder: 'json-line', lines })
    const errors = program.types()
    program.remove()
    return errors
  }

  test('a line without a schema', () => {
    expect(typesOf([rightLine])).toMatch(/^src\/outputs\/json\/json-output\.ts.*"remark"/)
  })

  test('fields that are missing or misspelled', () => {
    const wrong = "{ type: 'remark', atMs }, { type: 'remark', atMs, word: event.text }"
    const errors = typesOf([...entry, writtenAs(wrong)])
    expect(errors).toMatch(/^src\/outputs\/json\/json-output\.ts.*\n +Property 'words' is missing/)
    expect(errors).toMatch(/^src\/outputs\/json\/json-output\.ts.*'word' does not exist/m)
  })
})

/** The arguments to replay a recording in which the program says “hm”. */
function replay({ folder }: PlantedProgram): readonly string[] {
  const startedAt = '2026-11-21T10:00:00.000Z'
  const header = { trace: 'acp-plan-tui', version: 1, startedAt, program: 'p', agent: 'a' }
  const records = [
    { ...header, columns: null, rows: null, title: null },
    { t: 1, event: { type: 'remarked', text: 'hm' } },
  ]
  const file = path.join(folder, 'run.ndjson')
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return ['replay', file]
}
