import { absolutePath } from '../../system/user-environment.ts'
import { type ParsedOptions, lastValue } from '../arguments/parsed-options.ts'
import type { Invocation } from '../arguments/invocation.ts'
import { parseKeyScript } from '../../render/key-script.ts'
import { parseMoment, type Moment } from '../../app/playback/moment.ts'
import type { RenderRequest, WantedResult } from '../../render/render-request.ts'
import { readSize } from '../../render/render-options.ts'
import { formatsWithOption } from '../arguments/format-help.ts'
import { fstatSync, statSync } from 'node:fs'
import path from 'node:path'
import { fail, ok, type Result } from '../../lib/result.ts'
import { listedWords } from '../../lib/text/listed-words.ts'
import { nearest } from '../../lib/text/nearest.ts'
import { usage, type UsageError } from '../../lib/usage-error.ts'
import type { ResultFormat } from '../../render/formats/result-format.ts'
import { resultFormats } from '../../render/formats/result-formats.ts'

const defaultLastHoldMs = 2000

/** Reads the words and options of `render`. */
export function readRenderRequest({
  positionals,
  agent,
  given,
}: Omit<Extract<Invocation, { type: 'render' }>, 'type'>): Result<RenderRequest, UsageError> {
  if (agent !== null)
    return usage(
      'render takes a recording, not the command of an agent',
      'Record a run with --record FILE first, and leave out the -- and what follows.',
    )
  const [trace, ...more] = positionals
  if (trace === undefined || trace === '')
    return usage(
      'render needs a recording',
      'For example `acp-plan-tui render run.ndjson -o run.svg`; - is standard input.',
    )
  if (more.length > 0)
    return usage(
      `render takes one recording, but ${positionals.length} were given: ${positionals.join(', ')}`,
      '-o gives the file to write, for example `acp-plan-tui render run.ndjson -o run.svg`.',
    )
  const results = readResults(trace, given)
  if (!results.ok) return results
  const unheard = optionWithoutEffect(
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

function readResults(trace: string, given: ParsedOptions): Result<readonly WantedResult[], UsageError> {
  const outputs = given.values.get('output') ?? []
  const checks = given.values.get('check') ?? []
  if (outputs.length > 0 && checks.length > 0)
    return usage('-o and --check cannot be combined', '--check writes nothing: leave out one of them.')
  if (outputs.length + checks.length === 0)
    return usage(
      'no output file was given',
      'Add -o FILE, for example `acp-plan-tui render run.ndjson -o run.svg`.',
    )
  const isCheck = checks.length > 0
  const results: WantedResult[] = []
  const places = new Set<string>()
  for (const file of [...outputs, ...checks]) {
    const option = isCheck ? '--check' : '-o'
    const format = formatOf(file, option)
    if (!format.ok) return format
    const place = absolutePath(file) ?? file
    if (places.has(place)) return usage(`${option} ${file} is given twice`, 'Name each file once.')
    if (trace !== '-' && place === (absolutePath(trace) ?? trace))
      return usage(`${option} ${file} is the recording itself`, 'Name another file.')
    places.add(place)
    results.push({ file, format: format.value, isCheck })
  }
  return ok(results)
}

type Times = Pick<RenderRequest, 'pace' | 'lastHoldMs' | 'from' | 'to' | 'still' | 'at'>

function readTimes(given: ParsedOptions): Result<Times, UsageError> {
  const moments: Partial<Record<'from' | 'to' | 'still' | 'at', Moment>> = {}
  for (const name of ['from', 'to', 'still', 'at'] as const) {
    const text = lastValue(given, name)
    if (text === null) continue
    const moment = parseMoment(text)
    if (!moment.ok) return usage(`--${name} cannot be “${text}”`, `It must be ${moment.problem}.`)
    moments[name] = moment.value
  }
  const { from = { type: 'time', atMs: 0 }, to = { type: 'end' }, still = null, at = null } = moments
  if (from.type === 'end') return usage('--from cannot be the end', 'There would be nothing to show.')
  if (from.type === 'time' && to.type === 'time' && to.atMs <= from.atMs)
    return usage('--to must be after --from', 'The result begins at --from and ends at --to.')
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

function readLook(given: ParsedOptions): Result<Look, UsageError> {
  const formatSize = lastValue(given, 'size')
  const size = formatSize === null ? ok(null) : readSize(formatSize)
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
    // The result must not depend on the terminal.
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

function readRedact({ values }: ParsedOptions): Result<readonly string[] | null, UsageError> {
  const lists = values.get('redact') ?? []
  if (!values.has('no-redact')) return ok(lists)
  return lists.length === 0
    ? ok(null)
    : usage('--redact and --no-redact cannot be combined', 'Use only one of them.')
}

/** An error for an option that has no effect on any of the results. */
function optionWithoutEffect(names: readonly string[], formats: readonly ResultFormat[]): UsageError | null {
  for (const name of names) {
    const heard = formatsWithOption(name)
    if (heard.length > 0 && !formats.some((format) => heard.includes(format)))
      return {
        message: `--${name} has no effect on ${endings(formats)}`,
        hint: `It is for ${endings(heard)}.`,
      }
  }
  return null
}

/**
 * An error if two names of the command line lead to the same file, over links or as standard input: a result would overwrite
 * another one, or the recording.
 */
export function sameFileTwice({
  trace,
  results,
}: Pick<RenderRequest, 'trace' | 'results'>): UsageError | null {
  const recording = identity(trace)
  const seen = new Map<string, string>()
  for (const { file, isCheck } of results) {
    const option = isCheck ? '--check' : '-o'
    const id = identity(file)
    if (id === null) continue
    if (id === recording)
      return { message: `${option} ${file} is the recording itself`, hint: 'Name another file.' }
    const former = seen.get(id)
    if (former !== undefined)
      return { message: `${option} ${file} is the same file as ${former}`, hint: 'Name each file once.' }
    seen.set(id, file)
  }
  return null
}

/** The same for all names of a file; null if it does not exist, or is not a file. */
function identity(file: string | null): string | null {
  try {
    const stats = file === null ? fstatSync(0, { bigint: true }) : statSync(file, { bigint: true })
    return stats.isFile() ? `${stats.dev}:${stats.ino}` : null
  } catch {
    return null
  }
}

interface NumberRange {
  readonly least: number
  readonly most: number
  /** The default. */
  readonly preset: number
}

function readNumber(given: ParsedOptions, name: string, range: NumberRange): Result<number, UsageError> {
  const text = lastValue(given, name)
  if (text === null) return ok(range.preset)
  const value = /^(?:\d+\.?\d*|\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN
  if (value >= range.least && value <= range.most) return ok(value)
  return fail({
    message: `--${name} cannot be “${text}”`,
    hint: `It must be a number from ${range.least} to ${range.most}.`,
  })
}

/** Milliseconds from an option in seconds. The range is in seconds, the default in milliseconds. */
function readSeconds(given: ParsedOptions, name: string, range: NumberRange): Result<number, UsageError> {
  const text = lastValue(given, name)
  if (text === null) return ok(range.preset)
  const value = /^(?:\d+\.?\d*|\.\d+)s?$/.test(text.trim())
    ? Number(text.trim().replace(/s$/, ''))
    : Number.NaN
  if (value >= range.least && value <= range.most) return ok(Math.round(value * 1000))
  return fail({
    message: `--${name} cannot be “${text}”`,
    hint: `It must be a number of seconds from ${range.least} to ${range.most}.`,
  })
}

/** The format of a file by its ending; `option`: the one that names the file. */
function formatOf(file: string, option: string): Result<ResultFormat, UsageError> {
  const known = `Possible are ${endings(resultFormats)}.`
  if (file === '-')
    return fail({
      message: `${option} -: standard output is not supported`,
      hint: `The ending of the file name selects the format, for example ${option} run.svg. ${known}`,
    })
  const ending = path.extname(file).slice(1).toLowerCase()
  const format = resultFormats.find((each) => each.ending === ending)
  if (format !== undefined) return ok(format)
  if (ending === '')
    return fail({
      message: `${option} ${file}: the file name has no ending to select the format`,
      hint: known,
    })
  const meant = endingMeantBy(ending)
  const mend = meant === null ? '' : `Did you mean .${meant}? `
  return fail({
    message: `${option} ${file}: the format .${ending} is unknown`,
    hint: `${mend}${known}`,
  })
}

function endingMeantBy(ending: string): string | null {
  const format = resultFormats.find(({ aliases }) => aliases.includes(ending))
  const known = resultFormats.map((each) => each.ending)
  return format === undefined ? nearest(ending, known) : format.ending
}

/** `.svg, .gif and .png`. */
function endings(listed: readonly ResultFormat[]): string {
  const words = resultFormats.filter((each) => listed.includes(each)).map(({ ending }) => `.${ending}`)
  return listedWords(words, 'and')
}
