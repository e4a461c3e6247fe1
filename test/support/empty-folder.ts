import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of its own, removed after the test. */
export function emptyFolder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'acp-plan-tui-test-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}
