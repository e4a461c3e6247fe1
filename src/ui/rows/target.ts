import type { QuestionKey } from '../../app/state/question.ts'
import type { Hint } from '../keys/hint.ts'
import type { PastPlace } from '../state/looking-back.ts'
import type { FormAction, FormFocus, TabId } from '../state/ui-state.ts'

/** What is at a place of the screen that can be clicked. */
export type PointerTarget =
  | { readonly type: 'tab'; readonly id: TabId }
  /** A step of the shown checklist, by its key. */
  | { readonly type: 'step'; readonly key: number }
  /** A revision or a mark of the past that is shown. */
  | { readonly type: 'moment'; readonly tab: TabId; readonly place: PastPlace }
  /** An option of the shown question, by its place. */
  | { readonly type: 'option'; readonly question: QuestionKey; readonly at: number }
  /** The row of a question that has not the focus. */
  | { readonly type: 'waiting'; readonly question: QuestionKey }
  /** A field of the shown form. */
  | ({ readonly type: 'field'; readonly question: QuestionKey } & FieldTarget)
  /** An action of the shown form. */
  | { readonly type: 'button'; readonly question: QuestionKey; readonly action: FormAction }
  /** An item of the open list, by its id. */
  | { readonly type: 'item'; readonly id: string }
  /** A row of the wire panel, by the number of its first message. */
  | { readonly type: 'message'; readonly number: number }
  /** A line of the opened message. */
  | { readonly type: 'message-line'; readonly number: number; readonly line: number }
  /** A problem of a message in the problems panel, by its key. */
  | { readonly type: 'problem'; readonly key: string }
  | { readonly type: 'hint'; readonly hint: Hint }
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

/** A place within a part or a pane; both count from 0. */
export interface PlaceInPart {
  readonly column: number
  readonly row: number
}
