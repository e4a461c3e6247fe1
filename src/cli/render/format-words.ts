import path from 'node:path'
import { fail, ok, type Result } from '../../lib/result.ts'
import { listedWords } from '../../lib/text/listed-words.ts'
import { nearest } from '../../lib/text/nearest.ts'
import type { UsageError } from '../usage-error.ts'
import type { ResultFormat } from './formats/result-format.ts'
import { resultFormats } from './formats/result-formats.ts'

/** The format that a file's ending names. `option` is the one that names the file. */
export function formatOf(file: string, option: string): Result<ResultFormat, UsageError> {
  const known = `Known are ${endings(resultFormats)}.`
  if (file === '-')
    return fail({
      message: `${option} -: nothing is written to standard output`,
      hint: `The ending of a file's name says what to write, as in ${option} run.svg. ${known}`,
    })
  const ending = path.extname(file).slice(1).toLowerCase()
  const format = resultFormats.find((each) => each.ending === ending)
  if (format !== undefined) return ok(format)
  if (ending === '')
    return fail({
      message: `${option} ${file}: the name has no ending that says what to write`,
      hint: known,
    })
  const meant = endingMeantBy(ending)
  const mend = meant === null ? '' : `Did you mean .${meant}? `
  return fail({
    message: `${option} ${file}: .${ending} is not written here`,
    hint: `${mend}${known}`,
  })
}

function endingMeantBy(ending: string): string | null {
  const format = resultFormats.find(({ guessScheme }) => guessScheme.includes(ending))
  const known = resultFormats.map((each) => each.ending)
  return format === undefined ? nearest(ending, known) : format.ending
}

/** Formats as people list them. */
export function endings(listed: readonly ResultFormat[]): string {
  const words = resultFormats.filter((each) => listed.includes(each)).map(({ ending }) => `.${ending}`)
  return listedWords(words, 'and')
}

/** The formats and what they are, for the help: in two columns, one below the other. */
export function formatTable(): string {
  const half = Math.ceil(resultFormats.length / 2)
  const [left, right] = [resultFormats.slice(0, half), resultFormats.slice(half)]
  const widest = Math.max(...resultFormats.map(({ ending }) => ending.length))
  const leftCells = left.map(({ ending, is }) => `  .${ending.padEnd(widest + 3)}${is}`)
  const width = Math.max(...leftCells.map((cell) => cell.length))
  return leftCells
    .map((cell, index) => {
      const beside = right[index]
      return beside === undefined
        ? cell
        : `${cell.padEnd(width)}    .${beside.ending.padEnd(widest + 2)}${beside.is}`
    })
    .join('\n')
}
