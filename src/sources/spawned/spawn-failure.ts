import { existsSync, statSync } from 'node:fs'
import { isAbsolute, resolve, sep } from 'node:path'

/** Describes why a command could not be started, and what to do about it. Raw text. */
export function describeSpawnFailure(error: unknown, command: string, cwd: string): string {
  const code = errorCode(error)
  // Node reports a missing working folder as a missing command.
  const folder = folderTrouble(cwd)
  if (folder !== null) return folder
  const path = pathOf(command, cwd)
  switch (code) {
    case 'ENOENT':
      if (path === null) return `there is no command "${command}" on the PATH`
      return existsSync(path)
        ? `"${command}" exists, but the interpreter in its first line does not`
        : `there is no file "${command}"`
    case 'EACCES':
    case 'EPERM':
    case 'EISDIR':
      if (path !== null && isFolder(path)) return `"${command}" is a folder, not a program`
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
