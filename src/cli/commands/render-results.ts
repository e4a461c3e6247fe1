import { fstatSync, statSync } from 'node:fs'
import path from 'node:path'
import { ok, type Result } from '../../lib/result.ts'
import { listedWords } from '../../lib/text/wording.ts'
import { nearest, possibleAre, usage, type UsageError } from '../../lib/text/usage-error.ts'
import type {
  FormatOption,
  FormatOptionEntry,
  ResultFormat,
  WantedResult,
} from '../../render/formats/result-format.ts'
import { resultFormats } from '../../render/formats/result-formats.ts'
import { absolutePath } from '../../system/user-environment.ts'
import { valuesOf, type ParsedOptions } from '../arguments/option.ts'

/** The files that `-o` and `--check` name, each with the format of its ending. */
export function readResults(given: ParsedOptions): Result<readonly WantedResult[], UsageError> {
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

/** An error for an option that has no effect on any of the results. */
export function optionWithoutEffect(
  names: readonly string[],
  formats: readonly ResultFormat[],
): UsageError | null {
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
    return usage(
      `${option} -: standard output is not supported`,
      `The ending of the file name selects the format, for example ${option} run.svg. ${known}`,
    )
  const ending = path.extname(file).slice(1).toLowerCase()
  const format = resultFormats
    .toSorted((one, other) => other.ending.length - one.ending.length)
    .find((each) => ending !== '' && file.toLowerCase().endsWith(`.${each.ending}`))
  if (format !== undefined) return ok(format)
  if (ending === '')
    return usage(`${option} ${file}: the file name has no ending to select the format`, known)
  const meant = endingMeantBy(ending)
  const mend = meant === null ? '' : `Did you mean .${meant}? `
  return usage(`${option} ${file}: the format .${ending} is unknown`, `${mend}${known}`)
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

/** The formats that have an option; empty if it belongs to all of them. */
function formatsWithOption(option: string): readonly ResultFormat[] {
  return resultFormats.filter((format) => rankIn(format, option) >= 0)
}

/** The help of an option of some formats: their extensions, then the text. */
export function helpForSome(option: Exclude<FormatOption, 'history'>, help: string): string {
  return `${formatsByRank(option)
    .map(({ ending }) => `.${ending}`)
    .join(', ')}: ${help}`
}

/** The help of `--history`, which means something else in each format. */
export function historyHelp(): string {
  return formatsByRank('history')
    .flatMap(({ ending, options }) =>
      options.flatMap((entry) => (typeof entry === 'string' ? [] : [`.${ending}: ${entry.help}`])),
    )
    .join('; ')
}

/** The formats of an option, sorted by its rank among their options. */
function formatsByRank(option: FormatOption): readonly ResultFormat[] {
  return formatsWithOption(option).toSorted((a, b) => rankIn(a, option) - rankIn(b, option))
}

function rankIn({ options }: ResultFormat, option: string): number {
  return options.findIndex((entry) => nameOf(entry) === option)
}

function nameOf(entry: FormatOptionEntry): FormatOption {
  return typeof entry === 'string' ? entry : entry.option
}

export function formatTable(): string {
  const half = Math.ceil(resultFormats.length / 2)
  const [left, right] = [resultFormats.slice(0, half), resultFormats.slice(half)]
  const widest = Math.max(...resultFormats.map(({ ending }) => ending.length))
  const leftCells = left.map(({ ending, description }) => `  .${ending.padEnd(widest + 3)}${description}`)
  const width = Math.max(...leftCells.map((cell) => cell.length))
  return leftCells
    .map((cell, index) => {
      const beside = right[index]
      return beside === undefined
        ? cell
        : `${cell.padEnd(width)}    .${beside.ending.padEnd(widest + 2)}${beside.description}`
    })
    .join('\n')
}
