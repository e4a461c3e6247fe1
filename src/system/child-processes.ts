// Programs that are started here: why one could not be, and how it is ended with all that it has started.
import { spawn, spawnSync } from 'node:child_process'
import { join, isAbsolute, resolve, sep } from 'node:path'
import { existsSync, statSync } from 'node:fs'

/** Node's `spawn`, without a shell. It also throws where a program cannot be started. */
export type ProgramSpawn = typeof spawn

/** What starts programs on a system; see `windows-spawn.ts`, which only Windows loads. */
export async function programSpawn(platform: NodeJS.Platform): Promise<ProgramSpawn> {
  return platform === 'win32' ? (await import('./windows-spawn.ts')).windowsSpawn : spawn
}

/** Describes why a command could not be started, and what to do about it. Raw text. */
export function describeSpawnFailure(error: unknown, command: string, cwd: string): string {
  const code = errorCode(error)
  // Node reports a missing working folder as a missing command.
  const folder = folderTrouble(cwd)
  if (folder !== null) return folder
  const path = pathOf(command, cwd)
  switch (code) {
    case 'ENOENT':
      if (path === null) return `there is no command "${command}" on the PATH${mistaken(command, cwd)}`
      return existsSync(path)
        ? `"${command}" exists, but the interpreter in its first line does not`
        : `there is no file "${command}"${mistaken(command, cwd)}`
    case 'EACCES':
    case 'EPERM':
    case 'EISDIR':
      if (path !== null && isFolder(path)) return `"${command}" is a folder, not a program`
      // A folder of the PATH that may not be read has the same code.
      if (path === null) return `there is no command "${command}" on the PATH that you may run`
      return `"${command}" is not executable (is it marked as executable?)`
    case 'ENOEXEC':
      return `"${command}" is not a program for this system`
    case 'ENOTDIR':
      return `a part of the path "${command}" is not a folder`
    case 'E2BIG':
      return `the arguments and the environment of "${command}" are too long`
    case 'EMFILE':
    case 'ENFILE':
      return `"${command}" could not be started: too many files are open`
    case 'EAGAIN':
    case 'ENOMEM':
      return `"${command}" could not be started: the system cannot start another process`
    default:
      return `"${command}" could not be started: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** What was meant by a command that does not exist, if that is plain. */
function mistaken(command: string, cwd: string): string {
  if (command.startsWith('~')) return ': a shell puts the home folder there, and only outside of quotes'
  const isFile = (path: string): boolean => existsSync(path) && !isFolder(path)
  const [first = '', ...more] = command.split(' ')
  const isCommand = pathOf(first, cwd) === null || isFile(resolve(cwd, first))
  if (more.length > 0 && isCommand) return ': give its words apart, without quotes around them all'
  return isFile(join(cwd, command)) ? `; the one in this folder is ./${command}` : ''
}

/** As in `lib/result.ts`, which is no part of what a tap loads before its agent. */
function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

function folderTrouble(cwd: string): string | null {
  if (!existsSync(cwd)) return `the working folder "${cwd}" does not exist`
  return isFolder(cwd) ? null : `the working folder "${cwd}" is not a folder`
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** The path of a command with a slash (on Windows also a backslash), relative to the working folder; null: the command is looked up on the PATH. */
function pathOf(command: string, cwd: string): string | null {
  if (isAbsolute(command)) return command
  return command.includes('/') || command.includes(sep) ? resolve(cwd, command) : null
}

/**
 * Sends a signal to all processes of a group; 0 only checks for them. False when none is left. Never throws. On Windows, which has neither
 * groups nor signals, the leader and all that it has started are ended, with SIGKILL before it returns; 0 checks for the leader.
 */
export function signalGroup(
  leaderPid: number,
  signal: NodeJS.Signals | 0,
  platform = process.platform,
): boolean {
  try {
    if (platform !== 'win32') process.kill(-leaderPid, signal)
    else if (signal === 0) process.kill(leaderPid, 0)
    else endTree(leaderPid, signal === 'SIGKILL')
    return true
  } catch (error) {
    // EPERM: there is a process that we may not signal (a set-uid program).
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A taskkill that is slower is not waited for: this process may be at its end. */
const taskkillWaitMs = 3000

/** The leader must still run: what it has started is known by its id. */
function endTree(leaderPid: number, isWaitedFor: boolean): void {
  // Not by its name alone, which a file in the working folder may have.
  const command = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'taskkill.exe')
  const args = ['/PID', String(leaderPid), '/T', '/F']
  const endLeader = (): void => void process.kill(leaderPid, 'SIGKILL')
  if (isWaitedFor) {
    const options = { stdio: 'ignore', timeout: taskkillWaitMs, windowsHide: true } as const
    const { error } = spawnSync(command, args, options)
    if (error !== undefined) endLeader()
    return
  }
  spawn(command, args, { stdio: 'ignore', windowsHide: true }).once('error', () => {
    try {
      endLeader()
    } catch {
      // It has ended.
    }
  })
}

/** Ends the rest of a group after its leader: SIGTERM, then SIGKILL. Settles when no process is left, or a while after SIGKILL. */
export async function endGroup(leaderPid: number): Promise<void> {
  // Windows does not know any more what an ended process has started.
  if (process.platform === 'win32' || !signalGroup(leaderPid, 'SIGTERM')) return
  if (await becomesEmpty(leaderPid, termWaitMs)) return
  signalGroup(leaderPid, 'SIGKILL')
  // Bounded, since a dead process that is not reaped (in a container without init) still counts as there.
  await becomesEmpty(leaderPid, killWaitMs)
}

/** Whether the process that started this one has ended; `parentPid`: its id at the start, which Windows never changes. */
export function isOrphan(parentPid: number, platform = process.platform): boolean {
  return platform === 'win32' ? !signalGroup(parentPid, 0, platform) : process.ppid !== parentPid
}

const termWaitMs = 400
const killWaitMs = 300
const lookEveryMs = 15

async function becomesEmpty(leaderPid: number, withinMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += lookEveryMs) {
    if (!signalGroup(leaderPid, 0)) return true
    await sleep(lookEveryMs)
  }
  return !signalGroup(leaderPid, 0)
}

/** Real time, since processes are real in tests too. The timer keeps our process alive, which must not exit before the agent. */
async function sleep(ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
}
