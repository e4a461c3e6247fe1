import { graphemes } from '../../lib/text/graphemes.ts'
import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cells, cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint, row, type Painted } from '../paint/painted.ts'
import type { Theme } from '../paint/theme.ts'
import type { LineEdit, UiState } from '../screen/ui-state.ts'
import { bar, type Bar } from './bar.ts'

/** Lines of a long prompt that are seen at once: the plan comes first in a low terminal. */
function promptLines(rows: number): number {
  return Math.max(1, Math.min(5, Math.floor(rows / 5)))
}

export interface InputFrame {
  readonly theme: Theme
  readonly matches: number
  readonly isAgentGone: boolean
}

/** The line for writing to the agent, or for searching; one row each line of the text. */
export function inputBars(ui: UiState, { theme, matches, isAgentGone }: InputFrame): readonly Bar[] {
  const { columns } = ui
  if (ui.focus === 'search') {
    const count = ui.query === '' ? own`` : own`${matches} match${matches === 1 ? own`` : own`es`} `
    const room = columns - 4 - count.length
    return [bar(row(own` / `, edited(ui.search, theme, room)), paint(theme, 'dim', count))]
  }
  const sign = paint(theme, ui.focus === 'prompt' ? 'accent' : 'dim', glyphs(theme).prompt)
  if (ui.focus !== 'prompt') {
    const { text } = ui.prompt.line
    const line = text === '' ? invitation(theme, columns, isAgentGone) : safeLine(text.slice(0, 1000))
    const shown = cutToWidth(line, columns - 4)
    return [bar(row(own` `, sign, own` `, paint(theme, 'dim', shown)))]
  }
  const { line } = ui.prompt
  const most = promptLines(ui.rows)
  const all = line.text.split('\n')
  const at = line.text.slice(0, line.cursor).split('\n').length - 1
  const first = Math.max(0, Math.min(at - most + 1, all.length - most))
  let offset = all.slice(0, first).reduce((sum, text) => sum + text.length + 1, 0)
  return all.slice(first, first + most).map((text, index) => {
    const cursor = first + index === at ? line.cursor - offset : -1
    offset += text.length + 1
    return bar(row(own` `, index === 0 ? sign : own` `, own` `, edited({ text, cursor }, theme, columns - 4)))
  })
}

/** What stands where nothing is written. */
function invitation(theme: Theme, columns: number, isAgentGone: boolean): SafeText {
  if (isAgentGone)
    return columns < 60 ? own`the agent ended: R starts it` : own`the agent has ended: R starts it again`
  return theme.ascii ? own`ask the agent...` : own`ask the agent…`
}

/** One line with its cursor, the part around the cursor when it is too long. A cursor of -1 is not shown. */
function edited(line: LineEdit, theme: Theme, room: number): Painted {
  if (line.cursor < 0)
    return paint(theme, 'normal', cutToWidth(safeLine(line.text.slice(0, lineLooked)), room))
  const before = safeLine(line.text.slice(Math.max(0, line.cursor - lineLooked), line.cursor))
  const [under, ...rest] = characters(line.text.slice(line.cursor, line.cursor + lineLooked))
  const character = safeLine(under ?? ' ')
  const cursor = displayWidth(character) === 0 ? own` ` : character
  // What is written next must be seen: the end of the text before the cursor counts most.
  const left = tail(before, room - displayWidth(cursor) - 1)
  const after = cutToWidth(safeLine(rest.join('')), room - displayWidth(left) - displayWidth(cursor))
  return row(paint(theme, 'normal', left), paint(theme, 'inverse', cursor), paint(theme, 'normal', after))
}

/** Characters of a line on each side of the cursor that are looked at. */
const lineLooked = 2000

function characters(text: string): readonly string[] {
  return Array.from(graphemes(text), ({ segment }) => segment)
}

/** The end of a text, at most `columns` wide. */
function tail(text: SafeText, columns: number): SafeText {
  if (displayWidth(text) <= columns) return text
  let kept = ''
  let width = 1
  for (const cell of [...cells(text)].reverse()) {
    width += cell.width
    if (width > columns) break
    kept = cell.text + kept
  }
  return columns < 1 ? own`` : own`…${kept as SafeText}`
}

/** The keys that matter now, as many as fit. */
export function hintBar(
  hints: readonly { readonly key: string; readonly does: string }[],
  theme: Theme,
  columns: number,
): Bar {
  const pieces: Painted[] = []
  let used = 1
  for (const { key, does } of hints) {
    const width = displayWidth(key) + displayWidth(does) + 3
    if (used + width > columns + 1) continue
    pieces.push(row(paint(theme, 'normal', safeLine(key)), own` `, paint(theme, 'dim', safeLine(does))))
    used += width
  }
  return bar(row(own` `, pieces.join('  ') as Painted))
}
