import type { Saving } from './intent.ts'
import type { Mark, Revision, BaselineName } from '../../app/history/plan-history.ts'
import { historyKey } from '../../app/history/run-history.ts'
import type { QuestionKey } from '../../app/state/question.ts'
import { tableKeys, type KeyMap } from '../keys/key-map.ts'
import type { StepRequest } from '../../app/words/prompt.ts'
import type { PanelName } from '../panels/panels.ts'
import type { TextPatch } from '../../plans/comparison/line-diff.ts'
import { isSameList, startOfList, type ListState, type TimelineState } from './list-state.ts'
import {
  startOfLog,
  type LogState,
  startOfWire,
  type WireState,
  startOfSide,
  type SideState,
  startOfWork,
  type WorkState,
  startOfManual,
  type ManualState,
} from './panel-state.ts'
import type { CommentedLines, PlanSteps } from './comments.ts'
import { emptyLine, emptyPrompt, type LineEdit, type PromptEdit } from './line-edit.ts'
import type { PaletteTopic } from './palette.ts'
import { fileMessageMs, messageMs } from './timing.ts'
import { nothingPressed, type Guard } from '../keys/key-press.ts'
import type { FormState, QuestionChoice } from './question-state.ts'

/** Identifies a plan's tab over all sessions. */
export type TabId = string & { readonly tabId: unique symbol }

export function tabId(sessionId: string, planKey: string): TabId {
  return historyKey(sessionId, planKey) as TabId
}

/** Which part of a plan is shown; `selected` is the key of the step with the cursor. */
export interface PaneScroll extends ListState {
  readonly isCollapsed: boolean
}

export const startOfPane: PaneScroll = { ...startOfList, isCollapsed: false }

/** A past moment of a plan, which its tab shows in place of the present one. */
export interface PastMoment {
  /** The revision that is shown. It is kept here, since the history may thin it out. */
  readonly revision: Revision
  /** The mark that the user went to; null: the user went to the revision itself. */
  readonly mark: Mark | null
  /** The number of the newest revision when the user began to look back. */
  readonly newestThen: number
  /** The scroll position in the past; the one of the present plan stays as it was. */
  readonly scroll: PaneScroll
}

/** What the user writes, in the line at the bottom. The texts of `prompt`, `search` and `feedback` are kept when that is left. */
export type Writing =
  | { readonly kind: 'prompt' | 'search' | 'feedback' }
  | WrittenLine
  /** An edited plan waits for what shall become of it. */
  | { readonly kind: 'edited'; readonly plan: EditedPlan }

/** A line that is gone when it is left. */
export type WrittenLine =
  /** The caption of a mark in the recording, a moment of the recording that is shown, or the filter of the wire panel. */
  | { readonly kind: 'caption' | 'moment' | 'filter'; readonly line: LineEdit }
  | {
      readonly kind: 'comment'
      readonly line: LineEdit
      readonly on: { readonly tab: TabId } & CommentedLines
    }
  /** The name of a new file. */
  | { readonly kind: 'save'; readonly line: LineEdit; readonly saving: Saving }

/** A plan that the user has changed in an editor. */
export interface EditedPlan {
  readonly tab: TabId
  /** Raw. */
  readonly title: string
  /** The whole text. Raw. */
  readonly text: string
  /** The file that has the text until something becomes of it. */
  readonly file: string
  readonly patch: TextPatch
  /** The present revision was edited, not a past one. */
  readonly isPresent: boolean
}

/** The text in the prompt or the feedback that was written about a plan, until it is sent or deleted. */
export interface StepDraft {
  readonly tab: TabId
  readonly into: 'prompt' | 'feedback'
  /** The steps that are asked for; null: none. `text` is as it was written, before the user edited it. */
  readonly request: {
    readonly type: StepRequest
    readonly keys: ReadonlySet<number>
    readonly text: string
  } | null
  /** The comments in it; null: none. */
  readonly comments: { readonly ids: ReadonlySet<number>; readonly text: string } | null
}

/** Which picker is open. `choices`: the values of one of the session's config options, or of its mode (null). */
export type PickerTopic =
  | { readonly kind: 'sessions' | 'settings' | 'login' | 'observed' }
  | { readonly kind: 'choices'; readonly optionId: string | null }
  /** `openedAtMs`: when it was opened, which its order depends on. */
  | { readonly kind: 'plans'; readonly openedAtMs: number }
  | StepsTopic
  | PaletteTopic

/** What can be done with some steps of a plan, and how a text about them reaches the agent. */
export interface StepsTopic {
  readonly kind: 'steps'
  readonly tab: TabId
  /** Without any, only what concerns comments. */
  readonly keys: readonly number[]
  readonly comments: { readonly unsent: number; readonly all: number; readonly areFolded: boolean }
  readonly goes: 'at-once' | 'after-turn' | 'with-answer'
}

export interface PickerState {
  readonly topic: PickerTopic
  readonly filter: LineEdit
  /** Its items by their id; null before one was selected: then the one at `at` is. An item taller than the list is scrolled in. */
  readonly list: ListState<string>
  /** Index of the selected item in the last frame: if the item is removed, its neighbour is selected. */
  readonly at: number
  /** The action that waits for its confirmation (`armedBy`). */
  readonly armed: string | null
  /** The picker that it was opened from. */
  readonly back: PickerState | null
}

export interface StatusMessage {
  readonly text: string
  readonly untilMs: number
  /** It is shown on several rows where one is too short: it names a file, which the user has to read. Absent: it is cut. */
  readonly isWhole?: true
}

/** The text that a proposal's file had when the proposal was answered. */
export interface AnsweredFile {
  /** Identifies the proposal among those of its plan. */
  readonly proposedAtMs: number
  readonly text: string
  /** The text of the proposal before it. */
  readonly before: string | null
}

/** What the user has seen of a plan and done with it. */
export interface PlanUi {
  /** The revision that was shown last; 0: none was. */
  readonly seen: number
  /** It was removed, and the user wants to see it again. */
  readonly isRevived: boolean
  readonly scroll: PaneScroll | null
  /** The past moment that its tab shows; null: it shows the present. */
  readonly past: PastMoment | null
  readonly steps: PlanSteps | null
  /** What the user has picked to compare it with; `none`: nothing is compared. */
  readonly baseline: BaselineName | 'none' | null
  /** What it was when the user left its tab last. */
  readonly looked: Revision | null
  /** A proposal that is a file: the text of the one answered last. */
  readonly answered: AnsweredFile | null
}

const untouched: PlanUi = {
  seen: 0,
  isRevived: false,
  scroll: null,
  past: null,
  steps: null,
  baseline: null,
  looked: null,
  answered: null,
}

/** What the last frame showed, as far as the next one depends on it. */
export interface LastShown {
  /** The current session. */
  readonly sessionId: string | null
  /** When following the agent switched to the shown tab; 0: it did not, or nothing was shown before. */
  readonly tabSinceMs: number
  /** The question whose plan the screen has switched to last. */
  readonly question: QuestionKey | null
  /** The revision of the shown plan. */
  readonly revision: { readonly tab: TabId; readonly revision: Revision } | null
}

/** The state of the screen that results from the user's keys. Everything else on the screen derives from the app's state. */
export interface UiState {
  /** The keys in force; they never change. */
  readonly keys: KeyMap
  readonly columns: number
  readonly rows: number
  /** null: nothing. An open question or picker has the focus then, else the plan (`focusOf`). */
  readonly writing: Writing | null
  /** The shown tab; null without any. */
  readonly tab: TabId | null
  /** The tab that the agent works on is shown, until the user picks another. */
  readonly followsTabs: boolean
  /** Read through `planUi`; a plan that nothing was done with may be missing. */
  readonly perPlan: ReadonlyMap<TabId, PlanUi>
  readonly panel: PanelName | null
  /** The panel in whose place the help was opened (null: none was open), and whether the help lists all keys. */
  readonly helpOver: PanelName | null
  readonly isHelpWhole: boolean
  /** The scroll position of the panel; of an opened message, with the line that is selected. */
  readonly panelScroll: ListState
  readonly wire: WireState
  readonly log: LogState
  readonly work: WorkState
  readonly manual: ManualState
  /** What was being written when the manual was opened over it, and goes on when that is closed; null: nothing. */
  readonly manualOver: Writing | null
  readonly side: SideState
  /** The plan is shown as a timeline; null: it is not. */
  readonly timeline: TimelineState | null
  /** The picker that is open over the plan; never together with a panel. */
  readonly picker: PickerState | null
  readonly prompt: PromptEdit
  /** The files of the agent's folder, by their paths in it; null: they were not asked for yet. Raw. */
  readonly files: readonly string[] | null
  /** The user is told what the prompt can do, behind an empty one. */
  readonly hasPromptHint: boolean
  /** The steps that the prompt or the feedback was written for; null: none. */
  readonly stepDraft: StepDraft | null
  readonly search: LineEdit
  /** The search text whose matches are highlighted, in lower case; '' for none. */
  readonly query: string
  /** The search has led to another plan, where its first match (1) or its last one (-1) is shown once it is found; null: it has not. */
  readonly seeking: { readonly tab: TabId; readonly step: -1 | 1 } | null
  /** Read through `choiceIn`; null before an option was selected. */
  readonly choice: QuestionChoice | null
  /** The diff view that is open in place of a plan. */
  readonly diff: DiffView | null
  /** The feedback that is being written for a rejection; null for none. */
  readonly feedback: { readonly questionKey: QuestionKey; readonly line: LineEdit } | null
  /** Read through `formIn`; null before the first key in a form. */
  readonly form: FormState | null
  readonly message: StatusMessage | null
  readonly guard: Guard
  readonly last: LastShown
  /** The question that the user put aside: it stays open, and the plan has the focus. */
  readonly aside: QuestionKey | null
}

export function startUiState(columns: number, rows: number, keys = tableKeys): UiState {
  return {
    keys,
    columns,
    rows,
    writing: null,
    tab: null,
    followsTabs: true,
    perPlan: new Map(),
    panel: null,
    helpOver: null,
    isHelpWhole: false,
    panelScroll: startOfList,
    wire: startOfWire,
    log: startOfLog,
    work: startOfWork,
    manual: startOfManual,
    manualOver: null,
    side: startOfSide,
    timeline: null,
    picker: null,
    prompt: emptyPrompt,
    files: null,
    hasPromptHint: false,
    stepDraft: null,
    search: emptyLine,
    query: '',
    seeking: null,
    choice: null,
    diff: null,
    feedback: null,
    form: null,
    message: null,
    guard: nothingPressed,
    last: { sessionId: null, tabSinceMs: 0, question: null, revision: null },
    aside: null,
  }
}

/** What the user has seen of a plan and done with it; nothing without a tab. */
export function planUi(ui: UiState, tab: TabId | null): PlanUi {
  return (tab === null ? undefined : ui.perPlan.get(tab)) ?? untouched
}

export function withPlanUi(ui: UiState, tab: TabId, change: Partial<PlanUi>): UiState {
  return { ...ui, perPlan: new Map(ui.perPlan).set(tab, { ...planUi(ui, tab), ...change }) }
}

/** Plans whose selection is kept; beyond them the one changed longest ago is dropped. */
const maxPlans = 100

export function withSteps(ui: UiState, tab: TabId, steps: PlanSteps): UiState {
  const perPlan = new Map(ui.perPlan)
  perPlan.delete(tab)
  perPlan.set(tab, { ...planUi(ui, tab), steps })
  const next = { ...ui, perPlan }
  const [oldest, ...kept] = [...perPlan.keys()].filter((each) => planUi(next, each).steps !== null)
  return oldest === undefined || kept.length < maxPlans ? next : withPlanUi(next, oldest, { steps: null })
}

export interface DiffView {
  readonly tab: TabId
  readonly scroll: PaneScroll
  /** What has not changed is shown too. */
  readonly isUnfolded: boolean
}

/** The scroll position of a tab: in the diff view if that is open, else in the past moment, if it shows one. */
export function scrollOf(ui: UiState, tab: TabId | null): PaneScroll {
  if (tab !== null && ui.diff?.tab === tab) return ui.diff.scroll
  const { past, scroll } = planUi(ui, tab)
  return past?.scroll ?? scroll ?? startOfPane
}

export function withPanelScroll(ui: UiState, panelScroll: ListState): UiState {
  return panelScroll === ui.panelScroll ? ui : { ...ui, panelScroll }
}

/** Scrolls a tab: the diff view, the past moment, or the plan, whichever it shows. */
export function withScroll(ui: UiState, tab: TabId, scroll: PaneScroll): UiState {
  const diff = ui.diff?.tab === tab ? ui.diff : null
  const { past, scroll: present } = planUi(ui, tab)
  const before = diff?.scroll ?? past?.scroll ?? present
  const isSame = before?.isCollapsed === scroll.isCollapsed && isSameList(before, scroll)
  if (isSame) return ui
  if (diff !== null) return { ...ui, diff: { ...diff, scroll } }
  return withPlanUi(ui, tab, past === null ? { scroll } : { past: { ...past, scroll } })
}

/** The screen with a message in the status line, for `messageMs`. */
export function withMessage(ui: UiState, text: string, nowMs: number): UiState {
  return { ...ui, message: { text, untilMs: nowMs + messageMs } }
}

/** The screen with a message that names a file: for `fileMessageMs`, and never cut. */
export function withFileMessage(ui: UiState, text: string, nowMs: number): UiState {
  return { ...ui, message: { text, untilMs: nowMs + fileMessageMs, isWhole: true } }
}

/** The state of a picker that opens; `selected`: the id of the item that is selected first, null for the first one of all. */
export function startedPicker(topic: PickerTopic, selected: string | null = null): PickerState {
  return { topic, filter: emptyLine, list: { ...startOfList, selected }, at: 0, armed: null, back: null }
}

/** Whether letters filter the list; otherwise they keep their meaning on the plan. */
export function isFiltered({ topic }: PickerState): boolean {
  return topic.kind !== 'login'
}

/** The text of the prompt or the feedback; an empty one without a feedback. */
export function lineIn({ prompt, feedback }: UiState, into: StepDraft['into']): LineEdit {
  return into === 'prompt' ? prompt.line : (feedback?.line ?? emptyLine)
}

/** The screen with another text in the prompt or the feedback; the same without a feedback. */
export function withLineIn(ui: UiState, into: StepDraft['into'], line: LineEdit): UiState {
  if (into === 'prompt') return { ...ui, prompt: { ...ui.prompt, line, historyAt: null } }
  return ui.feedback === null ? ui : { ...ui, feedback: { ...ui.feedback, line } }
}
