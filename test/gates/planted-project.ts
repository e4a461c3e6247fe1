import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const configuration = [
  'package.json',
  'tsconfig.json',
  '.oxlintrc.json',
  '.oxfmtrc.json',
  '.dependency-cruiser.cjs',
  '.knip.json',
  '.tools',
  'bin',
]

const tools = [
  'cross-spawn',
  'dependency-cruiser',
  'acorn',
  'esbuild',
  'fast-check',
  'knip',
  'oxfmt',
  'oxlint',
  'typescript',
  'vitest',
  'yaml',
]

/** As little as a project can be that passes every gate: one module a layer, joined by the entry. */
const sound: Readonly<Record<string, string>> = {
  'src/lib/two.ts': 'export const two = 2\n',
  'src/plans/four.ts': "import { two } from '../lib/two.ts'\n\nexport const four = two * two\n",
  'src/agent/start.ts': "import { four } from '../plans/four.ts'\n\nexport const start = four\n",
  'src/outputs/report/browser/tsconfig.json':
    '{\n  "extends": "../../../../tsconfig.json",\n  "include": ["../../../lib"]\n}\n',
  'src/ui/show.ts': "import { four } from '../plans/four.ts'\n\nexport const show = four\n",
  'src/cli/main.ts':
    "import { start } from '../agent/start.ts'\nimport { show } from '../ui/show.ts'\n\nprocess.exitCode = start - show\n",
  'src/demo/main.ts': "import { two } from '../lib/two.ts'\n\nprocess.exitCode = two\n",
  'src/protocol/trace/trace-schema.ts': 'export const schema = 3\nexport type Schema = typeof schema\n',
  // The types of a schema may be taken by anybody.
  'src/outputs/json/typed.ts':
    "import type { Schema } from '../../protocol/trace/trace-schema.ts'\n\nexport const typed: Schema = 3\n",
  'src/cli/man-page.ts': "export function manPage(): string {\n  return ''\n}\n",
  'src/cli/published-schemas.ts':
    "import { typed } from '../outputs/json/typed.ts'\nimport { schema } from '../protocol/trace/trace-schema.ts'\n\nexport const publishedSchemas = { schema, typed }\n",
  // What all tests begin with: here there is nothing that writes lines.
  'test/support/written-lines/check-written-lines.ts':
    "import { afterEach } from 'vitest'\n\nafterEach(() => undefined)\n",
  'src/outputs/pictures/raster/glyphs/LICENCES.md': '# Letters\n',
}

export type GateName = 'format' | 'lint' | 'types' | 'imports' | 'unused'

export interface GateOutcome {
  readonly passed: boolean
  readonly output: string
}

export interface PlantedProject {
  /** Runs a `check:` script of the real package.json, with the real configuration, over this project. */
  gate(name: GateName): GateOutcome
  build(): GateOutcome
  /** `npm test`, whole. */
  test(): GateOutcome
}

/** A project of its own with the files of `planted` added or replaced, or left out (null); gone when the test ends. */
export function plantedProject(planted: Readonly<Record<string, string | null>> = {}): PlantedProject {
  const folder = mkdtempSync(path.join(tmpdir(), 'acp-plan-tui-gate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of configuration)
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  for (const [name, content] of Object.entries({ ...sound, ...planted })) {
    if (content === null) continue
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  const { scripts, devDependencies, ...rest } = readPackage()
  const run = (script: string | undefined): GateOutcome => {
    if (script === undefined) throw new Error('package.json has no such script')
    const bins = path.join(root, 'node_modules/.bin')
    // Both streams in one, in the order in which they were written.
    const { status, stdout } = spawnSync(`(${script}) 2>&1`, {
      cwd: folder,
      shell: true,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${bins}${path.delimiter}${process.env['PATH'] ?? ''}`, NO_COLOR: '1' },
    })
    return { passed: status === 0, output: stdout }
  }
  return {
    gate: (name) => run(scripts[`check:${name}`]),
    build: () => run(scripts['build']),
    test() {
      // What this project does not use would be unused dependencies in it.
      const lean = Object.entries(devDependencies).filter(([name]) => tools.includes(name))
      const whole = { ...rest, scripts, devDependencies: Object.fromEntries(lean) }
      writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(whole, null, 2)}\n`)
      return run(scripts['test'])
    },
  }
}

interface Package {
  readonly scripts: Record<string, string>
  readonly devDependencies: Record<string, string>
}

function readPackage(): Package {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Package
}
