import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A folder that the tests of `test/planted` share: what one of them has built serves the others. */
export default function plantedFolder(project) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'acp-plan-tui-planted-'))
  project.provide('plantedFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
