import { isDangerous, safestFirst, type PermissionRequest } from '../../app/permission.ts'
import { own, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint, paintedWidth, row, type Painted } from '../paint/painted.ts'
import type { Theme } from '../paint/theme.ts'
import type { UiState } from '../screen/ui-state.ts'
import { bar, type Bar } from './bar.ts'

export interface DialogFrame {
  readonly theme: Theme
  readonly columns: number
  /** Rows the dialog may take. */
  readonly rows: number
  readonly hasFocus: boolean
  /** Requests that wait behind this one. */
  readonly waiting: number
}

/** A question of the agent's with its own options, the safest first, dangerous ones marked. */
export function dialogBars(request: PermissionRequest, ui: UiState, frame: DialogFrame): readonly Bar[] {
  const { theme, columns } = frame
  const options = safestFirst(request.options)
  const more = frame.waiting === 0 ? row() : paint(theme, 'dim', own`${frame.waiting} more `)
  const kind =
    request.toolKind === null || request.toolKind === 'other'
      ? own``
      : own`${safeLine(request.toolKind.slice(0, 20))}  `
  const room = columns - 2 - displayWidth(kind) - paintedWidth(more)
  const title = cutToWidth(safeLine(request.title.slice(0, 1000)), room)
  const head = bar(row(own` `, paint(theme, 'dim', kind), paint(theme, 'strong', title)), more)
  const optionRoom = Math.max(1, Math.min(options.length, frame.rows - 1))
  const detail = detailBars(request, theme, columns, frame.rows - 1 - optionRoom)
  const first = Math.max(0, Math.min(ui.option - Math.floor(optionRoom / 2), options.length - optionRoom))
  const shown = options.slice(first, first + optionRoom).map((option, at) => {
    const isSelected = first + at === ui.option
    const sign = isSelected && frame.hasFocus ? paint(theme, 'accent', glyphs(theme).prompt) : own` `
    const warning = isDangerous(option) ? warningOf(isSelected && ui.isArmed, columns) : own``
    const room = columns - 4 - displayWidth(warning)
    const name = cutToWidth(safeLine((option.name === '' ? option.id : option.name).slice(0, 300)), room)
    return bar(
      row(own` `, sign, own` `, paint(theme, isSelected ? 'strong' : 'normal', name)),
      paint(theme, 'bad', warning),
    )
  })
  return [head, ...detail, ...shown]
}

function warningOf(isArmed: boolean, columns: number): SafeText {
  if (isArmed) return columns < 60 ? own`! again ` : own`! enter again `
  return columns < 60 ? own`! ` : own`! more than once `
}

function detailBars(request: PermissionRequest, theme: Theme, columns: number, rows: number): readonly Bar[] {
  if (rows < 1 || request.detail.trim() === '') return []
  const lines = wrapText(safeText(request.detail.slice(0, 20_000)), columns - 4, rows + 1)
  const shown = lines.length > rows ? [...lines.slice(0, rows - 1), glyphs(theme).ellipsis] : lines
  return shown.map((line) => bar(row(own`   `, detailLine(theme, line))))
}

/** Lines of a diff are told apart by their first character. */
function detailLine(theme: Theme, line: ReturnType<typeof safeText>): Painted {
  if (line.startsWith('+')) return paint(theme, 'good', line)
  return paint(theme, line.startsWith('-') ? 'bad' : 'dim', line)
}
