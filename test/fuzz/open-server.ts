import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { tellLie } from '../support/lies/lying-server.ts'
import { writeScript, type RunContext } from './run-context.ts'

/** What a run of the program is connected to. */
export interface Server {
  readonly address: string
  /** What came to the other host that a lie sends clients on to. */
  readonly elsewhere: () => readonly string[]
  close(): Promise<void>
}

/** Starts what the case wants the program to be connected to; null: nothing. */
export async function openServer(context: RunContext): Promise<Server | null> {
  const { lie, server } = context.fuzzed
  if (lie !== null) {
    const { address, elsewhere, close } = await tellLie(lie.name, lie)
    return { address, elsewhere: () => elsewhere, close }
  }
  return server === null ? null : await startAgentServer(context)
}

/** The agent of the case, behind a socket. */
async function startAgentServer({ fuzzed, folder, programs }: RunContext): Promise<Server> {
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
        address: fuzzed.server === 'unix' ? kind : `${fuzzed.server}://127.0.0.1:${listens.port}/`,
        elsewhere: () => [],
        close: async () => await Promise.resolve(void child.kill('SIGKILL')),
      }
    if (child.exitCode !== null) throw new Error('the server of the case did not start')
    await pause(10)
  }
}
