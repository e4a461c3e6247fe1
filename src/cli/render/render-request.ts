import { wholePath } from '../../system/surroundings.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { lastValue, type Given } from '../arguments/given.ts'
import type { Invocation } from '../arguments/invocation.ts'
import type { UsageError } from '../usage-error.ts'
import { formatOf } from './format-words.ts'
import type { ResultFormat } from './formats/result-format.ts'
import { parseKeyScript } from './key-script.ts'
import { parseMoment, type Moment } from '../../app/playback/moment.ts'
import { readNumber, readSeconds } from './option-numbers.ts'
import type { RenderOptions } from './render-options.ts'
import { readSize } from './screen-size.ts'
import { unheardOption } from './unheard-option.ts'

/** A file that is written, or compared with what would be written. */
export interface WantedResult {
  readonly file: string
  readonly format: ResultFormat
  readonly isCheck: boolean
}

/** What `render` is asked for. */
export interface RenderRequest extends RenderOptions {
  /** A file's name; null: standard input. */
  readonly trace: string | null
  readonly results: readonly WantedResult[]
  /** What is private, as it was typed, everything where it names nothing; null: nothing is. */
  readonly redact: readonly string[] | null
}

const defaultLastHoldMs = 2000

/** What the words and options of a command line ask for, or what is wrong with them. */
export function readRenderRequest({
  words,
  agent,
  given,
}: Omit<Extract<Invocation, { type: 'render' }>, 'type'>): Result<RenderRequest, UsageError> {
  if (agent !== null)
    return usage(
      'render shows a recording, and takes no command of an agent',
      'Record a run with --record FILE first, and leave out the -- and what follows.',
    )
  const [trace, ...more] = words
  if (trace === undefined || trace === '')
    return usage(
      'render needs a recording',
      'As in `acp-plan-tui render run.ndjson -o run.svg`; - is standard input.',
    )
  if (more.length > 0)
    return usage(
      `render shows one recording, and ${words.length} were named: ${words.join(', ')}`,
      'What is written is named by -o, as in `acp-plan-tui render run.ndjson -o run.svg`.',
    )
  const results = readResults(trace, given)
  if (!results.ok) return results
  const unheard = unheardOption(
    given.specs.map(({ name }) => name),
    results.value.map(({ format }) => format),
  )
  if (unheard !== null) return fail(unheard)
  const times = readTimes(given)
  if (!times.ok) return times
  const look = readLook(given)
  if (!look.ok) return look
  const redact = readRedact(given)
  if (!redact.ok) return redact
  const traceFile = trace === '-' ? null : trace
  return ok({ trace: traceFile, results: results.value, ...times.value, ...look.value, redact: redact.value })
}

function readResults(trace: string, given: Given): Result<readonly WantedResult[], UsageError> {
  const outputs = given.values.get('output') ?? []
  const checks = given.values.get('check') ?? []
  if (outputs.length > 0 && checks.length > 0)
    return usage('-o and --check exclude each other', '--check writes nothing: leave out one of them.')
  if (outputs.length + checks.length === 0)
    return usage(
      'nothing says what to write',
      'Add -o FILE, as in `acp-plan-tui render run.ndjson -o run.svg`.',
    )
  const isCheck = checks.length > 0
  const results: WantedResult[] = []
  const places = new Set<string>()
  for (const file of [...outputs, ...checks]) {
    const option = isCheck ? '--check' : '-o'
    const format = formatOf(file, option)
    if (!format.ok) return format
    const place = wholePath(file) ?? file
    if (places.has(place)) return usage(`${option} ${file} is given twice`, 'Name each file once.')
    if (trace !== '-' && place === (wholePath(trace) ?? trace))
      return usage(`${option} ${file} is the recording itself`, 'Name another file.')
    places.add(place)
    results.push({ file, format: format.value, isCheck })
  }
  return ok(results)
}

type Times = Pick<RenderRequest, 'pace' | 'lastHoldMs' | 'from' | 'to' | 'still' | 'at'>

function readTimes(given: Given): Result<Times, UsageError> {
  const moments: Partial<Record<'from' | 'to' | 'still' | 'at', Moment>> = {}
  for (const name of ['from', 'to', 'still', 'at'] as const) {
    const text = lastValue(given, name)
    if (text === null) continue
    const moment = parseMoment(text)
    if (!moment.ok) return usage(`--${name} cannot be “${text}”`, `It must be ${moment.problem}.`)
    moments[name] = moment.value
  }
  const { from = { type: 'time', atMs: 0 }, to = { type: 'end' }, still = null, at = null } = moments
  if (from.type === 'end') return usage('--from cannot be the end', 'Then there is nothing to show.')
  if (from.type === 'time' && to.type === 'time' && to.atMs <= from.atMs)
    return usage('--to is not after --from', 'The result begins at --from and ends at --to.')
  const speed = readNumber(given, 'speed', { least: 0.01, most: 1000, preset: 1 })
  if (!speed.ok) return speed
  const idle = readSeconds(given, 'idle-limit', {
    least: 0.1,
    most: 86_400,
    preset: Number.POSITIVE_INFINITY,
  })
  if (!idle.ok) return idle
  const hold = readSeconds(given, 'min-hold', { least: 0, most: 3600, preset: 0 })
  if (!hold.ok) return hold
  const last = readSeconds(given, 'last-hold', { least: 0, most: 3600, preset: defaultLastHoldMs })
  if (!last.ok) return last
  const pace = { speed: speed.value, idleLimitMs: idle.value, minHoldMs: hold.value }
  return ok({ pace, lastHoldMs: last.value, from, to, still, at })
}

type Look = Pick<
  RenderRequest,
  'size' | 'infersPlans' | 'theme' | 'ascii' | 'hasChrome' | 'title' | 'keys' | 'castVersion' | 'showsHistory'
>

function readLook(given: Given): Result<Look, UsageError> {
  const sizeText = lastValue(given, 'size')
  const size = sizeText === null ? ok(null) : readSize(sizeText)
  if (!size.ok) return size
  const script = lastValue(given, 'keys')
  const keys = script === null ? ok([]) : parseKeyScript(script)
  if (!keys.ok) return keys
  const version = lastValue(given, 'cast-version') ?? '2'
  if (version !== '2' && version !== '3')
    return usage(`--cast-version cannot be “${version}”`, 'It must be 2 or 3.')
  const { theme = 'auto', ascii = false, title = null, inferredPlans = true } = given.flags.settings
  return ok({
    size: size.value,
    // A result looks the same everywhere: there is no terminal to ask.
    theme: theme === 'auto' ? 'dark' : theme,
    ascii,
    hasChrome: !given.values.has('no-chrome'),
    title,
    keys: keys.value,
    castVersion: version === '3' ? 3 : 2,
    showsHistory: given.values.has('history'),
    infersPlans: inferredPlans,
  })
}

function readRedact({ values }: Given): Result<readonly string[] | null, UsageError> {
  const lists = values.get('redact') ?? []
  if (!values.has('no-redact')) return ok(lists)
  return lists.length === 0
    ? ok(null)
    : usage('--redact and --no-redact exclude each other', 'Give one of them.')
}

function usage(message: string, hint: string): Result<never, UsageError> {
  return fail({ message, hint })
}
