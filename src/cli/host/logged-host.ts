import { release } from 'node:os'
import { ok, type Result, fail } from '../../lib/result.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'
import type { Host } from './host.ts'
import { devDependencies } from '../../../package.json'
import { programVersion } from './version.ts'
import type { ProgramLog } from '../../system/host.ts'
import { writeCodeWords } from '../../system/regular-file.ts'
import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs'
import type { Clock } from '../../lib/clock.ts'
import { safeLine } from '../../lib/text/safe-text.ts'

const variable = 'ACP_PLAN_TUI_LOG'

/** What a command line says of the log. */
export interface LoggedWords {
  /** Of `--log`; null: it is missing, or the command line is wrong. */
  readonly file: string | null
  /** The command and its options, without their values. */
  readonly called: readonly string[]
}

/** The host with the log of --log or of the variable, whose beginning says what surrounds the program; without either, the host. */
export function loggedHost({ file: given, called }: LoggedWords, host: Host): Result<Host, UsageError> {
  if (given === '' || given === '-')
    return usage('--log needs the name of a file', 'For example `--log log.txt`.')
  const file = given ?? host.process.env[variable] ?? ''
  // `--log` after `--` belongs to the agent, and a wrong command line is explained without a log.
  if (file === '') return ok(host)
  const opened = openProgramLog(file, host.clock, host.process.pid)
  if (!opened.ok)
    return usage(
      `the log ${file} cannot be opened: ${opened.problem}`,
      `Name a file that you may write, with --log or ${variable}.`,
    )
  const log = opened.value
  log.note(`start: acp-plan-tui ${versionText.replaceAll('\n', ', ')}, system ${release()}`)
  log.note(`command: ${called.join(' ')}`)
  log.note(`terminal: ${terminalWords(host).join(', ')}`)
  host.process.on('exit', (status: number) => {
    log.note(`exit: status ${status}`)
    const why = log.brokenBy()
    if (why !== null) host.writeNow(2, `acp-plan-tui: the log ${safeLine(file)} is incomplete: ${why}\n`)
  })
  return ok({
    ...host,
    log,
    writeNow(fd, text) {
      if (fd === 2) for (const line of text.split('\n')) if (line.trim() !== '') log.note(`stderr: ${line}`)
      host.writeNow(fd, text)
    },
  })
}

const told = ['TERM', 'TERM_PROGRAM', 'COLORTERM', 'LANG', 'LC_ALL', 'NO_COLOR', 'FORCE_COLOR', 'CI']
const onlyWhether = ['TMUX', 'STY', 'SSH_TTY', 'WT_SESSION', 'WSL_DISTRO_NAME']

function terminalWords({ process: { env, stdout }, isTerminal }: Host): readonly string[] {
  const ttys = ([0, 1, 2] as const).map((fd) => `${fd} ${isTerminal(fd) ? 'is' : 'is not'} a terminal`)
  const size = isTerminal(1) ? [`${stdout.columns}x${stdout.rows}`] : []
  return [
    ...ttys,
    ...size,
    ...told.flatMap((name) => (env[name] === undefined ? [] : [`${name}=${env[name]}`])),
    ...onlyWhether.filter((name) => env[name] !== undefined),
  ]
}

/** This program's version on the first line, then what bug reports need: Node, the platform, and the protocol's SDK. */
export const versionText = [
  programVersion,
  `Node ${process.versions.node}`,
  `${process.platform} ${process.arch}`,
  `ACP SDK ${devDependencies['@agentclientprotocol/sdk']}`,
].join('\n')

const longestLine = 4000
/** Not through a link that somebody else has put there, and without waiting for the reader of a FIFO. */
const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

interface OpenedLog extends ProgramLog {
  /** Why nothing can be written to it any more; null: all of it is there. */
  brokenBy(): string | null
}

/**
 * Opens a log to append to; a new file can be read by its owner only. Each line has the time, the seconds since `clock` began, and the
 * process, since a program that this one starts may log to the same file. Fails with the reason.
 */
function openProgramLog(file: string, clock: Clock, pid: number): Result<OpenedLog, string> {
  let fd: number
  try {
    fd = openSync(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | careful, 0o600)
  } catch (cause) {
    return fail(faultWords(cause as NodeJS.ErrnoException))
  }
  if (!fstatSync(fd).isFile()) {
    closeSync(fd)
    return fail('it is not a regular file')
  }
  let broken: string | null = null
  return ok({
    brokenBy: () => broken,
    note(what) {
      if (broken !== null) return
      const time = `${new Date(clock.wallMs()).toISOString()} +${(clock.nowMs() / 1000).toFixed(3)}`
      try {
        writeSync(fd, `${time} ${pid} ${safeLine(what.slice(0, longestLine))}\n`)
      } catch (cause) {
        broken = faultWords(cause as NodeJS.ErrnoException)
      }
    },
  })
}

function faultWords({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ELOOP':
      return 'it is a link, and links are not followed'
    case 'ENXIO':
      return 'it is not a regular file'
    default:
      return writeCodeWords(code ?? '') ?? code ?? message
  }
}
