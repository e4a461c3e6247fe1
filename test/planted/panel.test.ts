import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { plantedProgram, type PlantedProgram } from './planted.ts'
import { runApp } from '../support/run-app.ts'

const recording = fileURLToPath(new URL('../recordings/claude-v2-todo.ndjson', import.meta.url))

describe('a panel that is added', () => {
  let program: PlantedProgram
  beforeAll(async () => {
    program = await plantedProgram()
  })

  const drawn = async (size: string, keys: string): Promise<string> => {
    const file = path.join(program.folder, `drawn-${size}.txt`)
    const args = ['render', recording, '-o', file, '--size', size, '--keys', keys]
    const { code, stderr } = await runApp({ program: program.program, args })
    expect(code, stderr).toBe(0)
    return readFileSync(file, 'utf8')
  }

  test('opens at its key', async () => {
    const screen = await drawn('80x24', '1s:V')
    expect(screen).toMatch(/^ ── Updates ─+$/m)
    expect(screen).toMatch(/^ .+: 18\n \d+ steps$/m)
  })

  test('is in the help and among the hints', async () => {
    expect(await drawn('120x100', '1s:?')).toMatch(
      /(?:^| {2})V +how often each session told a plan(?: {2}|$)/m,
    )
    expect(await drawn('160x24', '1s:f')).toMatch(/a conversation {2}V updates/)
  })
})
