import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of its own, removed after the test. Its path is short: it stands in messages, and sockets are made in it. */
export function emptyFolder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'acp-test-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}
