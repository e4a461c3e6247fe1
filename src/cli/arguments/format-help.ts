import type { FormatOption, FormatOptionEntry, ResultFormat } from '../../render/formats/result-format.ts'
import { resultFormats } from '../../render/formats/result-formats.ts'

/** The formats that have an option; empty if it belongs to all of them. */
export function formatsWithOption(option: string): readonly ResultFormat[] {
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

/** The formats with their descriptions, in two columns. */
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
