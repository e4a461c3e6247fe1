import { spawn } from 'node:child_process'

/** Node's `spawn`, without a shell. It also throws where a program cannot be started. */
export type ProgramSpawn = typeof spawn

/** What starts programs on a system; see `windows-spawn.ts`, which only Windows loads. */
export async function programSpawn(platform: NodeJS.Platform): Promise<ProgramSpawn> {
  return platform === 'win32' ? (await import('./windows-spawn.ts')).windowsSpawn : spawn
}
