import { release } from 'node:os'
import { ok, type Result } from '../../lib/result.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'
import { openProgramLog } from '../../system/program-log.ts'
import type { Host } from './host.ts'
import { versionText } from './version-text.ts'

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
  host.process.on('exit', (status: number) => log.note(`exit: status ${status}`))
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
