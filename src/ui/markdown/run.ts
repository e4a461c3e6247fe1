import { safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { link, paint, row, type Painted } from '../paint/painted.ts'
import type { Theme } from '../paint/theme.ts'

/** A stretch of text in one style. */
export interface Run {
  readonly text: string
  /** SGR parameters, '' for none. */
  readonly sgr: string
  /** Where a link goes. */
  readonly target: string | null
}

/** One row before it is painted; no run holds a line break. */
export type StyledRow = readonly Run[]

export function plainRun(text: string, sgr = ''): Run {
  return { text, sgr, target: null }
}

export function plainTextOf(styled: StyledRow): string {
  let text = ''
  for (const run of styled) text += run.text
  return text
}

/** Paints rows for a theme. Each run is made safe once more here, so that no mistake before it can reach a terminal. */
export function rowPainter(theme: Theme): (styled: StyledRow) => Painted {
  const styles = new Map<string, Theme>()
  const themeWith = (sgr: string): Theme => {
    const known = styles.get(sgr)
    if (known !== undefined) return known
    // A theme whose plain text looks like this run: `paint` and `link` stay the only makers of escape sequences.
    const made: Theme = { ...theme, sgr: { ...theme.sgr, normal: sgr, link: sgr } }
    styles.set(sgr, made)
    return made
  }
  const painted = (run: Run): Painted | SafeText => {
    const text = safeLine(run.text)
    if (run.target !== null) return link(themeWith(run.sgr), text, run.target)
    return run.sgr === '' ? text : paint(themeWith(run.sgr), 'normal', text)
  }
  return (styled) => row(...styled.map(painted))
}
