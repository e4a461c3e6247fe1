import { describe, expect, test } from 'vitest'
import { plantedProject, type GateName } from './planted-project.ts'
import { violations } from './violations.ts'

const gates = Object.keys(violations) as GateName[]

describe.each(gates)('the gate %s', (gate) => {
  test('lets a sound project pass', () => {
    const { passed, output } = plantedProject().gate(gate)
    expect(passed, output).toBe(true)
  })

  test('fails for a single fault', () => {
    const [{ file, content }] = violations[gate]
    const { passed, output } = plantedProject({ [file]: content }).gate(gate)
    expect(output).toContain(file)
    expect(passed).toBe(false)
  })

  test('names each fault', () => {
    const faults = violations[gate]
    const planted = Object.fromEntries(faults.map(({ file, content }) => [file, content]))
    const { output } = plantedProject({ ...planted, 'test/tested.ts': 'export const tested = 1\n' }).gate(
      gate,
    )
    const lines = output.split('\n')
    const missed = faults.filter(
      ({ file, says }) => !lines.some((line) => line.includes(file) && line.includes(says)),
    )
    expect(
      missed.map(({ what }) => what),
      output,
    ).toEqual([])
  })
})

test('the gate imports fails where it looked at nothing', () => {
  const empty = [
    'src/cli/main.ts',
    'src/demo/main.ts',
    'src/agent/start.ts',
    'src/ui/show.ts',
    'src/plans/four.ts',
    'src/outputs/json/typed.ts',
    'src/outputs/published-schemas.ts',
  ]
  const { passed, output } = plantedProject(Object.fromEntries(empty.map((file) => [file, '']))).gate(
    'imports',
  )
  expect(output).toContain('no module was looked at')
  expect(passed).toBe(false)
})

describe('the build', () => {
  test('makes the program and the demo agent', () => {
    const { passed, output } = plantedProject().build()
    expect(passed, output).toBe(true)
  })

  test('fails without an entry, and names it', () => {
    const { passed, output } = plantedProject({ 'src/demo/main.ts': null }).build()
    expect(output).toContain('build: cannot build: src/demo/main.ts missing')
    expect(passed).toBe(false)
  })

  test('fails where something else is missing, and names it', () => {
    const { passed, output } = plantedProject({ 'src/cli/main.ts': "import './gone.ts'\n" }).build()
    expect(output).toContain('Could not resolve "./gone.ts"')
    expect(passed).toBe(false)
  })
})
