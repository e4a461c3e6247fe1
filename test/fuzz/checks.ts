import { readFileSync } from 'node:fs'
import { jsonLineFault } from '../support/written-lines/line-faults.ts'
import { foreignCharacters } from '../support/formats/own-sequences.ts'
import { mayBeDone } from '../support/lies/lying-server.ts'
import { textOf } from './agent-script.ts'
import { wronglyAnswered } from './check-answers.ts'
import { recordingFindings } from './check-recording.ts'
import { tokenIn } from './fuzz-token.ts'
import type { Finding, Outcome } from './outcome.ts'

/** The statuses that the manual has a row for, but the one of bugs. */
export function documentedStatuses(readme: string): ReadonlySet<number> {
  const table = /\| exit status \|[^]*?\n\n/.exec(readFileSync(readme, 'utf8'))?.[0] ?? ''
  const rows = [...table.matchAll(/^\| (\d+) \|/gm), ...table.matchAll(/\b(\d+) SIG/g)]
  const statuses = new Set(rows.map(([, number]) => Number(number)))
  statuses.delete(70)
  if (!statuses.has(0) || statuses.size < 8)
    throw new Error('the manual has no table of exit statuses any more')
  return statuses
}

/** In MB, for cases of a few MB at the most; an idle run has 90. */
const memoryBoundMb = 700

/** More prompts than users of these runs can send, and than the program may send of its own accord. */
const mostPrompts = 30

/** Everything that is promised and did not hold. */
export function findingsOf(outcome: Outcome, statuses: ReadonlySet<number>): readonly Finding[] {
  const found: Finding[] = []
  const add = (kind: string, text: string): void => void found.push({ kind, text: text.slice(0, 1500) })
  const { status, stdout, stderr, left, terminal, peakMemoryMb } = outcome
  if (status === null)
    add(
      'hang',
      `still running after ${Math.round(outcome.tookMs / 1000)} s; ${stderr}${outcome.screen ?? ''}`,
    )
  else if (status === 70) add('status-70', stderr || stdout.slice(-1500))
  else if (!statuses.has(status)) add('status', `${status}: ${stderr}`)
  if (left.length > 0) add('process-left', left.join('\n'))
  if (terminal !== null && terminal.length > 0 && status !== null) add('terminal', terminal.join(', '))
  if (peakMemoryMb > memoryBoundMb) add('memory', `${Math.round(peakMemoryMb)} MB`)
  for (const [name, text] of written(outcome)) {
    const foreign = foreignCharacters(text)
    if (foreign.length > 0) add('foreign-characters', `${name}: ${JSON.stringify(foreign)}`)
  }
  for (const [name, text] of [...written(outcome), ['recording', outcome.recording?.text ?? ''] as const]) {
    const shown = outcome.case.args.includes('--token-file') ? tokenIn(text) : null
    if (shown !== null) add('token-shown', `${name}: ${shown}`)
  }
  if (outcome.showsGoodPlan === false)
    add('good-plan-missing', `status ${status}\n${outcome.screen ?? stdout.slice(-1500)}`)
  if (outcome.answersKeys === false) add('keys-dead', outcome.screen ?? '')
  for (const text of outcome.stops) add('stop', text)
  const prompts = outcome.log.filter(
    (entry) => entry.type === 'got' && entry.method === 'session/prompt',
  ).length
  if (prompts > mostPrompts) add('prompts-without-end', `${prompts} prompts`)
  if (outcome.elsewhere.length > 0) add('sent-elsewhere', outcome.elsewhere.join('\n'))
  if (saysDoneWrongly(outcome)) add('nothing-done', `status 0 from “${outcome.case.lie?.name}”`)
  for (const { kind, text } of recordingFindings(outcome, statuses)) add(kind, text)
  if (isJson(outcome))
    for (const line of stdout.split('\n')) {
      const fault = line === '' ? null : jsonLineFault(line)
      if (fault !== null) add('no-json', fault)
    }
  for (const text of madeUpTimes(outcome)) add('time-made-up', text)
  for (const text of wronglyAnswered(outcome)) add('answers', text)
  return found
}

/** A run that nobody ends is done when a turn is, and these have none. */
function saysDoneWrongly({ status, wasEnded, case: { lie, target } }: Outcome): boolean {
  return target === 'liar' && lie !== null && status === 0 && !wasEnded && !mayBeDone(lie.name)
}

const aTime = /"(?:t|ts|time|timestamp|at|date)":|\d{4}-\d\d-\d\d/

/** Times that are given for what is in a log without any. */
function madeUpTimes(outcome: Outcome): readonly string[] {
  const { target, lines } = outcome.case
  if (target !== 'replay' || !isJson(outcome) || lines.some((line) => aTime.test(textOf(line)))) return []
  const events = outcome.stdout.split('\n').slice(1)
  return events.filter((line) => /"(?:at|took|waited|active)Ms":\d/.test(line))
}

/** What people look at, with what wrote it; JSON escapes what acts. What the user copied goes to the terminal's clipboard. */
function written({
  stdout,
  stderr,
  made,
  case: { inputs },
}: Outcome): readonly (readonly [string, string])[] {
  const mayCopy = inputs.some((input) => 'keys' in input && input.keys === 'y')
  return [['stdout', mayCopy ? stdout.replaceAll(copied, '') : stdout], ['stderr', stderr], ...made]
}

/** But the one that agents of these runs would like to set. */
// oxlint-disable-next-line no-control-regex -- the sequence that sets the clipboard
const copied = /\u001b\]52;c;(?!RVZJTA==)[\w+/=]*\u0007/g

function isJson({ case: { args, target } }: Outcome): boolean {
  return args.includes('json') && target !== 'render'
}
