import { describe, expect, test } from 'vitest'
import { plantedProject, type GateOutcome } from './planted-project.ts'

const wrong = `import { expect, test } from 'vitest'
import { two } from '../../src/lib/two.ts'

test('right', () => {
  expect(two).toBe(2)
})

test('wrong', () => {
  expect(two).toBe(3)
})
`

function lastLine({ output }: GateOutcome): string | undefined {
  return output.trimEnd().split('\n').at(-1)
}

describe('npm test ends with its count', () => {
  test('of gates and tests together', () => {
    const outcome = plantedProject({
      'test/lib/two.test.ts': wrong,
      'src/lib/spare.ts': 'export const spare = 3\n',
    }).test()
    expect(lastLine(outcome), outcome.output).toBe('5 passed, 2 failed')
    expect(outcome.passed).toBe(false)
  })

  test('of nothing, which is a failure', () => {
    const outcome = plantedProject().test()
    expect(lastLine(outcome), outcome.output).toBe('5 passed, 1 failed')
    expect(outcome.passed).toBe(false)
  })
})
