import type { SpawnOptions } from 'node:child_process'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import crossSpawn from 'cross-spawn'
import { programOnPath, withEnding, type ProgramSearch } from './program-path.ts'

/**
 * `spawn` for Windows: also starts scripts (`npx` is `npx.cmd` there), which Node's starts only through a shell, with the arguments as they
 * are. Throws ENOENT where there is no such program. A bare name is looked for on PATH only.
 */
export const windowsSpawn = ((command: string, args: readonly string[], options: SpawnOptions) =>
  crossSpawn.spawn(fileOf(command, options), args, options)) as typeof crossSpawn.spawn

function fileOf(command: string, { cwd, env = process.env }: SpawnOptions): string {
  const places: ProgramSearch = { env, platform: 'win32', isExecutable: isFile }
  const folder = typeof cwd === 'string' ? cwd : '.'
  const found = /[\\/]/.test(command)
    ? withEnding(resolve(folder, command), places)
    : programOnPath(command, places)
  if (found !== null) return found
  throw Object.assign(new Error(`spawn ${command} ENOENT`), { code: 'ENOENT' })
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}
