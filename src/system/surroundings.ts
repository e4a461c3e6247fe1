import { homedir, userInfo } from 'node:os'
import { isAbsolute, resolve } from 'node:path'

/** The folder that we work in, as a whole path; null: it is gone, or may not be looked at. */
export function workingFolder(): string | null {
  try {
    return process.cwd()
  } catch {
    return null
  }
}

/** A path from the root on, as seen from the folder that we work in; null: it is relative, and that folder is gone. */
export function wholePath(path: string): string | null {
  const here = isAbsolute(path) ? '' : workingFolder()
  return here === null ? null : resolve(here, path)
}

/** The user's home as a whole path; null: there is none, as for users that only have a number. */
export function homeFolder(): string | null {
  try {
    const folder = homedir()
    return isAbsolute(folder) ? folder : null
  } catch {
    return null
  }
}

/** The user's name; null: the system knows none for the number, as in containers. */
export function userName(): string | null {
  try {
    const { username } = userInfo()
    return username === '' ? null : username
  } catch {
    return null
  }
}
