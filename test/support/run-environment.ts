// The environment of a program under test: nothing of ours, and a mark by which its processes are found.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const markName = 'ACP_PLAN_TUI_TEST_RUN'

export type ExtraEnv = Readonly<Record<string, string | undefined>>

/** Only what a program needs, so that a test gives the same on every machine; `mark` is what its processes are known by. */
export function scrubbedEnv(folder: string, mark: string, extra: ExtraEnv = {}): Record<string, string> {
  const home = path.join(folder, 'home')
  // So short that the sockets of taps fit: else they stand where every run on this machine finds them.
  const runtime = path.join(folder, 'run')
  for (const made of [home, runtime]) mkdirSync(made, { recursive: true, mode: 0o700 })
  const all: Record<string, string | undefined> = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
    XDG_DATA_HOME: path.join(home, '.local/share'),
    XDG_STATE_HOME: path.join(home, '.local/state'),
    XDG_RUNTIME_DIR: runtime,
    TMPDIR: folder,
    // Each run has its own temporary folder, and would fill it for no other run: `surroundings` passes on what is in it.
    NODE_DISABLE_COMPILE_CACHE: '1',
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    SHELL: '/bin/sh',
    // What opens an editor without being told which gets one that ends at once.
    EDITOR: 'true',
    [markName]: mark,
    ...extra,
  }
  return Object.fromEntries(
    Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

/** A process that left its parent is still known by the environment that it was started with. Linux only: none on other systems. */
export function markedProcesses(mark: string): { pid: number; command: string }[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return []
    try {
      if (!readFileSync(`/proc/${entry}/environ`, 'latin1').includes(`${markName}=${mark}`)) return []
      const command = readFileSync(`/proc/${entry}/cmdline`, 'latin1').replaceAll('\0', ' ').trim()
      return [{ pid: Number(entry), command }]
    } catch {
      return [] // ended while we looked, or is not ours to read
    }
  })
}

export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // ended by itself
  }
}
