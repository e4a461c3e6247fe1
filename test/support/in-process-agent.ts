import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OpenTransport, TransportEvents } from '../../src/app/ports/transport.ts'
import type { SpawnedCommand } from '../../src/sources/spawned/open-spawned.ts'
import { changes, type Changes } from './changes.ts'
import {
  agentOn,
  type Order,
  type Outlives,
  type PuppetLine,
  type PuppetRun,
  type ScriptedAgent,
} from './scripted-agent.ts'
import type { VirtualTime } from './virtual-time.ts'

/** As much as a pipe holds: what is longer comes in pieces. */
const pipeBytes = 65_536

/** A scripted agent without a process. */
export interface InProcessAgent extends ScriptedAgent {
  open(command: SpawnedCommand): OpenTransport
}

/** The agent of a program that runs in this process: what it writes is read within the call, and nothing of it is left to the system. */
export function inProcessAgent(time: VirtualTime, outlives: readonly Outlives[] = []): InProcessAgent {
  const runs: PuppetRun[] = []
  const moved = changes()
  const line: PuppetLine = { runs, changes: moved, until: time.until }
  const agent = agentOn(line, [process.execPath, 'agent.mjs', ...outlives])
  const open =
    (command: SpawnedCommand): OpenTransport =>
    (events) => {
      const running = startRun(command, { events, inProgram: time.run, moved, outlives })
      setImmediate(() => {
        runs.push(running.run)
        moved.changed()
      })
      return {
        isRunning: true,
        send: running.receive,
        end: async () => running.end(),
        killNow: () => running.end(),
      }
    }
  return Object.defineProperties({ open } as InProcessAgent, Object.getOwnPropertyDescriptors(agent))
}

interface RunParts {
  readonly events: TransportEvents
  readonly inProgram: VirtualTime['run']
  readonly moved: Changes
  readonly outlives: readonly Outlives[]
}

interface StartedRun {
  readonly run: PuppetRun
  readonly receive: (message: string) => void
  readonly end: () => void
}

function startRun(command: SpawnedCommand, { events, inProgram, moved, outlives }: RunParts): StartedRun {
  const over = (end: Parameters<TransportEvents['onEnded']>[0]): void => {
    if (run.isGone) return
    run.isGone = true
    setImmediate(() => {
      inProgram(() => events.onEnded(end))
      moved.changed()
    })
  }
  const run: PuppetRun = {
    pid: 0,
    cwd: command.cwd,
    env: command.env,
    stdin: Buffer.alloc(0),
    hasStdinEnded: false,
    isGone: false,
    signals: [],
    kill: (signal) => over({ kind: 'exited', code: null, signal }),
    async order(order: Order) {
      switch (order.order) {
        case 'stdout':
        case 'stderr': {
          const tell = order.order === 'stdout' ? events.onBytes : events.onStderr
          const bytes = Buffer.from(order.base64, 'base64')
          for (let at = 0; at < bytes.length && !run.isGone; at += pipeBytes) {
            inProgram(() => tell(bytes.subarray(at, at + pipeBytes)))
            await nextTurn()
          }
          return
        }
        case 'close-stdout':
          return over({ kind: 'closed-output' })
        case 'exit':
          return over({ kind: 'exited', code: order.code, signal: null })
      }
    },
  }
  return {
    run,
    receive(message) {
      if (run.isGone) return
      run.stdin = Buffer.concat([run.stdin, Buffer.from(`${message}\n`)])
      moved.changed()
    },
    end() {
      run.hasStdinEnded = true
      if (outlives.includes('stdin-end')) run.signals.push('SIGTERM')
      over(
        outlives.includes('stdin-end')
          ? { kind: 'exited', code: null, signal: outlives.includes('SIGTERM') ? 'SIGKILL' : 'SIGTERM' }
          : { kind: 'exited', code: 0, signal: null },
      )
      moved.changed()
    },
  }
}
