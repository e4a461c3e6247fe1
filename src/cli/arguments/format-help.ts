import type { FormatOption, HeardOption, ResultFormat } from '../../render/formats/result-format.ts'
import { resultFormats } from '../../render/formats/result-formats.ts'

/** The formats that hear an option, in their order; none, where every one does. */
export function formatsThatHear(option: string): readonly ResultFormat[] {
  return resultFormats.filter((format) => placeIn(format, option) >= 0)
}

/** What the help says of an option that is only for some formats, with their endings before it. */
export function helpForSome(option: Exclude<FormatOption, 'history'>, help: string): string {
  return `${mostConcerned(option)
    .map(({ ending }) => `.${ending}`)
    .join(', ')}: ${help}`
}

/** What the help says of `--history`, which each format has in a way of its own. */
export function historyHelp(): string {
  return mostConcerned('history')
    .flatMap(({ ending, hears }) =>
      hears.flatMap((heard) => (typeof heard === 'string' ? [] : [`.${ending}: ${heard.history}`])),
    )
    .join('; ')
}

/** Those first to which it matters most. */
function mostConcerned(option: FormatOption): readonly ResultFormat[] {
  return formatsThatHear(option).toSorted((a, b) => placeIn(a, option) - placeIn(b, option))
}

function placeIn({ hears }: ResultFormat, option: string): number {
  return hears.findIndex((heard) => nameOf(heard) === option)
}

function nameOf(heard: HeardOption): FormatOption {
  return typeof heard === 'string' ? heard : 'history'
}

/** The formats and what they are, in two columns. */
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
