// `npm run fuzz`: builds the program, then runs it with mutated recordings for a given time. See `--help`.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import esbuild from 'esbuild'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const run = (args, env = {}) =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status

const built = run(['.tools/build.mjs', '--keep-old'])
const isPart = process.argv.some((arg) => /^--(?:no-properties|only|run|case|help)(?:=|$)/.test(arg))
const properties = !isPart
  ? run(
      ['node_modules/vitest/vitest.mjs', 'run', '--config', '.tools/vitest.config.mjs', '--project', 'unit'],
      { FUZZ: '1' },
    )
  : 0
if (built === 0) {
  // Node 20 does not run TypeScript. The bundle is written to a folder from which it can import its external packages.
  const bundle = path.join(root, 'node_modules/.cache', `fuzz-${process.pid}.mjs`)
  await esbuild.build({
    entryPoints: [path.join(root, 'test/fuzz/main.ts')],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  })
  const { main } = await import(pathToFileURL(bundle).href)
  rmSync(bundle)
  const found = await main(root, path.join(os.tmpdir(), 'fuzz-findings'))
  process.exitCode = found === 0 && properties === 0 ? 0 : 1
} else process.exitCode = 1
