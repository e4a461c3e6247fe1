import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planted, type Addition, type PlantedProgram } from './planted.ts'
import { runApp } from '../support/run-app.ts'

const registry = 'src/ui/panels/panels.ts'
const recording = fileURLToPath(new URL('../recordings/claude-v2-todo.ndjson', import.meta.url))

/** A file, and its entry in the registry. */
const addition: Addition = {
  folder: 'panel',
  lines: [
    {
      file: registry,
      beneath: "import { help } from './help-panel.ts'",
      line: "import { updates } from './updates-panel.ts'",
    },
    { file: registry, beneath: 'stderr,', line: '  updates,' },
  ],
}

describe('a panel that is added', () => {
  let program: PlantedProgram
  beforeAll(() => {
    program = planted(addition)
    program.build()
  })
  afterAll(() => program.remove())

  const drawn = async (size: string, keys: string): Promise<string> => {
    const file = path.join(program.folder, `drawn-${size}.txt`)
    const args = ['render', recording, '-o', file, '--size', size, '--keys', keys]
    const { code, stderr } = await runApp({ program: program.program, args })
    expect(code, stderr).toBe(0)
    return readFileSync(file, 'utf8')
  }

  test('compiles', () => {
    expect(program.types()).toBe('')
  })

  test('opens at its key', async () => {
    const screen = await drawn('80x24', '1s:v')
    expect(screen).toMatch(/^ ── Updates ─+$/m)
    expect(screen).toMatch(/^ .+: 18$/m)
  })

  test('is in the help and among the hints', async () => {
    expect(await drawn('120x100', '1s:?')).toMatch(
      /(?:^| {2})v +how often each session told a plan(?: {2}|$)/m,
    )
    expect(await drawn('160x24', '1s:f')).toMatch(/a activity {2}v updates/)
  })
})
