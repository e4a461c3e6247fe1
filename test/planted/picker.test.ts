import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { plantedProgram } from './planted.ts'
import { runApp } from '../support/run-app.ts'

const recording = fileURLToPath(new URL('../recordings/claude-v2-todo.ndjson', import.meta.url))

test('a list to pick from that is added is opened by its command', async () => {
  const { folder, program } = await plantedProgram()
  const file = path.join(folder, 'picker.txt')
  const keys = "1s::,'how many plans',enter"
  const { code, stderr } = await runApp({
    program,
    args: ['render', recording, '-o', file, '--size', '80x24', '--keys', keys],
  })
  expect(code, stderr).toBe(0)
  const screen = readFileSync(file, 'utf8')
  expect(screen).toMatch(/^ ── Plans of each session ─+$/m)
  expect(screen).toMatch(/ 1 plan$/m)
})
