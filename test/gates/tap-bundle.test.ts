import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import esbuild, { type Metafile } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const entry = 'src/cli/tap-main.ts'

/** cross-spawn, and what it depends on. */
const startsOnWindows = ['cross-spawn', 'isexe', 'path-key', 'shebang-command', 'shebang-regex', 'which']

/** The modules of the tap's bundle: all of them, or those that are loaded at once. */
function modulesFrom({ inputs }: Metafile, kinds: readonly string[]): readonly string[] {
  const found = new Set([entry])
  for (const file of found)
    for (const { path: imported, kind } of inputs[file]?.imports ?? [])
      if (kinds.includes(kind) && imported in inputs) found.add(imported)
  return [...found].toSorted()
}

let metafile: Metafile

beforeAll(async () => {
  const built = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    splitting: true,
    outdir: 'dist',
    format: 'esm',
    platform: 'node',
    metafile: true,
  })
  ;({ metafile } = built)
})

describe('the bundle of the tap', () => {
  test('holds no package but the one that starts programs on Windows: no SDK, no Ink, no markdown', () => {
    const all = modulesFrom(metafile, ['import-statement', 'dynamic-import', 'require-call'])
    const packages = all.flatMap((file) => /^node_modules\/([^/]+)/.exec(file)?.[1] ?? [])
    expect([...new Set(packages)]).toEqual(startsOnWindows)
    expect(all.filter((file) => /^src\/(?:ui|agent|demo|terminal|run|plans)\//.test(file))).toEqual([])
    expect(all).toContain('src/tap/tap-server.ts')
  })

  test('loads only what passes bytes before the agent is started', () => {
    expect(modulesFrom(metafile, ['import-statement', 'require-call'])).toEqual([
      'package.json',
      'src/app/words/exit.ts',
      'src/cli/host/version.ts',
      'src/cli/tap-main.ts',
      'src/lib/json/cut-depth.ts',
      'src/lib/json/write-json.ts',
      'src/protocol/wire/line-cutter.ts',
      'src/system/child-processes.ts',
      'src/system/end-signals.ts',
      'src/system/user-environment.ts',
      'src/tap/run-tap.ts',
      'src/tap/tap-log.ts',
      'src/tap/tap.ts',
    ])
  })

  test('is chosen by the launcher before the program is loaded', () => {
    const launcher = readFileSync(path.join(root, 'bin/acp-plan-tui.js'), 'utf8')
    expect(launcher).toContain("words[0] === 'tap' || words[0] === 'statusline'")
    expect(launcher.match(/^import .*$/gm)?.every((line) => line.includes("from 'node:"))).toBe(true)
  })
})
