import type { Row } from '../../lib/cells/row.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import type { Role } from '../paint/theme.ts'
import type { TabId } from '../state/ui-state.ts'
import type { BarProgress } from './progress-bar.ts'
import type { QuestionKey } from '../../app/state/question.ts'
import type { Hint, ToPress } from '../keys/key-map.ts'
import type { PastPoint } from '../state/looking-back.ts'
import type { LineEdit } from '../state/line-edit.ts'
import type { FormAction, FormFocus } from '../state/question-state.ts'

/** Where a click leads, and until when what is shown is true. */
export interface Leads {
  /** Absent: a click does nothing. */
  readonly target?: PointerTarget
  /** When it has to be drawn again without an event; absent: never. */
  readonly untilMs?: number
}

export interface Part extends Leads {
  readonly text: SafeText
  /** Blanks in the role `normal` have no style. */
  readonly role: Role
}

/** A row with parts from its left end and parts at its right end. The left ones are cut if there is no room for both. */
export interface Bar {
  readonly form: 'bar'
  readonly left: readonly Part[]
  readonly right?: readonly Part[]
  /** Where a click beside the parts that have a target leads. */
  readonly target?: PointerTarget
}

/** A text over as many rows as it needs, at most `most`; a column at the right end stays empty. */
export interface Wrapped extends Leads {
  readonly form: 'wrap'
  readonly text: SafeText
  readonly role: Role
  /** Blanks before each row; absent: one. */
  readonly indent?: number
  readonly most?: number
}

/** A text that is being written, with a row for each of its lines. A click places the cursor. */
export interface Input {
  readonly form: 'input'
  /** In front of the first line, with the blanks around it. The other lines begin in the same column. */
  readonly label: readonly Part[]
  /** With a cursor of -1 none is shown. */
  readonly line: LineEdit
  /** Behind the last line, if there are four columns for it. */
  readonly after?: readonly Part[]
  /** At the right end of the first row. */
  readonly right?: Part
  /** The most rows, which show what is around the cursor; absent: one, in which line breaks are signs. */
  readonly most?: number
  /** Where a click leads before the character at `cursor`; absent: to that place in the text that is being written. */
  readonly targetOf?: (cursor: number) => PointerTarget
}

export interface Rule {
  readonly form: 'rule'
  /** What is below the rule. */
  readonly title?: SafeText | null
  /** In place of the title, if there is room for all of them. */
  readonly parts?: readonly Part[] | undefined
  /** At the right end, if there is room. */
  readonly caption?: SafeText | undefined
  /** At the left end, unless there is a title. */
  readonly progress?: BarProgress | undefined
  readonly isDashed?: boolean
}

/** Rows that are drawn elsewhere, with no target unless `targetAt` tells one; none is wider than its place. */
export interface Canvas {
  readonly form: 'canvas'
  readonly rows: readonly Row[]
  readonly targetAt?: (row: number, column: number) => PointerTarget | null
  readonly untilMs?: number
}

/** What stands in one or more rows of the screen: where a click on it leads and when it changes is told with it. */
export type RowForm = Bar | Wrapped | Input | Rule | Canvas

export function part(role: Role, text: SafeText, leads: Leads = {}): Part {
  return { text, role, ...leads }
}

export function gap(columns: number): Part {
  return columns === 1 ? blank : part('normal', ' '.repeat(Math.max(0, columns)) as SafeText)
}

export const blank: Part = part('normal', safe` `)

/** What is at a place of the screen that can be clicked. */
export type PointerTarget =
  | { readonly type: 'tab'; readonly id: TabId }
  /** A step of the shown checklist, by its key. */
  | { readonly type: 'step'; readonly key: number }
  /** A revision or a mark of the past that is shown. */
  | { readonly type: 'moment'; readonly tab: TabId; readonly place: PastPoint }
  /** An option of the shown question, by its place. */
  | { readonly type: 'option'; readonly question: QuestionKey; readonly at: number }
  /** The row of a question that has not the focus. */
  | { readonly type: 'waiting'; readonly question: QuestionKey }
  | ({ readonly type: 'field'; readonly question: QuestionKey } & FieldTarget)
  | { readonly type: 'button'; readonly question: QuestionKey; readonly action: FormAction }
  /** An item of the open list, by its id. */
  | { readonly type: 'item'; readonly id: string }
  /** A row of the wire panel, by the number of its first message. */
  | { readonly type: 'message'; readonly number: number }
  | { readonly type: 'message-line'; readonly number: number; readonly line: number }
  /** An item of a list of the log. */
  | { readonly type: 'log-item'; readonly key: string }
  /** A row of the work panel, by the number of its call. */
  | { readonly type: 'call'; readonly number: number }
  /** A link of the shown page of the manual, by its place. */
  | { readonly type: 'link'; readonly index: number }
  | { readonly type: 'hint'; readonly hint: Hint }
  /** What the key of a command does, whichever key that is. */
  | ({ readonly type: 'command' } & ToPress)
  /** A place in a text that is being written: before the character at `cursor`. */
  | { readonly type: 'text'; readonly text: string; readonly cursor: number }

/** Where a click in the fields of a form leads. */
export interface FieldTarget {
  readonly focus: Extract<FormFocus, { at: 'field' }>
  /** The place in the text of the field; null: the click was not in it. */
  readonly cursor: number | null
  /** The value of a yes or no; null: the click was not on one. */
  readonly flag: boolean | null
}
