import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { patienceMs } from './changes.ts'

/** The launcher that users start. It needs a build, which the `program` tests make once before they run. */
export const launcher = fileURLToPath(new URL('../../bin/acp-plan-tui.js', import.meta.url))

const markName = 'ACP_PLAN_TUI_TEST_RUN'

/** A home of its own for one run of the program, gone after the test together with every process that it left. */
export interface Surroundings {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** Processes that this run started, at any depth, and that still live. Linux only. */
  processes(): readonly { readonly pid: number; readonly command: string }[]
  /** Resolves when none is left; rejects with their commands when some stay. */
  noProcesses(timeoutMs?: number): Promise<void>
}

export type ExtraEnv = Readonly<Record<string, string | undefined>>

/** Call it inside a test: it cleans up when that test ends. */
export function surroundings(extra: ExtraEnv = {}): Surroundings {
  const folder = mkdtempSync(path.join(tmpdir(), 'acp-plan-tui-test-'))
  const mark = randomUUID()
  const env = scrubbedEnv(folder, mark, extra)
  const processes = (): ReturnType<Surroundings['processes']> => markedProcesses(`${markName}=${mark}`)
  onTestFinished(async () => {
    for (const { pid } of processes()) kill(pid)
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

/** Only what a program needs, so that a test gives the same on every machine. */
function scrubbedEnv(folder: string, mark: string, extra: ExtraEnv): Record<string, string> {
  const home = path.join(folder, 'home')
  mkdirSync(path.join(home, '.runtime'), { recursive: true, mode: 0o700 })
  const all: Record<string, string | undefined> = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
    XDG_DATA_HOME: path.join(home, '.local/share'),
    XDG_STATE_HOME: path.join(home, '.local/state'),
    XDG_RUNTIME_DIR: path.join(home, '.runtime'),
    TMPDIR: folder,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    SHELL: '/bin/sh',
    [markName]: mark,
    ...extra,
  }
  return Object.fromEntries(
    Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

/** A process that left its parent is still known by the environment that it was started with. */
function markedProcesses(mark: string): { pid: number; command: string }[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return []
    try {
      if (!readFileSync(`/proc/${entry}/environ`, 'latin1').includes(mark)) return []
      const command = readFileSync(`/proc/${entry}/cmdline`, 'latin1').replaceAll('\0', ' ').trim()
      return [{ pid: Number(entry), command }]
    } catch {
      return [] // ended while we looked, or is not ours to read
    }
  })
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // ended by itself
  }
}
