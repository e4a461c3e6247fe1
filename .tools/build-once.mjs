import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Builds the program before the tests that run it, and the one that packs it: once, without chunks of earlier builds. */
export default function buildOnce() {
  const build = path.join(path.dirname(fileURLToPath(import.meta.url)), 'build.mjs')
  const { status } = spawnSync(process.execPath, [build], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the build failed: nothing to test')
}
