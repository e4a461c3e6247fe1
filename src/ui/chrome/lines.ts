import { own, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint, row, type Painted } from '../paint/painted.ts'
import type { Theme } from '../paint/theme.ts'
import type { LineEdit, UiState } from '../screen/ui-state.ts'
import { bar, type Bar } from './bar.ts'

/** Lines of a long prompt that are seen at once. */
const promptLines = 5

/** The line for writing to the agent, or for searching; one row each line of the text. */
export function inputBars(ui: UiState, theme: Theme, columns: number, matches: number): readonly Bar[] {
  if (ui.focus === 'search') {
    const count = ui.query === '' ? own`` : own`${matches} match${matches === 1 ? own`` : own`es`} `
    return [bar(row(own` / `, edited(ui.search, theme, columns - 20)), paint(theme, 'dim', count))]
  }
  const sign = paint(theme, ui.focus === 'prompt' ? 'accent' : 'dim', glyphs(theme).prompt)
  if (ui.focus !== 'prompt') {
    const { text } = ui.prompt.line
    const shown = text === '' ? own`ask the agent…` : cutToWidth(safeLine(text.slice(0, 1000)), columns - 4)
    return [bar(row(own` `, sign, own` `, paint(theme, 'dim', shown)))]
  }
  return promptBars(ui.prompt.line, theme, columns, sign)
}

function promptBars(line: LineEdit, theme: Theme, columns: number, sign: Painted): readonly Bar[] {
  const all = line.text.split('\n')
  const at = line.text.slice(0, line.cursor).split('\n').length - 1
  const first = Math.max(0, Math.min(at - promptLines + 1, all.length - promptLines))
  let offset = all.slice(0, first).reduce((sum, text) => sum + text.length + 1, 0)
  return all.slice(first, first + promptLines).map((text, index) => {
    const cursor = first + index === at ? line.cursor - offset : -1
    offset += text.length + 1
    return bar(row(own` `, index === 0 ? sign : own` `, own` `, edited({ text, cursor }, theme, columns - 4)))
  })
}

/** One line with its cursor, the part around the cursor when it is too long. A cursor of -1 is not shown. */
function edited(line: LineEdit, theme: Theme, room: number): Painted {
  const before = safeText(line.text.slice(0, Math.max(0, line.cursor)))
  if (line.cursor < 0) return row(cutToWidth(safeLine(line.text), room))
  const under = line.text.slice(line.cursor)
  const character = under === '' ? ' ' : String.fromCodePoint(under.codePointAt(0) ?? 32)
  const rest = safeLine(under.slice(character.length))
  const left = displayWidth(before) > room - 2 ? tail(before, room - 3) : before
  const after = cutToWidth(rest, Math.max(0, room - displayWidth(left) - 1))
  return row(left, paint(theme, 'inverse', safeLine(character)), after)
}

function tail(text: SafeText, columns: number): SafeText {
  let cut = text.slice(-columns)
  while (displayWidth(cut) > columns - 1) cut = cut.slice(1)
  return own`…${safeLine(cut)}`
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
