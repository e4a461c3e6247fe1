import { accessSync, constants, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'

export interface ProgramSearch {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly isExecutable: (path: string) => boolean
}

/** More than anybody has. */
const maxFolders = 500
/** What Windows starts without the name of another program, in the order of its own PATHEXT. */
const windowsEndings = ['.com', '.exe', '.bat', '.cmd']

/**
 * The program that a name without a folder stands for: in the folders of PATH, in their order, and on Windows also with an ending that the
 * name lacks. Never in the working folder, which a shell of Windows would search first. null: there is none.
 */
export function programOnPath(name: string, places: ProgramSearch): string | null {
  const { join } = places.platform === 'win32' ? win32 : posix
  for (const folder of foldersOf(places)) {
    const found = withEnding(join(folder, name), places)
    if (found !== null) return found
  }
  return null
}

/** The program of a path that may lack the ending which programs have on Windows; null: there is none. */
export function withEnding(path: string, { platform, isExecutable }: ProgramSearch): string | null {
  if (platform !== 'win32') return isExecutable(path) ? path : null
  const hasEnding = windowsEndings.some((ending) => path.toLowerCase().endsWith(ending))
  // Beside `npx.cmd` npm puts `npx`, a script for other shells: it is the last choice.
  const paths = [...windowsEndings.map((ending) => `${path}${ending}`), path]
  return (hasEnding ? [path] : paths).find((each) => isExecutable(each)) ?? null
}

function foldersOf({ env, platform }: ProgramSearch): readonly string[] {
  return pathValue(env, platform)
    .split(platform === 'win32' ? ';' : ':')
    .map((folder) => (platform === 'win32' ? folder.replaceAll('"', '') : folder))
    .filter((folder) => folder !== '')
    .slice(0, maxFolders)
}

/** On Windows the case of the names of variables does not count, and it is mostly `Path`. */
function pathValue(env: ProgramSearch['env'], platform: NodeJS.Platform): string {
  if (platform !== 'win32') return env['PATH'] ?? ''
  const name = Object.keys(env).findLast((each) => each.toUpperCase() === 'PATH')
  return name === undefined ? '' : (env[name] ?? '')
}

/** Whether a path is that of a file which this user may run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
