import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Builds the program before the tests that run it, and the one that packs it: once, without chunks of earlier builds. What the first starts
 * of it compile serves the others.
 */
export default function buildOnce(project) {
  const build = path.join(path.dirname(fileURLToPath(import.meta.url)), 'build.mjs')
  const { status } = spawnSync(process.execPath, [build], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the build failed: nothing to test')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'acp-plan-tui-compiled-'))
  project.provide('compiledFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
