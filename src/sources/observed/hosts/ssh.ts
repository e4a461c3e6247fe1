// How another machine is reached by ssh: what is started there, and what its failures mean.
import { execFile } from 'node:child_process'
import type { TransportEnd } from '../../../app/ports/transport.ts'

/** What is wrong with the name of a machine; null: nothing. It must never be taken for an option, nor reach a terminal as a sequence. */
export function hostFault(host: string): string | null {
  if (host === '') return 'it is empty'
  if (host.startsWith('-')) return 'ssh would take it for an option'
  if (/[\p{Cc}\p{Cf}\p{Z}]/u.test(host)) return 'it has spaces or control characters'
  return host.length > 255 ? 'it is too long' : null
}

export interface RemoteProgram {
  /** How the user calls the program there, in words of the shell there; null: by its name. */
  readonly command: string | null
  /** How far back sessions are looked for. */
  readonly sinceMs: number
}

/** The command line for the shell there. `asLogin`: by a login shell, which knows of programs of nvm and others. */
export function remoteCommand({ command, sinceMs }: RemoteProgram, asLogin: boolean): string {
  const hours = Math.min(999_999, Math.max(1, Math.ceil(sinceMs / 3_600_000)))
  const line = `exec ${command ?? 'acp-plan-tui'} attach --all --serve --since ${hours}h`
  return asLogin ? `exec "$SHELL" -lc '${line}'` : line
}

interface SshOptions {
  readonly host: string
  readonly remote: string
  /** ssh may ask the user on the terminal. */
  readonly asks: boolean
}

/** The arguments of ssh. What the user has configured for the host holds, where it is not about this connection alone. */
export async function sshArguments(
  { host, remote, asks }: SshOptions,
  settings: SshSettings,
): Promise<readonly string[]> {
  const options = [
    ...(asks ? [] : ['BatchMode=yes']),
    'ClearAllForwardings=yes',
    'ForwardAgent=no',
    'ForwardX11=no',
    'RemoteCommand=none',
    ...missingLimits(await settings(host)),
  ]
  return ['-T', ...options.flatMap((each) => ['-o', each]), '--', host, remote]
}

const limits = [
  { unset: /^connecttimeout none$/m, options: ['ConnectTimeout=10'] },
  {
    unset: /^serveraliveinterval 0$/m,
    options: ['ServerAliveInterval=15', 'ServerAliveCountMax=3'],
  },
]

/** What ssh would do for a host, as its `-G` writes it; null: it does not say. Never rejects. */
export type SshSettings = (host: string) => Promise<string | null>

export const sshSettings: SshSettings = async (host) =>
  await new Promise((resolve) => {
    execFile('ssh', ['-G', '--', host], { timeout: 5000, windowsHide: true }, (cause, stdout) =>
      resolve(cause === null ? stdout : null),
    )
  })

/** Limits that the user has not set: all of them where that is not known. */
function missingLimits(settings: string | null): readonly string[] {
  return limits.flatMap(({ unset, options }) => (settings === null || unset.test(settings) ? options : []))
}

/** Why a connection has ended, for the user. Raw. */
export interface HostFailure {
  readonly why: string
  /** Answers of the user may help: a password, a key of the host. */
  readonly needsUser: boolean
  /** Trying again by itself is of no use. */
  readonly isFinal: boolean
  /** A login shell may find the program. */
  readonly isMissing: boolean
}

/** Longer last words are cut. */
const longestWords = 200

/** `said`: what came on stderr at the end; `hasStarted`: the program there has answered. */
export function failureOf(end: TransportEnd, said: string, hasStarted: boolean): HostFailure {
  const words = lastLine(said)
  const failure = { why: words, needsUser: false, isFinal: false, isMissing: false }
  if (end.kind === 'not-started') return { ...failure, why: end.cause, isFinal: true }
  const code = end.kind === 'exited' ? end.code : null
  if (code === 255) {
    const needsUser = /permission denied|host key|verification failed/i.test(said)
    const isFinal = needsUser || /invalid characters|bad configuration/i.test(said)
    return { ...failure, why: words === '' ? 'ssh has failed' : words, needsUser, isFinal }
  }
  if (hasStarted) return { ...failure, why: words === '' ? 'the connection has ended' : words }
  if (code === 127 || code === 126) {
    const why =
      'there is no acp-plan-tui on its PATH: install it there with npm, or name it with --remote-command'
    return { ...failure, why, isFinal: true, isMissing: code === 127 }
  }
  if (code === 2)
    return { ...failure, why: `acp-plan-tui is too old there: update it (${words})`, isFinal: true }
  return { ...failure, why: words === '' ? `it has ended with status ${code ?? 'unknown'}` : words }
}

function lastLine(said: string): string {
  const lines = said.split(/[\r\n]+/).map((line) => line.trim())
  return (lines.findLast((line) => line !== '') ?? '').slice(0, longestWords)
}

/** Pauses before the next attempts, in milliseconds; the last one holds. */
const pausesMs = [1000, 2000, 5000, 10_000, 20_000, 40_000, 60_000]

/** The pause after so many failures in a row. `share`: from 0 to 1, so that many do not come at once. */
export function pauseMs(failures: number, share: number): number {
  const pause = pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 1000
  return Math.round(pause * (0.8 + 0.4 * share))
}
