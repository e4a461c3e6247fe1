import type { FieldValue } from '../../app/state/elicitation.ts'
import type { QuestionKey } from '../../app/state/question.ts'
import type { QuestionChoice } from './question-choice.ts'
import type { KeyPress } from '../keys/key-press.ts'
import type { PanelName } from '../panels/panels.ts'

/** A plan's tab, unique over all sessions. */
export type TabId = string & { readonly tabId: unique symbol }

export function tabId(sessionId: string, planKey: string): TabId {
  return `${sessionId}\u0000${planKey}` as TabId
}

/** Which part of a plan is shown. */
export interface PaneScroll {
  /** The first row shown, as last drawn. */
  readonly top: number
  /** `current`: the step in progress stays in view. `end`: the last rows stay in view. `free`: where the user put it. */
  readonly follows: 'current' | 'end' | 'free'
  /** The selected entry of a checklist, by its key; null for none. */
  readonly cursorKey: number | null
  readonly isCollapsed: boolean
  /** The row of a text that n and N came to last; null when the view was moved since. */
  readonly matchRow: number | null
}

export const startOfPane: PaneScroll = {
  top: 0,
  follows: 'current',
  cursorKey: null,
  isCollapsed: false,
  matchRow: null,
}

/** A line being edited. `cursor` counts UTF-16 units and never splits a character. */
export interface LineEdit {
  readonly text: string
  readonly cursor: number
}

export const emptyLine: LineEdit = { text: '', cursor: 0 }

export interface PromptEdit {
  readonly line: LineEdit
  readonly history: readonly string[]
  /** Place in the history while looking through it; null while writing. What was being written is kept as `draft`. */
  readonly historyAt: number | null
  readonly draft: string
}

/** Where the user's keys go, as far as the user chose it. */
export type Focus = 'plan' | 'prompt' | 'search' | 'feedback' | LineFocus

/** What is asked for in a line: what a mark in the recording says, or a moment of the one that is shown. */
export type LineFocus = 'caption' | 'moment'

/** A list that is picked from. `choices`: the values of one of the session's options, of its mode where that is null. */
export type PickerPlace =
  | { readonly kind: 'sessions' | 'settings' | 'login' }
  | { readonly kind: 'choices'; readonly optionId: string | null }

export interface PickerState {
  readonly place: PickerPlace
  readonly filter: LineEdit
  /** The selected item, by its id; null before anything was selected: the one at `at`. */
  readonly selected: string | null
  /** Where the selected item stood when it was last drawn: when it goes, its neighbour is next. */
  readonly at: number
  /** The first row shown, as last drawn. */
  readonly top: number
  /** Rows of the selected item that stand above and beneath what is shown, as last drawn: it may be taller than the list. */
  readonly above: number
  readonly beneath: number
  /** What asked for a second press of its key, by the key and the item's id. */
  readonly armed: string | null
  /** The list that it was opened from. */
  readonly back: PickerState | null
}

/** Where the user stands in a form, or a page, that the agent asks about. */
export interface FormState {
  /** The request: what was written in one form says nothing about another. */
  readonly requestKey: number
  readonly stop: FormStop
  /** What the user changed, by the field's place. */
  readonly entries: ReadonlyMap<number, FieldEntry>
  /** What is wrong, in words, by the field's place. */
  readonly errors: ReadonlyMap<number, string>
  /** The first line shown of a text that has more of them than room. */
  readonly textTop: number
  /** The browser was sent to the page. */
  readonly isOpened: boolean
}

/** What has the focus. `option` is a place among the choices of a field, 0 in one without. */
export type FormStop =
  | { readonly at: 'field'; readonly field: number; readonly option: number }
  | { readonly at: 'action'; readonly action: FormAction }

export type FormAction = 'send' | 'open' | 'decline'

/** A field as the user has it: a line that is written in, or a value that is picked. */
export type FieldEntry =
  | { readonly type: 'line'; readonly line: LineEdit }
  | { readonly type: 'picked'; readonly value: FieldValue | null }

/** A key that was pressed once and is to be pressed again before it ends or cancels anything. */
export interface ArmedKey {
  readonly key: string
  readonly untilMs: number
}

/** A key that is done when nothing is typed after it: a letter in a sentence is no command. */
export interface HeldKey {
  readonly press: KeyPress
  /** When it is known to stand alone. */
  readonly dueAtMs: number
}

/** Letters that were pressed one soon after the other. */
export interface TypedKeys {
  readonly last: string
  /** A key that repeats itself counts once. */
  readonly count: number
  /** What is pressed until then belongs to them. */
  readonly untilMs: number
}

/** What a proposal that is a file said when it was answered. */
export interface AnsweredFile {
  /** Which proposal of its plan it was. */
  readonly proposedAtMs: number
  readonly text: string
  /** What the file of the proposal before it had said. */
  readonly before: string | null
}

/** What the user did to the screen; everything else on it follows from the app's state. */
export interface UiState {
  readonly columns: number
  readonly rows: number
  readonly focus: Focus
  /** The tab shown; null where there is none. */
  readonly tab: TabId | null
  /** The current session, as last drawn. */
  readonly sessionId: string | null
  /** The tab the agent works on is shown, until the user picks one. */
  readonly followsTabs: boolean
  /** The revision of each plan that was last looked at. */
  readonly seen: ReadonlyMap<TabId, number>
  /** Removed plans that the user wants to see again. */
  readonly revived: ReadonlySet<TabId>
  readonly scrolls: ReadonlyMap<TabId, PaneScroll>
  readonly panel: PanelName | null
  /** Which part of the panel is shown; there is nothing to select in it. */
  readonly panelScroll: PaneScroll
  /** The list open over the plan; never together with a panel. */
  readonly picker: PickerState | null
  readonly prompt: PromptEdit
  /** The slash command selected among those that fit what is being written; null: the first. */
  readonly command: string | null
  readonly search: LineEdit
  /** What is written for a `LineFocus`. */
  readonly answer: LineEdit
  /** What is marked; '' for nothing. */
  readonly query: string
  /** Read by `choiceIn`; null before an option was chosen. */
  readonly choice: QuestionChoice | null
  /** Of a revised proposal the changes are shown, line by line, instead of the text. */
  readonly showsChanges: boolean
  /** What goes with a rejection, as far as it is written; null before the user began. */
  readonly feedback: { readonly questionKey: QuestionKey; readonly line: LineEdit } | null
  /** Read by `formIn`; null before anything was done in a form. */
  readonly form: FormState | null
  /** Of proposals that are files: what the one that was answered last said. */
  readonly answeredFiles: ReadonlyMap<TabId, AnsweredFile>
  /** The question whose plan the screen turned to last. */
  readonly turnedTo: QuestionKey | null
  /** Something to say to the user, until `untilMs`. */
  readonly message: { readonly text: string; readonly untilMs: number } | null
  /** Another key disarms it. */
  readonly armed: ArmedKey | null
  readonly held: HeldKey | null
  readonly typed: TypedKeys
  /** The question that was put aside: it waits, and the keys go to the plan. */
  readonly aside: QuestionKey | null
}

export const nothingTyped: TypedKeys = { last: '', count: 0, untilMs: 0 }

export function startUiState(columns: number, rows: number): UiState {
  return {
    columns,
    rows,
    focus: 'plan',
    tab: null,
    sessionId: null,
    followsTabs: true,
    seen: new Map(),
    revived: new Set(),
    scrolls: new Map(),
    panel: null,
    panelScroll: startOfPane,
    picker: null,
    prompt: { line: emptyLine, history: [], historyAt: null, draft: '' },
    command: null,
    search: emptyLine,
    answer: emptyLine,
    query: '',
    choice: null,
    showsChanges: false,
    feedback: null,
    form: null,
    answeredFiles: new Map(),
    turnedTo: null,
    message: null,
    armed: null,
    held: null,
    typed: nothingTyped,
    aside: null,
  }
}

export function scrollOf(ui: UiState, tab: TabId | null): PaneScroll {
  return (tab === null ? undefined : ui.scrolls.get(tab)) ?? startOfPane
}

export function withScroll(ui: UiState, tab: TabId, scroll: PaneScroll): UiState {
  const before = ui.scrolls.get(tab)
  const isSame =
    before !== undefined &&
    before.top === scroll.top &&
    before.follows === scroll.follows &&
    before.cursorKey === scroll.cursorKey &&
    before.isCollapsed === scroll.isCollapsed &&
    before.matchRow === scroll.matchRow
  return isSame ? ui : { ...ui, scrolls: new Map(ui.scrolls).set(tab, scroll) }
}
