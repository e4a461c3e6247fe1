import { spawn, type ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { agentScript } from './agent-script.ts'
import type { FuzzCase } from './fuzz-case.ts'
import type { RunFolder } from './run-folder.ts'

/** Where the program and the agent of the project lie. */
export interface Programs {
  readonly launcher: string
  readonly agent: string
  readonly sessionLeader: string
}

export interface RunContext {
  readonly fuzzed: FuzzCase
  readonly folder: RunFolder
  readonly programs: Programs
  /** A run that takes longer hangs. */
  readonly deadlineMs: number
}

/** What the agent is to play, and where it logs: its arguments. */
export function writeScript(fuzzed: FuzzCase, folder: RunFolder): readonly [string, string] {
  writeFileSync(folder.file('script.json'), JSON.stringify(agentScript(fuzzed)))
  return [folder.file('script.json'), folder.file('log')]
}

export interface Server {
  readonly child: ChildProcess
  readonly address: string
}

/** Starts what `connect` is given the address of: the agent of the case, behind a socket. */
export async function startServer({ fuzzed, folder, programs }: RunContext): Promise<Server> {
  const kind = fuzzed.server === 'unix' ? `unix:${folder.file('socket')}` : String(fuzzed.server)
  const script = writeScript(fuzzed, folder)
  const child = spawn(process.execPath, [programs.agent, ...script, kind], {
    env: folder.env,
    stdio: 'ignore',
  })
  for (;;) {
    const listens = folder.log().find((entry) => entry.type === 'listens')
    if (listens !== undefined)
      return {
        child,
        address: fuzzed.server === 'unix' ? kind : `${fuzzed.server}://127.0.0.1:${listens.port}`,
      }
    if (child.exitCode !== null) throw new Error('the server of the case did not start')
    await pause(10)
  }
}
