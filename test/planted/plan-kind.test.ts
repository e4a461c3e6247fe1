import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { opened, rested, traceText, updated } from '../render/trace.ts'
import { takeFaults } from '../support/written-lines/found-faults.ts'
import { openApp } from '../support/open-app.ts'
import { plantedProgram, type PlantedProgram } from './planted.ts'
import { runApp } from '../support/run-app.ts'

const rows = [
  ['Write the `lexer`', 'Ann'],
  ['Delete the <b>parser</b>', 'Bo | Cy'],
]

describe('a kind of plan that is added', () => {
  let program: PlantedProgram
  let trace: string
  beforeAll(async () => {
    program = await plantedProgram()
    trace = path.join(program.folder, 'table.ndjson')
    const plan = { type: '_table', planId: 'work', columns: ['Step', 'Who'] }
    writeFileSync(
      trace,
      traceText([
        ...opened(),
        updated(1000, { sessionUpdate: 'plan_update', plan: { ...plan, rows: rows.slice(1) } }),
        updated(2000, { sessionUpdate: 'plan_update', plan: { ...plan, rows } }),
        updated(3000, { sessionUpdate: 'plan_update', plan: { ...plan, rows } }),
        updated(4000, { sessionUpdate: 'plan_update', plan: { ...plan, rows: 2 } }),
        ...rested(5000),
      ]),
    )
  })

  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await runApp({ program: program.program, args })
    expect(code, stderr).toBe(0)
    return stdout
  }
  const rendered = async (name: string): Promise<string> => {
    const file = path.join(program.folder, name)
    await run('render', trace, '-o', file)
    return readFileSync(file, 'utf8')
  }

  test('is drawn', async () => {
    expect(await rendered('table.txt')).toContain(`
 Table of Step ×
 ──────────────────────────────────────────────────────────────────────────────
 Step                                   Who
 Write the \`lexer\`                      Ann
 Delete the <b>parser</b>               Bo | Cy
`)
  })

  test('is written as text', async () => {
    const text = await run('replay', trace, '--format', 'text')
    expect(text.slice(text.indexOf('[1.0s]'))).toBe(`\
[1.0s] Table of Step: a table of 1 rows
  | Step / Who
  | Delete the <b>parser</b> / Bo | Cy
[2.0s] Table of Step: a table of 2 rows changed
[4.0s] problem: update.plan.rows: rows is the number 2, a list is expected (not shown)
[5.0s] turn ended: end_turn after 4.5s
[5.5s] problems in all: 1
At the end:
Table of Step: a table of 2 rows
  | Step / Who
  | Write the \`lexer\` / Ann
  | Delete the <b>parser</b> / Bo | Cy
`)
  })

  test('is said', async () => {
    const args = ['replay', trace, '--screen-reader', '--speed', 'max']
    const terminal = await openApp({ columns: 100, rows: 30, program: program.program, args })
    await terminal.shows('New plan: Table of Step. A table of 1 rows by Step, Who.')
    await terminal.shows('Plan Table of Step changed.')
  })

  test('is written as markdown', async () => {
    expect(await rendered('table.md')).toContain(`
## Table of Step

| Step | Who |
| --- | --- |
| Write the \`lexer\` | Ann |
| Delete the &lt;b>parser&lt;/b> | Bo \\| Cy |
`)
  })

  test('is written as JSON, and held against the schema that is published with it', async () => {
    const written = (await run('replay', trace, '--format', 'json')).trimEnd().split('\n')
    const lines = written.map((line) => JSON.parse(line) as { readonly type: string })
    expect(lines.filter(({ type }) => type === 'plan')).toMatchObject([
      { change: 'new', revision: 1, content: { type: 'table', rows: rows.slice(1) } },
      { change: 'changed', revision: 2, content: { type: 'table', columns: ['Step', 'Who'], rows } },
    ])
    expect(readFileSync(path.join(program.folder, 'dist/schema.json'), 'utf8')).toContain('"const": "table"')
    expect(takeFaults()).toEqual([])
  })
})
