import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { describeSpawnFailure, programSpawn } from '../system/child-processes.ts'
import { workingFolder } from '../system/user-environment.ts'
import type { TapGreeting } from '../protocol/tap/tap-stream.ts'
import { ofTap, Tap, TapCopies, type TapEnd, type TapOptions } from './tap.ts'
import type { TapMessage } from './tap-log.ts'
import { signalStatus, type EndSignal } from '../system/end-signals.ts'

/** Who listens in this process, beside viewers. */
export interface TapListener {
  /** `say` tells the tap's viewers and its stderr something. */
  began(say: (words: string) => void): void
  readonly told: (message: TapMessage) => void
  ended(): Promise<void>
}

export interface TapParts {
  readonly options: TapOptions
  readonly program: string
  /** The agent's command without secrets; loaded when the agent runs. */
  readonly shownCommand: (words: readonly string[]) => Promise<readonly string[]>
  /** Is told each message when all bytes that have come have passed; absent: nobody is. */
  readonly listener?: TapListener
}

/** As in shells. */
const [notFound, notExecutable] = [127, 126]

/** Starts the agent and stands between it and the editor, until the agent has ended; or is a link in a chain of proxies. Never rejects. */
export async function runTap({ options, program, shownCommand, listener }: TapParts): Promise<TapEnd> {
  const startedAt = new Date()
  const copies = new TapCopies(performance.now())
  const folder = workingFolder()
  const { command, args, label } = options
  const watch = { ...options, told: listener?.told ?? null }
  const greeting = async (): Promise<TapGreeting> => ({
    version: 1,
    program,
    pid: process.pid,
    label,
    agent: command === null ? 'chain of proxies' : (await shownCommand([command, ...args])).join(' '),
    folder,
    startedAt: startedAt.toISOString(),
  })
  if (command === null) {
    const { runLink } = await import('./proxy-link.ts')
    listener?.began((words) => copies.say(words))
    copies.watch(watch, greeting)
    const end = await runLink(copies)
    await listener?.ended()
    return end
  }
  const started = await startAgent(command, args)
  if (!('pid' in started)) return notStarted(started.cause, command, folder)
  const tap = new Tap(started.agent, started.pid, copies)
  if (options.advertisesPlans) {
    const { PlanAdvertiser } = await import('./plan-advertiser.ts')
    tap.pass(new PlanAdvertiser((words) => copies.say(words)))
  } else tap.pass(null)
  listener?.began((words) => copies.say(words))
  tap.watch(watch, greeting)
  const end = await tap.ended
  await listener?.ended()
  return end
}

type Started =
  | { readonly agent: ChildProcessWithoutNullStreams; readonly pid: number }
  | { readonly cause: unknown }

/** Without a wait, except on Windows; the promise is for those that cannot be started. */
async function startAgent(command: string, args: readonly string[]): Promise<Started> {
  const spawn = await programSpawn(process.platform)
  try {
    const agent = spawn(command, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own: all its processes end with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    const { pid } = agent
    if (pid !== undefined) return { agent, pid }
    return await new Promise((resolve) => {
      agent.once('error', (cause) => resolve({ cause }))
    })
  } catch (cause) {
    return { cause }
  }
}

function notStarted(cause: unknown, command: string, folder: string | null): TapEnd {
  process.stderr.write(`${ofTap(describeSpawnFailure(cause, command, folder ?? '.'))}\n`)
  const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
  return { kind: 'status', status: isMissing ? notFound : notExecutable }
}

/** Ends this process as the agent has ended: by the same signal, or with its status, which is the result. */
export function endAs(end: TapEnd): number {
  if (end.kind === 'status') return end.status
  const { signal } = end
  // Windows has no signals, and would end this process with status 1.
  if (process.platform !== 'win32') {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  }
  // For those that do not end this process.
  return signalStatus(signal as EndSignal)
}
