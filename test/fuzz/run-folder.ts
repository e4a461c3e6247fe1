import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { killProcess, markedProcesses, scrubbedEnv } from '../support/run-environment.ts'
import type { LogEntry } from './outcome.ts'

/** A folder and an environment for one run of the program. */
export interface RunFolder {
  readonly path: string
  readonly env: Record<string, string>
  file(name: string): string
  /** What the agent has logged so far. */
  log(): readonly LogEntry[]
  /** Processes that still live some time after the program's end. */
  leftovers(): Promise<readonly string[]>
  /** Ends whatever is left, and removes the folder. */
  remove(): void
}

/** So long what is ending may take to end. */
const lingerMs = 8000

export function runFolder(): RunFolder {
  const folder = mkdtempSync(path.join(tmpdir(), 'acp-plan-tui-fuzz-'))
  const mark = randomUUID()
  const file = (name: string): string => path.join(folder, name)
  return {
    path: folder,
    env: scrubbedEnv(folder, mark),
    file,
    log: () => readLog(file('log')),
    async leftovers() {
      const untilMs = performance.now() + lingerMs
      let left = markedProcesses(mark)
      for (; left.length > 0 && performance.now() < untilMs; left = markedProcesses(mark)) await pause(20)
      return left.map(({ pid, command }) => `${pid} ${command}`)
    },
    remove() {
      for (const { pid } of markedProcesses(mark)) killProcess(pid)
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** The last line may be half written. */
function readLog(file: string): readonly LogEntry[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as LogEntry)
}

/** The most memory that a process has had, in MB; 0 when it is gone. */
export function peakMemoryMb(pid: number): number {
  try {
    const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(found?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
