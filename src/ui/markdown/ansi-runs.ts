import { plainRun, type Run } from './run.ts'

// oxlint-disable-next-line no-control-regex -- these are the sequences that the renderer before us writes
const sequence = /\u001b\[([\d;]*)m|\u001b\]8;;([^\u001b]*)\u001b\\/g

/** The start and the end of a link within rendered text; `ansiRuns` reads them back. */
export function linkMark(target: string): string {
  return `\u001b]8;;${target}\u001b\\`
}

interface Style {
  readonly weights: ReadonlySet<number>
  readonly color: number | null
}

const weightsEndedBy: Readonly<Record<number, readonly number[]>> = {
  22: [1, 2],
  23: [3],
  24: [4],
  27: [7],
  29: [9],
}

/**
 * Rendered text (chalk's SGR codes around SafeText) as runs, each of which knows its whole style: rows are cut out of
 * them, and every row opens and closes its own styles. Text in runs may hold line breaks.
 */
export function ansiRuns(text: string): readonly Run[] {
  if (!text.includes('\u001b')) return text === '' ? [] : [plainRun(text)]
  const runs: Run[] = []
  let style: Style = { weights: new Set(), color: null }
  let sgr = ''
  let target: string | null = null
  let from = 0
  for (const found of text.matchAll(sequence)) {
    if (found.index > from) runs.push({ text: text.slice(from, found.index), sgr, target })
    from = found.index + found[0].length
    if (found[2] === undefined) {
      style = (found[1] ?? '').split(';').reduce((before, code) => styled(before, Number(code)), style)
      sgr = [...style.weights, ...(style.color === null ? [] : [style.color])].join(';')
    } else {
      target = found[2] === '' ? null : found[2]
    }
  }
  if (from < text.length) runs.push({ text: text.slice(from), sgr, target })
  return runs
}

function styled(style: Style, code: number): Style {
  if (code === 0) return { weights: new Set(), color: null }
  if (code === 39) return { ...style, color: null }
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) return { ...style, color: code }
  const weights = new Set(style.weights)
  const ended = weightsEndedBy[code]
  if (ended === undefined) weights.add(code)
  else for (const weight of ended) weights.delete(weight)
  return { ...style, weights }
}
