import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { takeFaults } from '../support/written-lines/found-faults.ts'
import { plantedProgram, type PlantedProgram } from './planted.ts'
import { runApp } from '../support/run-app.ts'

test('a JSON line that is added is written and published, and held against its schema', async () => {
  const planted = await plantedProgram()
  const { stdout } = await runApp({
    program: planted.program,
    args: [...replay(planted), '--format', 'json'],
  })
  expect(stdout.split('\n')).toContain('{"type":"remark","atMs":1,"words":"hm"}')
  const schema = path.join(planted.folder, 'dist/schema.json')
  expect(JSON.parse(readFileSync(schema, 'utf8'))).toMatchObject({
    $defs: { remark: { required: ['type', 'atMs', 'words'], additionalProperties: false } },
  })
  expect(takeFaults()).toEqual([])
})

/** The arguments to replay a recording in which the program says “hm”. */
function replay({ folder }: PlantedProgram): readonly string[] {
  const startedAt = '2026-11-21T10:00:00.000Z'
  const header = { trace: 'acp-plan-tui', version: 1, startedAt, program: 'p', agent: 'a' }
  const records = [
    { ...header, columns: null, rows: null, title: null },
    { t: 1, event: { type: 'remarked', text: 'hm' } },
  ]
  const file = path.join(folder, 'remark.ndjson')
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return ['replay', file]
}
