import { homedir, userInfo } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

/** The absolute path of the working folder; null: it is gone, or not accessible. */
export function workingFolder(): string | null {
  try {
    return process.cwd()
  } catch {
    return null
  }
}

/** The absolute path, resolved from the working folder; null: the path is relative, and that folder is gone. */
export function absolutePath(path: string): string | null {
  const here = isAbsolute(path) ? '' : workingFolder()
  return here === null ? null : resolve(here, path)
}

/** The absolute path of the user's home; null: there is none, as for users without an entry in the system's list. */
export function homeFolder(): string | null {
  try {
    const folder = homedir()
    return isAbsolute(folder) ? folder : null
  } catch {
    return null
  }
}

/** The user's name; null: the system has no name for the user's id, as in some containers. */
export function userName(): string | null {
  try {
    const { username } = userInfo()
    return username === '' ? null : username
  } catch {
    return null
  }
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * The folder for files of a kind: the first of these variables that holds an absolute path, else a folder in the home; null: there is
 * no home either.
 */
export function userFolder(
  env: Variables,
  variables: readonly (string | false)[],
  inHome: string,
): string | null {
  const named = variables
    .map((name) => (name === false ? undefined : env[name]))
    .find((value) => value !== undefined && isAbsolute(value))
  const home = homeFolder()
  return named ?? (home === null ? null : join(home, inHome))
}
