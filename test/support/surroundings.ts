// The home folder, environment and processes of one run of the program.
import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { inject, onTestFinished } from 'vitest'
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

declare module 'vitest' {
  interface ProvidedContext {
    /** Where tests of the whole program pass on its compiled form (`src/system/script-cache.ts`), which its starts take a part less time with. */
    readonly compiledFolder?: string
  }
}

/** What the other folder lacks. What is still being written has an ending. */
function linkScripts(from: string, to: string): void {
  const names = existsSync(from) ? readdirSync(from) : []
  for (const name of names.filter((each) => !each.endsWith('.part')))
    try {
      linkSync(path.join(from, name), path.join(to, name))
    } catch {
      // It is there, or gone.
    }
}

/** Call it inside a test: it cleans up when that test ends. */
export function surroundings(extra: ExtraEnv = {}): Surroundings {
  const folder = mkdtempSync(path.join(tmpdir(), 'acp-plan-tui-test-'))
  const mark = randomUUID()
  const isOther = 'TMPDIR' in extra || 'NODE_DISABLE_COMPILE_CACHE' in extra
  const compiled = isOther ? undefined : inject('compiledFolder')
  const env = scrubbedEnv(folder, mark, {
    ...(compiled !== undefined && { NODE_DISABLE_COMPILE_CACHE: undefined }),
    ...extra,
  })
  const own = path.join(folder, `acp-plan-tui-compiled-${process.getuid?.() ?? 'user'}`)
  if (compiled !== undefined) {
    mkdirSync(own, { mode: 0o700 })
    linkScripts(compiled, own)
  }
  const processes = (): ReturnType<Surroundings['processes']> => markedProcesses(mark)
  onTestFinished(async () => {
    for (const { pid } of processes()) killProcess(pid)
    if (compiled !== undefined) linkScripts(own, compiled)
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
