import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import { signalGroup } from '../sources/spawned/process-group.ts'

/** The signals that are passed on to the agent. Those of a fault, and SIGKILL and SIGSTOP, have no listeners. */
const passedSignals = [
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGTERM',
  'SIGUSR1',
  'SIGUSR2',
  'SIGALRM',
  'SIGWINCH',
  'SIGCONT',
  'SIGIO',
  'SIGPWR',
  'SIGXCPU',
] as const satisfies readonly NodeJS.Signals[]

/** Those of Windows, which all ask for the end: ctrl-c, ctrl-break, and the closed window. No process can send them to another. */
const windowsSignals = ['SIGINT', 'SIGBREAK', 'SIGHUP'] as const satisfies readonly NodeJS.Signals[]

/** Passes on the signals of this process; on Windows ends the agent's processes instead. `onSignal` is told of each. */
export function passSignals(
  process: Pick<NodeJS.Process, 'on' | 'removeAllListeners' | 'platform'>,
  agent: Pick<ChildProcessWithoutNullStreams, 'kill' | 'pid'>,
  onSignal: (signal: NodeJS.Signals) => void,
): () => void {
  const known: Readonly<Partial<Record<string, number>>> = constants.signals
  const { platform } = process
  const isWindows = platform === 'win32'
  const signals = isWindows ? windowsSignals : passedSignals.filter((signal) => known[signal] !== undefined)
  for (const signal of signals) {
    // Also those of the launcher.
    process.removeAllListeners(signal)
    process.on(signal, () => {
      if (!isWindows) agent.kill(signal)
      else if (agent.pid !== undefined) signalGroup(agent.pid, 'SIGTERM', platform)
      onSignal(signal)
    })
  }
  return () => {
    for (const signal of signals) process.removeAllListeners(signal)
  }
}

const guardScript = 'read -r _ || { kill -s TERM -- "-$1"; sleep 2; kill -s KILL -- "-$1"; } 2>/dev/null'

/**
 * Starts a process that ends the agent's group when this one is killed with SIGKILL, which leaves it no time to do so. The result tells it
 * that the group has ended. On Windows there are no groups, and nothing is started.
 */
export function guardGroup(leaderPid: number): () => void {
  if (process.platform === 'win32') return () => undefined
  const guard = spawn('/bin/sh', ['-c', guardScript, 'acp-plan-tui-tap', String(leaderPid)], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // Without a shell there is no guard; the agent then sees the end of its stdin.
  guard.on('error', () => undefined)
  guard.unref()
  const { stdin } = guard
  stdin?.on('error', () => undefined)
  if (stdin instanceof Socket) stdin.unref()
  return () => void stdin?.write('ended\n')
}
