import {
  isDangerous,
  safestFirst,
  type PermissionOption,
  type PermissionRequest,
} from '../../app/permission.ts'
import { own, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint, paintedWidth, row, type Painted } from '../paint/painted.ts'
import type { Theme } from '../paint/theme.ts'
import { choiceIn } from '../screen/permission-choice.ts'
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
  const { theme } = frame
  const options = safestFirst(request.options)
  if (options.length === 0) return [headBar(request, row(), frame), noOptionsBar(frame)]
  const optionRoom = Math.max(1, Math.min(options.length, frame.rows - 1))
  const detail = detailBars(request.detail, { ...frame, rows: frame.rows - 1 - optionRoom })
  const { option: selected, isArmed } = choiceIn(request, ui.choice)
  const first = Math.max(0, Math.min(selected - Math.floor(optionRoom / 2), options.length - optionRoom))
  const shown = options.slice(first, first + optionRoom).map((option, index) => {
    const isSelected = first + index === selected
    return optionBar(option, { isSelected, isArmed: isSelected && isArmed }, frame)
  })
  const place = optionRoom < options.length ? own`${selected + 1}/${options.length}  ` : own``
  const more = frame.waiting === 0 ? own`` : own`${frame.waiting} more `
  return [headBar(request, paint(theme, 'dim', own`${place}${more}`), frame), ...detail, ...shown]
}

const silentKinds: ReadonlySet<string> = new Set(['other', 'switch_mode', 'think'])

function headBar(request: PermissionRequest, right: Painted, { theme, columns }: DialogFrame): Bar {
  // The other kinds are the protocol's own words, and say nothing to people.
  const kind =
    request.toolKind === null || silentKinds.has(request.toolKind)
      ? own``
      : own`${cutToWidth(safeLine(request.toolKind.slice(0, 200)), 12)}  `
  const room = columns - displayWidth(kind) - paintedWidth(right) - 2
  const title = cutToWidth(safeLine(request.title.slice(0, 1000)), room)
  return bar(row(own` `, paint(theme, 'dim', kind), paint(theme, 'strong', title)), right)
}

function noOptionsBar({ theme, columns }: DialogFrame): Bar {
  const text = own`It offers no answer: esc cancels the turn.`
  return bar(row(own`   `, paint(theme, 'warning', cutToWidth(text, columns - 4))))
}

interface OptionLook {
  readonly isSelected: boolean
  /** A dangerous one was asked for once already. */
  readonly isArmed: boolean
}

function optionBar(option: PermissionOption, look: OptionLook, frame: DialogFrame): Bar {
  const { theme, columns } = frame
  const sign = look.isSelected && frame.hasFocus ? paint(theme, 'accent', glyphs(theme).prompt) : own` `
  const warning = isDangerous(option) ? warningOf(look.isArmed, columns) : own``
  const name = safeLine((option.name.trim() === '' ? option.id : option.name).slice(0, 300))
  const shown = cutToWidth(name, columns - 4 - warning.length)
  const role = look.isSelected ? 'strong' : 'normal'
  return bar(row(own` `, sign, own` `, paint(theme, role, shown)), paint(theme, 'bad', warning))
}

function warningOf(isArmed: boolean, columns: number): SafeText {
  if (columns < 60) return isArmed ? own`! enter again ` : own`! always `
  return isArmed ? own`! enter again if you mean it ` : own`! allows more than once `
}

function detailBars(detail: string, { theme, columns, rows }: DialogFrame): readonly Bar[] {
  if (rows < 1 || detail.trim() === '') return []
  const lines = wrapText(safeText(detail.slice(0, 20_000)), columns - 4, rows + 1)
  const shown = lines.length > rows ? [...lines.slice(0, rows - 1), glyphs(theme).ellipsis] : lines
  const isDiff = isLikeDiff(detail)
  return shown.map((line) =>
    bar(row(own`   `, isDiff ? diffLine(theme, line) : paint(theme, 'normal', line))),
  )
}

/** A diff has lines that came, or hunks. A list in a plan has lines that begin with `-` too. */
function isLikeDiff(detail: string): boolean {
  return /^(?:\+|@@ )/m.test(detail.slice(0, 20_000))
}

function diffLine(theme: Theme, line: SafeText): Painted {
  if (line.startsWith('+')) return paint(theme, 'good', line)
  return paint(theme, line.startsWith('-') ? 'bad' : 'dim', line)
}
