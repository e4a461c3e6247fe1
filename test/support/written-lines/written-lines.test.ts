import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { takeFaults } from './found-faults.ts'
import { runApp } from '../run-app.ts'
import { traceHeader } from '../trace-header.ts'

const start = {
  type: 'start',
  atMs: 0,
  schema: 1,
  program: 'acp-plan-tui',
  version: '1',
  startedAt: '2026-11-21T10:00:00.000Z',
  command: [],
}

function textOf(...lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** A program that writes one text to its stdout. */
function writing(text: string): readonly [string, ...string[]] {
  return [process.execPath, '-e', `process.stdout.write(${JSON.stringify(text)})`]
}

const wrongLine = [expect.stringContaining('Unrecognized key: "skiped"')]
const events = textOf(start, { type: 'stderr', atMs: 1, line: 'é', skiped: 0, skipped: 0 })

test('each line of JSON that a program writes is checked against its schema, whoever started it', async () => {
  await runApp({ program: writing(events) })
  expect(takeFaults()).toEqual(wrongLine)
  const [file, ...args] = writing(events)
  spawnSync(file, args)
  expect(takeFaults()).toEqual(wrongLine)
})

test('each line of a recording is checked', async () => {
  const cwd = emptyFolder()
  const wrongNote = textOf(traceHeader, { t: 1, event: { type: 'remarked', words: 'hm' } })
  const write = `require('node:fs').writeFileSync(process.argv.at(-1), ${JSON.stringify(wrongNote)})`
  await runApp({ program: [process.execPath, '-e', write, '--'], args: ['--record', 'run.ndjson'], cwd })
  expect(takeFaults()).toEqual([expect.stringContaining('at text')])
})

test('valid lines and other text pass', async () => {
  const right = textOf(start, { type: 'stderr', atMs: 1, line: 'é', skipped: 0 })
  for (const text of [right, `${right}{"type":"torn`, textOf({ type: 'start' }, { skiped: 0 }), 'hm\n'])
    await runApp({ program: writing(text) })
  expect(takeFaults()).toEqual([])
})
