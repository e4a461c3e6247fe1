import { builtInTheme } from '../configuration/theme-file.ts'
import { defaultHistoryBytes } from '../../app/default-memory.ts'
import { absolutePath } from '../../system/user-environment.ts'
import { hasOption, type ParsedOptions, lastValue, valuesOf } from '../arguments/parsed-options.ts'
import type { CommandLine } from '../arguments/invocation.ts'
import { parseKeyScript } from '../../render/key-script.ts'
import { parseMoment, type Moment } from '../../app/playback/playback.ts'
import type { RenderRequest, WantedResult } from '../../render/render-request.ts'
import { isPlanView, planViews } from '../../ui/state/plan-view.ts'
import { readSize } from '../../render/formats/render-options.ts'
import { formatsWithOption } from '../arguments/format-help.ts'
import { fstatSync, statSync } from 'node:fs'
import path from 'node:path'
import { fail, ok, type Result } from '../../lib/result.ts'
import { listedWords } from '../../lib/text/listed-words.ts'
import {
  nearest,
  usage,
  type UsageError,
  notTogether,
  wrongValue,
  possibleAre,
} from '../../lib/text/usage-error.ts'
import type { ResultFormat } from '../../render/formats/result-format.ts'
import { resultFormats } from '../../render/formats/result-formats.ts'

/** Reads the words and options of `render`. */
export function readRenderRequest({
  positionals,
  agent,
  given,
}: CommandLine): Result<RenderRequest, UsageError> {
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
  const results = readResults(given)
  if (!results.ok) return results
  const traceFile = trace === '-' ? null : trace
  const repeated = sameFileTwice(traceFile, results.value)
  if (repeated !== null) return fail(repeated)
  const unused = optionWithoutEffect(
    given.typed.map(({ spec }) => spec.name),
    results.value.map(({ format }) => format),
  )
  if (unused !== null) return fail(unused)
  const times = readTimes(given)
  if (!times.ok) return times
  const look = readLook(given)
  if (!look.ok) return look
  if (look.value.followsReader && !results.value.some(({ format }) => format.ending === 'svg'))
    return usage(
      '--theme auto is only for .svg',
      'Other files have the colours of one theme: choose dark, light or high-contrast.',
    )
  const redact = readRedact(given)
  if (!redact.ok) return redact
  return ok({ trace: traceFile, results: results.value, ...times.value, ...look.value, redact: redact.value })
}

function readResults(given: ParsedOptions): Result<readonly WantedResult[], UsageError> {
  const outputs = valuesOf(given, 'output')
  const checks = valuesOf(given, 'check')
  if (outputs.length > 0 && checks.length > 0)
    return usage('-o and --check cannot be combined', '--check writes nothing: leave out one of them.')
  if (outputs.length + checks.length === 0)
    return usage(
      'no output file was given',
      'Add -o FILE, for example `acp-plan-tui render run.ndjson -o run.svg`.',
    )
  const isCheck = checks.length > 0
  const results: WantedResult[] = []
  for (const file of [...outputs, ...checks]) {
    const format = formatOf(file, optionOf({ isCheck }))
    if (!format.ok) return format
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
    if (!moment.ok) return wrongValue(name, text, moment.problem)
    moments[name] = moment.value
  }
  const { from = null, to = { type: 'end' }, still = null, at = null } = moments
  if (from?.type === 'end') return usage('--from cannot be the end', 'There would be nothing to show.')
  if (from?.type === 'time' && to.type === 'time' && to.atMs <= from.atMs)
    return usage('--to must be after --from', 'The result begins at --from and ends at --to.')
  const numbers = readNumbers(given)
  if (!numbers.ok) return numbers
  const { speed, 'idle-limit': idleLimitMs, 'min-hold': minHoldMs, 'last-hold': lastHoldMs } = numbers.value
  return ok({ pace: { speed, idleLimitMs, minHoldMs }, lastHoldMs, from, to, still, at })
}

/** The defaults of options that are numbers; times are in milliseconds. */
const numberPresets = {
  speed: 1,
  'idle-limit': Number.POSITIVE_INFINITY,
  'min-hold': 0,
  'last-hold': 2000,
}

const numberRanges = [
  { name: 'speed', isTime: false, least: 0.01, most: 1000 },
  { name: 'idle-limit', isTime: true, least: 0.1, most: 86_400 },
  { name: 'min-hold', isTime: true, least: 0, most: 3600 },
  { name: 'last-hold', isTime: true, least: 0, most: 3600 },
] as const

/** Times are given in seconds, and may end with an s. */
function readNumbers(given: ParsedOptions): Result<typeof numberPresets, UsageError> {
  const read = { ...numberPresets }
  for (const { name, isTime, least, most } of numberRanges) {
    const text = lastValue(given, name)
    if (text === null) continue
    const [, digits] = (isTime ? /^(\d+\.?\d*|\.\d+)s?$/ : /^(\d+\.?\d*|\.\d+)$/).exec(text.trim()) ?? []
    const value = Number(digits)
    if (!(value >= least && value <= most)) {
      const unit = isTime ? 'number of seconds' : 'number'
      return wrongValue(name, text, `a ${unit} from ${least} to ${most}`)
    }
    read[name] = isTime ? Math.round(value * 1000) : value
  }
  return ok(read)
}

type Look = Pick<
  RenderRequest,
  | 'size'
  | 'infersPlans'
  | 'historyBytes'
  | 'theme'
  | 'followsReader'
  | 'ascii'
  | 'hasChrome'
  | 'view'
  | 'title'
  | 'keys'
  | 'castVersion'
  | 'showsKeys'
  | 'hasWindow'
  | 'padding'
  | 'scale'
  | 'showsHistory'
>

function readLook(given: ParsedOptions): Result<Look, UsageError> {
  const formatSize = lastValue(given, 'size')
  const size = formatSize === null ? ok(null) : readSize(formatSize)
  if (!size.ok) return size
  const script = lastValue(given, 'keys')
  const keys = script === null ? ok([]) : parseKeyScript(script)
  if (!keys.ok) return keys
  const version = lastValue(given, 'cast-version') ?? '2'
  if (version !== '2' && version !== '3') return wrongValue('cast-version', version, '2 or 3')
  if (script === null && hasOption(given, 'show-keys'))
    return usage('--show-keys needs --keys', 'It shows the keys that --keys presses.')
  const border = readBorder(given)
  if (!border.ok) return border
  const view = lastValue(given, 'view') ?? 'plan'
  if (!isPlanView(view)) return wrongValue('view', view, listedWords(planViews, 'or'))
  const { theme = 'auto', ascii = false, title = null, inferredPlans = true } = given.settings
  const { historyLimit = defaultHistoryBytes } = given.settings
  return ok({
    size: size.value,
    // The result must not depend on the terminal.
    theme: builtInTheme(theme) ?? 'dark',
    followsReader: given.settings.theme === 'auto',
    ascii,
    view,
    hasChrome: !hasOption(given, 'no-chrome'),
    title,
    ...border.value,
    keys: keys.value,
    showsKeys: hasOption(given, 'show-keys'),
    castVersion: version === '3' ? 3 : 2,
    showsHistory: hasOption(given, 'history'),
    infersPlans: inferredPlans,
    historyBytes: historyLimit,
  })
}

type Border = Pick<RenderRequest, 'hasWindow' | 'padding' | 'scale'>

const largestPadding = 100

/** What is around the cells of a drawn picture, and its size. */
function readBorder(given: ParsedOptions): Result<Border, UsageError> {
  const frame = lastValue(given, 'frame') ?? 'none'
  if (frame !== 'none' && frame !== 'window') return wrongValue('frame', frame, 'none or window')
  const padding = lastValue(given, 'padding')
  if (padding !== null && !(/^\d{1,3}$/.test(padding) && Number(padding) <= largestPadding))
    return wrongValue('padding', padding, `a whole number of pixels from 0 to ${largestPadding}`)
  const scale = lastValue(given, 'scale')
  if (scale !== null && !/^[123]$/.test(scale)) return wrongValue('scale', scale, '1, 2 or 3')
  return ok({
    hasWindow: frame === 'window',
    padding: padding === null ? null : Number(padding),
    scale: scale === null ? null : Number(scale),
  })
}

function readRedact(given: ParsedOptions): Result<readonly string[] | null, UsageError> {
  const lists = valuesOf(given, 'redact')
  if (!hasOption(given, 'no-redact')) return ok(lists)
  return lists.length === 0 ? ok(null) : notTogether('--redact', '--no-redact')
}

/** An error for an option that has no effect on any of the results. */
function optionWithoutEffect(names: readonly string[], formats: readonly ResultFormat[]): UsageError | null {
  for (const name of names) {
    const takers = formatsWithOption(name)
    if (takers.length > 0 && !formats.some((format) => takers.includes(format)))
      return {
        message: `--${name} has no effect on ${endings(formats)}`,
        hint: `It is for ${endings(takers)}.`,
      }
  }
  return null
}

/**
 * An error if two names of the command line lead to the same file, also over links or as standard input (null): a result would
 * overwrite another one, or the recording.
 */
export function sameFileTwice(
  trace: string | null,
  results: readonly Pick<WantedResult, 'file' | 'isCheck'>[],
): UsageError | null {
  const recording = identitiesOf(trace)
  const seen = new Map<string, string>()
  for (const result of results) {
    const { file } = result
    const option = optionOf(result)
    const identities = identitiesOf(file)
    if (identities.some((each) => recording.includes(each)))
      return { message: `${option} ${file} is the recording itself`, hint: 'Name another file.' }
    const [path = '', inode = ''] = identities
    const hint = 'Name each file once.'
    if (seen.has(path)) return { message: `${option} ${file} is given twice`, hint }
    const former = seen.get(inode)
    if (former !== undefined) return { message: `${option} ${file} is the same file as ${former}`, hint }
    for (const each of identities) seen.set(each, file)
  }
  return null
}

function optionOf({ isCheck }: Pick<WantedResult, 'isCheck'>): string {
  return isCheck ? '--check' : '-o'
}

/** The absolute path of a file, and what all names of an existing file have in common. */
function identitiesOf(file: string | null): readonly string[] {
  const path = file === null ? [] : [absolutePath(file) ?? file]
  try {
    const stats = file === null ? fstatSync(0, { bigint: true }) : statSync(file, { bigint: true })
    return stats.isFile() ? [...path, `${stats.dev}:${stats.ino}`] : path
  } catch {
    return path
  }
}

/** The format of a file by its ending; `option`: the one that names the file. */
function formatOf(file: string, option: string): Result<ResultFormat, UsageError> {
  const known = possibleAre(endings(resultFormats))
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
  const format = resultFormats.find(({ suggestedFor }) => suggestedFor.includes(ending))
  const known = resultFormats.map((each) => each.ending)
  return format === undefined ? nearest(ending, known) : format.ending
}

/** `.svg, .gif and .png`. */
function endings(listed: readonly ResultFormat[]): string {
  const words = resultFormats.filter((each) => listed.includes(each)).map(({ ending }) => `.${ending}`)
  return listedWords(words, 'and')
}
