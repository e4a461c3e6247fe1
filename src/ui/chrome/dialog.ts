import type { PermissionRequest } from '../../app/state/permission.ts'
import type { RequestDetail } from '../../app/state/request-detail.ts'
import { questionKey, type ChoiceQuestion, type QuestionKey } from '../../app/state/question.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import { glyphs } from '../paint/glyphs.ts'
import { rowWidth, row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { DocumentCache } from '../plan-panes/document-cache.ts'
import { optionsOf, type QuestionOption } from '../state/question-options.ts'
import { choiceIn } from '../state/question-choice.ts'
import type { UiState } from '../state/ui-state.ts'
import type { PlaceInPart, PointerTarget } from '../rows/target.ts'
import { barRow } from '../rows/bar-row.ts'
import type { ShownRows } from '../state/shown.ts'
import { detailLines } from './dialog-detail.ts'
import { selectedWords, visibleWords } from './place-words.ts'
import type { Look } from '../paint/look.ts'

export interface DialogFrame extends Look {
  /** Rows the dialog may take. */
  readonly rows: number
  readonly hasFocus: boolean
  /** The user has put the question aside. */
  readonly isResting: boolean
  /** The key that leads back to a question that was put aside. */
  readonly answerKey: SafeText
  /** A recording or an observed agent is shown: nothing can be answered here. */
  readonly isOnlyShown: boolean
  /** The agent is observed: its user answers where it runs, and the options have no keys here. */
  readonly isElsewhere?: boolean
  /** The file that the proposed plan would be saved to, raw; absent or null if unknown. */
  readonly savePath?: string | null
  /** Questions that wait behind this one. */
  readonly waiting: number
  readonly documentCache: DocumentCache
  readonly nowMs: number
  /** The name of the session that asks, if it is not the shown one. */
  readonly asker?: SafeText | null
}

type WaitingFrame = Pick<DialogFrame, 'theme' | 'columns' | 'isResting' | 'isOnlyShown' | 'answerKey'>

export interface Dialog {
  readonly rows: readonly Row[]
  /** The visible part of a detail that is too long for its room; null if all of it is visible. */
  readonly detail: ShownRows | null
  /** When its rows change without an event; absent or null: never. */
  readonly nextAtMs?: number | null
  /** What can be clicked at a place of it; absent: nothing. */
  readonly targetIn?: (place: PlaceInPart) => PointerTarget | null
}

const noDetail: RequestDetail = []

/** A question with its options: the safest first, dangerous ones marked. */
export function optionsDialog(question: ChoiceQuestion, ui: UiState, frame: DialogFrame): Dialog {
  const { theme } = frame
  if (frame.isResting) return waitingDialog(titleOf(question), questionKey(question), frame)
  const isElsewhere = frame.isElsewhere === true
  // Ours are not those of the client that answers.
  const isUntold = question.kind === 'permission' ? question.request.hasUntoldOptions === true : isElsewhere
  const options = isUntold ? [] : optionsOf(question, frame.savePath)
  const where = isElsewhere && frame.columns >= 60 ? [safe`answered where it runs`] : []
  if (options.length === 0) {
    const why = isUntold
      ? safe`Its options are not told.`
      : isElsewhere
        ? safe`It has no options.`
        : safe`It has no options: esc puts it aside.`
    const words = cutToWidth(why, frame.columns - 4)
    const role = isUntold ? 'dim' : 'warning'
    return {
      rows: [headRow(question, where, frame), row(safe`   `, paint(theme, role, words))],
      detail: null,
    }
  }
  const choice = choiceIn(questionKey(question), ui.choice)
  const asked = question.kind === 'permission' ? question.request.detail : noDetail
  const optionRoom = Math.max(1, Math.min(options.length, frame.rows - 1))
  const room = frame.rows - 1 - optionRoom
  const detail = room < 1 ? null : detailLines(asked, { ...frame, rows: room, top: choice.detailTop })
  const selected = Math.min(choice.option, options.length - 1)
  const first = Math.max(0, Math.min(selected - Math.floor(optionRoom / 2), options.length - optionRoom))
  const shown = options.slice(first, first + optionRoom).map((option, index) => {
    const isSelected = !isElsewhere && first + index === selected
    const letter = isElsewhere ? safe` ` : safeLine(ui.keys.optionLetters[first + index] ?? ' ')
    return optionRow(option, { letter, isSelected, isArmed: isSelected && choice.isArmed }, frame)
  })
  const facts = [
    ...askedBy(frame),
    ...endOfCall(question),
    ...where,
    ...(detail?.view === undefined || detail.view === null ? [] : [visibleWords(detail.view)]),
    ...(optionRoom < options.length ? [selectedWords({ at: selected, total: options.length })] : []),
    ...(frame.waiting === 0 ? [] : [safe`${frame.waiting} more`]),
  ]
  const rows = [headRow(question, facts, frame), ...(detail?.shown ?? []), ...shown]
  return {
    rows,
    detail: detail?.view ?? null,
    nextAtMs: detail?.nextAtMs ?? null,
    targetIn({ row: at }) {
      const from = rows.length - optionRoom
      return at < from || at >= rows.length
        ? null
        : { type: 'option', question: questionKey(question), at: first + at - from }
    },
  }
}

function askedBy({ asker, columns }: DialogFrame): readonly SafeText[] {
  if (asker === undefined || asker === null) return []
  return [safe`“${cutToWidth(asker, columns < 60 ? 10 : 24)}” asks`]
}

function endOfCall(question: ChoiceQuestion): readonly SafeText[] {
  const end = question.kind === 'permission' ? question.request.callEnd : undefined
  return end === undefined ? [] : [safe`its call has ${safeLine(end)}`]
}

const silentKinds: ReadonlySet<string> = new Set(['other', 'switch_mode', 'think'])

function headRow(question: ChoiceQuestion, facts: readonly SafeText[], { theme, columns }: DialogFrame): Row {
  const kind = question.kind === 'permission' ? kindWord(question.request) : safe``
  const kept = fitting(facts, columns - displayWidth(kind) - titleKept)
  const right = paint(theme, 'dim', kept.map((fact) => safe`${fact} `).join(' ') as SafeText)
  const room = columns - displayWidth(kind) - rowWidth(right) - 2
  const shown = cutToWidth(titleOf(question), room)
  return barRow(row(safe` `, paint(theme, 'dim', kind), paint(theme, 'strong', shown)), right, columns)
}

function titleOf(question: ChoiceQuestion): SafeText {
  if (question.kind === 'permission') return shownLine(question.request.title, 'long')
  const { about } = question
  return 'mode' in about
    ? safe`Leave “${cutLine(about.mode, 30)}” and go on? The agent cannot ask.`
    : safe`Implement this plan?`
}

/** A waiting question in one row, with the key that leads back to it if it was put aside; a click does too. */
export function waitingDialog(what: SafeText, question: QuestionKey, frame: WaitingFrame): Dialog {
  const rows = [waitingRow(what, frame)]
  if (frame.isOnlyShown) return { rows, detail: null }
  return { rows, detail: null, targetIn: () => ({ type: 'waiting', question }) }
}

function waitingRow(what: SafeText, frame: WaitingFrame): Row {
  const { theme, columns, isResting, isOnlyShown } = frame
  const right = isOnlyShown
    ? safe`waits for an answer `
    : isResting
      ? safe`${frame.answerKey} to answer `
      : safe`waits for you `
  const mark = paint(theme, 'warning', glyphs(theme).waiting)
  const shown = cutToWidth(what, columns - right.length - 4)
  return barRow(
    row(safe` `, mark, safe` `, paint(theme, 'normal', shown)),
    paint(theme, 'dim', right),
    columns,
  )
}

/** Columns that are reserved for the title. */
const titleKept = 8

/** The first facts, as many as fit. */
function fitting(facts: readonly SafeText[], room: number): readonly SafeText[] {
  let used = 0
  return facts.filter((fact) => {
    used += displayWidth(fact) + 2
    return used <= room
  })
}

/** The omitted kinds are terms of the protocol that mean nothing to users. */
function kindWord({ toolKind }: PermissionRequest): SafeText {
  return toolKind === null || silentKinds.has(toolKind) ? safe`` : safe`${cutLine(toolKind, 12)}  `
}

interface OptionState {
  /** The key of the option; '' without one. */
  readonly letter: SafeText
  readonly isSelected: boolean
  /** A dangerous option that enter was pressed on once. */
  readonly isArmed: boolean
}

function optionRow(option: QuestionOption, state: OptionState, frame: DialogFrame): Row {
  const { theme, columns } = frame
  const pointer: Row | SafeText =
    state.isSelected && frame.hasFocus ? paint(theme, 'accent', glyphs(theme).prompt) : safe` `
  const warning = warningOf(option, state.isArmed, columns)
  const shown = cutLine(option.name, columns - 6 - warning.length)
  const role = state.isSelected ? 'strong' : 'normal'
  const letter = paint(theme, 'dim', state.letter)
  return barRow(
    row(safe` `, letter, safe` `, pointer, safe` `, paint(theme, role, shown)),
    paint(theme, 'bad', warning),
    columns,
  )
}

function warningOf({ danger, isLasting }: QuestionOption, isArmed: boolean, columns: number): SafeText {
  if (danger === null) return safe``
  const isNarrow = columns < 60
  if (isArmed) return isNarrow ? safe`! enter again ` : safe`! enter again to confirm `
  if (danger === 'changes-mode') return isNarrow ? safe`! mode ` : safe`! changes the mode `
  if (danger === 'more-than-once') return isNarrow ? safe`! always ` : safe`! allows more than once `
  if (isNarrow) return safe`! risky `
  return isLasting ? safe`! allows everything, always ` : safe`! allows everything `
}
