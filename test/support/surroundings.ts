// The home folder, environment and processes of one run of the program.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { patienceMs } from './changes.ts'
import { killProcess, markedProcesses, scrubbedEnv, type ExtraEnv } from './run-environment.ts'

/** The launcher that users start. It needs a build, which the `program` tests make once before they run. */
export const launcher = fileURLToPath(new URL('../../bin/acp-plan-tui.js', import.meta.url))

/** A home of its own for one run of the program, gone after the test together with every process that it left. */
export interface Surroundings {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** Processes that this run started, at any depth, and that still live. Linux only. */
  processes(): readonly { readonly pid: number; readonly command: string }[]
  /** Resolves when none is left; rejects with their commands when some stay. */
  noProcesses(timeoutMs?: number): Promise<void>
}

/** Call it inside a test: it cleans up when that test ends. */
export function surroundings(extra: ExtraEnv = {}): Surroundings {
  const folder = mkdtempSync(path.join(tmpdir(), 'acp-plan-tui-test-'))
  const mark = randomUUID()
  const env = scrubbedEnv(folder, mark, extra)
  const processes = (): ReturnType<Surroundings['processes']> => markedProcesses(mark)
  onTestFinished(async () => {
    for (const { pid } of processes()) killProcess(pid)
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  return {
    folder,
    env,
    processes,
    async noProcesses(timeoutMs = patienceMs) {
      // The kernel tells nobody when a stranger's child ends, so this looks again and again.
      const deadlineMs = performance.now() + timeoutMs
      for (let left = processes(); left.length > 0; left = processes()) {
        if (performance.now() > deadlineMs) {
          throw new Error(`still running: ${left.map(({ pid, command }) => `${pid} ${command}`).join('; ')}`)
        }
        await pause(10)
      }
    },
  }
}
