import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { plantedProject, type GateName } from './planted-project.ts'

/** A file with one fault, and what the gate says on the line that names the file. */
type Fault = readonly [file: string, content: string, says: string]

/** One fault for each gate, and one for each kind of rule that is this project's own. */
const faults: Readonly<Record<GateName, readonly Fault[]>> = {
  format: [['src/lib/semi.ts', 'export const two = 2;\n', ' (']],
  types: [
    ['src/lib/index.ts', 'const all: readonly number[] = []\nexport const two: number = all[0]\n', 'TS2322'],
  ],
  lint: [
    [
      'src/lib/floating.ts',
      'export async function later(): Promise<void> {}\n\nlater()\n',
      'typescript(no-floating-promises)',
    ],
    [
      'src/cli/read.ts',
      "import { readFileSync } from 'node:fs'\n\nexport const two = readFileSync('two')\n",
      'eslint(no-restricted-imports)',
    ],
    [
      'src/outputs/json/loaded.ts',
      "import { schema } from '../../protocol/trace/trace-schema.ts'\n\nexport const loaded = schema\n",
      'eslint(no-restricted-imports)',
    ],
    ['src/cli/here.ts', 'export const here = process.cwd()\n', 'eslint(no-restricted-properties)'],
    [
      'src/protocol/parsed.ts',
      "export const two = JSON.parse('2') as number\n",
      'eslint(no-restricted-globals)',
    ],
  ],
  imports: [
    [
      'src/ui/joined.ts',
      "import { start } from '../agent/start.ts'\n\nexport const joined = start\n",
      'error ui-imports-inward',
    ],
    [
      'src/plans/late.ts',
      "export const late = async (): Promise<unknown> => import('../agent/start.ts')\n",
      'error plans-imports-inward',
    ],
    [
      'src/plans/reading.ts',
      "import { readFileSync } from 'node:fs'\n\nexport const reading = readFileSync('four')\n",
      'error pure-does-no-io',
    ],
    [
      'src/utils/two.ts',
      "import { two } from '../lib/two.ts'\n\nexport const more = two\n",
      'error known-folders',
    ],
  ],
  unused: [['src/lib/spare.ts', 'export const spareExport = 3\n', '']],
}

const wrongTest = `import { expect, test } from 'vitest'
import { two } from '../../src/lib/two.ts'

test('right', () => {
  expect(two).toBe(2)
})

test('wrong', () => {
  expect(two).toBe(3)
})
`

function lastLine(output: string): string | undefined {
  return output.trimEnd().split('\n').at(-1)
}

describe('npm test', () => {
  test('names each fault of each gate, and ends with the count of gates and tests together', () => {
    const files = Object.values(faults).flatMap((some) => some.map(([file, content]) => [file, content]))
    const { passed, output } = plantedProject({
      ...(Object.fromEntries(files) as Readonly<Record<string, string>>),
      'test/lib/two.test.ts': wrongTest,
    }).test()
    const [, ...parts] = output.split(/^check:(\w+) failed:$/m)
    const missed = Object.entries(faults).flatMap(([gate, some]) => {
      // A finding is a line, or some lines without a blank one between them.
      const findings = (parts[parts.indexOf(gate) + 1] ?? '').split(gate === 'lint' ? '\n\n' : '\n')
      return some.filter(
        ([file, , says]) => !findings.some((each) => each.includes(file) && each.includes(says)),
      )
    })
    expect(missed, output).toEqual([])
    expect(lastLine(output), output).toBe('1 passed, 6 failed')
    expect(passed).toBe(false)
  })

  test('passes every gate of a sound project; without a test that is a failure', () => {
    const { passed, output } = plantedProject().test()
    expect(lastLine(output), output).toBe('5 passed, 1 failed')
    expect(passed).toBe(false)
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
    'src/cli/published-schemas.ts',
    'src/cli/man-page.ts',
  ]
  const { passed, output } = plantedProject(Object.fromEntries(empty.map((file) => [file, '']))).gate(
    'imports',
  )
  expect(output).toContain('no module was looked at')
  expect(passed).toBe(false)
})

test('the gate imports fails where folders import each other in a circle, and names an import for each step', () => {
  const { passed, output } = plantedProject({
    'src/plans/five.ts': "import { six } from './kinds/six.ts'\n\nexport const five = six - 1\n",
    'src/plans/kinds/six.ts': "import { four } from '../four.ts'\n\nexport const six = four + 2\n",
  }).gate('imports')
  expect(output).toContain('imports: these folders import each other in a circle:')
  expect(output).toContain('src/plans/five.ts imports src/plans/kinds/six.ts')
  expect(output).toContain('src/plans/kinds/six.ts imports src/plans/four.ts')
  expect(passed).toBe(false)
})

test('the gate imports fails for more small files with one importer than are allowed, and names each', () => {
  const tool = '.tools/check-imports.mjs'
  const real = readFileSync(new URL(`../../${tool}`, import.meta.url), 'utf8')
  const { passed, output } = plantedProject({
    [tool]: real.replace(/smallFilesAllowed = \d+/, 'smallFilesAllowed = 0'),
    'src/ui/word.ts': 'export const word = 4\n',
    'src/ui/late.ts': 'export const late = 5\n',
    'src/ui/long.ts': `export const long = 6\n${'\n'.repeat(40)}`,
    'src/ui/shown-kinds.ts':
      "import { one } from './one-kind.ts'\n\nexport const shownKinds: readonly number[] = [one]\n",
    'src/ui/one-kind.ts': 'export const one = 1\n',
    'src/ui/show.ts':
      "import { long } from './long.ts'\nimport { shownKinds } from './shown-kinds.ts'\nimport { word } from './word.ts'\n\nexport const show = word + long + shownKinds.length\nexport const later = async (): Promise<unknown> => import('./late.ts')\n",
  }).gate('imports')
  expect(output).toContain('files of at most 40 lines have one importer, 0 may be.')
  expect(output).toContain('  src/ui/word.ts (1 lines), imported by src/ui/show.ts\n')
  expect(output).not.toMatch(/  src\/ui\/(?:late|long|shown-kinds|one-kind)\.ts/)
  expect(passed).toBe(false)
})

test('the build fails without an entry, and names it', () => {
  const { passed, output } = plantedProject({ 'src/demo/main.ts': null }).build()
  expect(output).toContain('build: cannot build: src/demo/main.ts')
  expect(passed).toBe(false)
})
