import { release } from 'node:os'
import { ok, type Result } from '../../lib/result.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'
import { openProgramLog } from '../../system/program-log.ts'
import { readOptions } from '../arguments/read-options.ts'
import { commandNames } from '../arguments/option-spec.ts'
import { lastValue } from '../arguments/parsed-options.ts'
import type { Host } from './host.ts'
import { versionText } from './version-text.ts'

const variable = 'ACP_PLAN_TUI_LOG'

/** The host with the log of --log or of the variable, whose beginning says what surrounds the program; without either, the host. */
export function loggedHost(argv: readonly string[], host: Host): Result<Host, UsageError> {
  const end = argv.indexOf('--')
  const words = end < 0 ? argv : argv.slice(0, end)
  const read = readOptions(words)
  const given = read.ok ? lastValue(read.value.given, 'log') : null
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
  log.note(`command: ${shownWords(words, read.ok ? read.value.given.typed : []).join(' ')}`)
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

/** The command and the names of its options: values may be private. */
function shownWords(
  words: readonly string[],
  typed: readonly { readonly spec: { readonly name: string } }[],
): readonly string[] {
  const command = words.find((word) => commandNames.some((name) => name === word))
  return [command ?? 'no command', ...typed.map(({ spec }) => `--${spec.name}`)]
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
