import { withFlag } from '../../lib/cells/cell-style.ts'
import { row, rowText, type Row, type Run } from '../../lib/cells/row.ts'
import { plainSigns, safeLinkTarget, type SafeText } from '../../lib/text/safe-text.ts'
import type { Role, Theme } from './theme.ts'
import { glyphs } from './glyphs.ts'

/** The text in the style of its role; without Unicode its signs are replaced by ASCII ones of the same width. */
export function paint(theme: Theme, role: Role, text: SafeText): Row {
  return text === '' ? [] : [{ text: shownText(theme, text), style: theme.styles[role], link: null }]
}

/** A link, if its scheme is allowed (http, https, mailto) and the terminal supports links; else plain text. */
export function link(theme: Theme, text: SafeText, target: string): Row {
  return paint(theme, 'link', text).map((run) => linked(theme, run, target))
}

/** The run with a link, if the scheme of the target is allowed and the terminal supports links. */
export function linked(theme: Theme, run: Run, target: string): Run {
  return { ...run, link: theme.hyperlinks ? safeLinkTarget(target) : null }
}

/** The text; for a terminal without Unicode with ASCII signs of the same width. */
export function shownText(theme: Theme, text: SafeText): SafeText {
  return theme.ascii ? plainSigns(text) : text
}

/** Inverts the style of each occurrence of `query` (lower case, not empty): inverse text becomes plain, so that it is visible in it. */
export function highlightMatches(runs: Row, query: string): Row {
  const text = rowText(runs)
  const lower = text.toLowerCase()
  // If lower case changes the length (İ), positions differ: such rows are not marked.
  if (lower.length !== text.length || !lower.includes(query)) return runs
  const isMatched = new Uint8Array(text.length)
  for (let at = lower.indexOf(query); at >= 0; at = lower.indexOf(query, at + query.length))
    isMatched.fill(1, at, at + query.length)
  return marked(runs, isMatched)
}

/** Marks the letters at these indices (UTF-16 units) of the row's text in the same way. */
export function highlightLetters(runs: Row, at: readonly number[]): Row {
  const isMatched = new Uint8Array(rowText(runs).length)
  for (const index of at) isMatched[index] = 1
  return marked(runs, isMatched)
}

function marked(runs: Row, isMatched: Uint8Array): Row {
  let position = 0
  const pieces = runs.flatMap((run) => {
    const pieces: Run[] = []
    for (let from = 0; from < run.text.length;) {
      const isOn = isMatched[position + from] === 1
      let to = from + 1
      while (to < run.text.length && (isMatched[position + to] === 1) === isOn) to++
      const style = isOn ? withFlag(run.style, 'inverse', !run.style.inverse) : run.style
      pieces.push({ ...run, text: run.text.slice(from, to) as SafeText, style })
      from = to
    }
    position += run.text.length
    return pieces
  })
  return row(pieces)
}

/** A row that begins with a blank, with the sign of the cursor in its place. */
export function pointedAt(each: Row, theme: Theme): Row {
  const [first, ...rest] = each
  if (first === undefined) return paint(theme, 'accent', glyphs(theme).prompt)
  return row(
    paint(theme, 'accent', glyphs(theme).prompt),
    [{ ...first, text: first.text.slice(1) as SafeText }].filter(({ text }) => text !== ''),
    rest,
  )
}
