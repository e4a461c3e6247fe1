import type { Doubts } from '../../app/work/doubts.ts'
import type { Row } from '../../lib/cells/row.ts'
import type { PermissionRequest } from '../../app/state/permission.ts'
import { questionKey, type Question, type QuestionKey } from '../../app/state/question.ts'
import type { WorkCall } from '../../app/state/step-work.ts'
import type { Plan } from '../../plans/plan.ts'
import type { Revision } from '../../app/history/plan-history.ts'
import type { ShownLines } from './plan-lines.ts'
import type { Tab } from './tabs.ts'
import type { TabId } from './ui-state.ts'
import type { WantedMessage } from './panel-state.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'

/** Which rows of something are visible: `visible` of `total`, from the one at `top` on. */
export interface ShownRows {
  readonly top: number
  readonly visible: number
  readonly total: number
}

/** From the first row of something to its last one. */
export interface RowSpan {
  readonly first: number
  readonly last: number
}

/** What is selected in a list, by its index, and how many there are. */
export interface SelectedPosition {
  readonly at: number
  readonly total: number
}

/** What every view shows that scrolls. */
export interface ShownView extends ShownRows {
  /** The indices of the rows (of `total`) that match the search. */
  readonly matches: readonly number[]
  /** What is selected; null: nothing. */
  readonly place: SelectedPosition | null
}

/** A plan that is not shown, and how many of its steps or lines match the search. */
export interface PlanFound {
  readonly id: TabId
  readonly matches: number
}

/** A plan, as itself or as a timeline, now or in the past; or why there is none. */
export interface ShownPlan extends ShownView {
  readonly layer: 'plan'
  /** null: it is no checklist. */
  readonly steps: ShownSteps | null
  /** The content whose steps can be selected; null: none is shown. */
  readonly lines: ShownLines | null
  /** Which steps of a checklist are visible, whatever other rows are; absent: none is, or it is no checklist. */
  readonly stepRange?: ShownRows
}

export interface ShownSteps {
  readonly length: number
  /** The key of the entry in a line; -1: it has none. */
  keyAt(line: number): number
  /** The line of an entry, or -1. */
  lineOf(key: number): number
  /** The line of the current step, or -1. */
  readonly currentLine: number
  readonly done: number
  /** What there is to doubt; null: nothing is known, as of a past moment. */
  readonly doubts: Doubts | null
}

export interface ShownDiff extends ShownView {
  readonly layer: 'diff'
  /** The rows (of `total`) at which changes begin. */
  readonly changes: readonly number[]
}

/** A panel whose rows only scroll, or a list to pick from. */
export interface ShownCover extends ShownView {
  readonly layer: 'panel' | 'picker'
  /** The rows (of `total`) of the selected item of a list; null: there is none. */
  readonly held: RowSpan | null
}

export interface RevisionTab {
  readonly tab: TabId
  readonly sessionId: string
  readonly revision: Revision
}

/** The wire panel: the list of messages, or one that is opened. */
export interface ShownWire extends ShownView {
  readonly layer: 'wire'
  /** The rows of the list, and the message that each begins with. */
  readonly rows: {
    readonly length: number
    numberAt(place: number): number
    /** The place of a message's row, or of the next one. */
    placeOf(number: number): number
  }
  /** The selected message, and the agent's frame that it is or is about (null: none); null: nothing is selected. */
  readonly selected: { readonly number: number; readonly frame: number | null } | null
  /** The revision that the selected message has made; null: none. */
  readonly made: RevisionTab | null
  /** The selected message as it came. */
  message(): string
  /** The selected message with its request or its response, a line each. */
  exchange(): string
  /** The lines of the opened message that are not folded away, and which of them can be folded. */
  readonly lines: readonly number[]
  readonly foldable: ReadonlySet<number>
  /** The line with the cursor. */
  readonly cursor: number
}

/** A list of the log: the conversation, stderr or the problems. */
export interface ShownLog extends ShownView {
  readonly layer: 'log'
  /** What can be selected in it, in order. */
  readonly places: readonly LogItem[]
  /** The text of the one at an index. Raw. */
  readonly textOf: (at: number) => string
}

export interface ShownWork extends ShownView {
  readonly layer: 'work'
  /** The calls that are listed, a row each. */
  readonly calls: readonly WorkCall[]
  /** Behind them is a row that leads to what was done outside of the plan. */
  readonly hasOutside: boolean
}

export interface ShownManual extends ShownView {
  readonly layer: 'manual'
  /** All pages, the one with the list of all first. */
  readonly pages: readonly ManualPage[]
  /** The links of the shown one, from its beginning on. */
  readonly links: readonly ManualLink[]
  /** The rows of its headings, rising. */
  readonly headings: readonly number[]
}

/** A page of the manual: its name, and what it is about in a few words. */
export interface ManualPage {
  readonly name: string
  readonly about: string
  readonly sections: readonly ManualSection[]
}

/** What is below a heading of a page, up to the next heading. */
export interface ManualSection {
  readonly title: string
  /** How links name it. */
  readonly anchor: string
  /** The line of the heading, from 0. */
  readonly line: number
  /** Its words in lower case, for searches. */
  readonly words: string
}

export interface ManualLink {
  readonly row: number
  /** The address; of another page of the manual within `manualAddress`. */
  readonly to: string
}

/** Links to pages of the manual lead there: `https://manual.invalid/keys#mouse`. Only within the program. */
export const manualAddress = 'https://manual.invalid/'

/** Names the row behind the calls. */
export const outsideNumber = -1

/** The number of the call in a place of the list, or the name of the row behind them. */
export function numberAt(calls: ShownWork['calls'], at: number): number {
  return calls[at]?.number ?? outsideNumber
}

/** Where something stands in a list of the log, and which message it leads to. */
export interface LogItem {
  readonly row: number
  /** Names it, also after rows were added above it. */
  readonly key: string
  /** null: it leads to none. */
  readonly message: WantedMessage | null
  /** What is copied of it. Raw. Absent: its rows. */
  readonly copies?: string
}

/** The rows of a list of the log, and where its items begin. */
export interface LogRows {
  readonly rows: readonly Row[]
  readonly places: readonly LogItem[]
}

/** The view in the middle of the screen. */
export type ShownMain = ShownPlan | ShownDiff | ShownCover | ShownWire | ShownLog | ShownWork | ShownManual

/** The open question, whoever receives the keys. */
export interface ShownQuestion {
  readonly key: QuestionKey
  /** What it asked then, if it is a permission request; else null. */
  readonly request: PermissionRequest | null
  /** The visible part of its detail, where that is too long for its room; else null. */
  readonly detail: ShownRows | null
}

/** What the frame showed that was painted last: keys act on what the user saw, not on a newer state. */
export interface Shown {
  readonly tabs: readonly Pick<Tab, 'id' | 'headId' | 'title'>[]
  /** The plan of the shown tab, as it is or was; null without one, and while a list is open. */
  readonly plan: Pick<Plan, 'body'> | null
  readonly main: ShownMain
  /** What stands beside it; null: nothing does. */
  readonly side: ShownRows | null
  /** The other plans of the session that match the search; none while a panel or a list is open. */
  readonly elsewhere: readonly PlanFound[]
  readonly question: ShownQuestion | null
  /** While a list or the help is open: what was shown before it; null: neither is open. */
  readonly below: Shown | null
}

const nothingInView: ShownView = { top: 0, visible: 1, total: 0, matches: [], place: null }

export const nothingShown: Shown = {
  tabs: [],
  plan: null,
  main: { ...nothingInView, layer: 'plan', steps: null, lines: null },
  side: null,
  elsewhere: [],
  question: null,
  below: null,
}

/** The lines of the checklist that is shown; null: none is. */
export function shownSteps({ main }: Pick<Shown, 'main'>): ShownSteps | null {
  return main.layer === 'plan' ? main.steps : null
}

/** The last frame showed the question as it is now. Only then it may be answered: the user has seen nothing else. */
export function wasShown(question: Question, { question: shown }: Pick<Shown, 'question'>): boolean {
  const isSame = question.kind !== 'permission' || question.request === shown?.request
  return isSame && questionKey(question) === shown?.key
}

/** The selected one of several: `3 of 8`. */
export function selectedWords({ at, total }: SelectedPosition): SafeText {
  return safe`${at + 1} of ${total}`
}

/** The visible lines of a text, or steps: `3–7 of 40`; `3 of 40` if only one is. */
export function visibleWords({ top, visible, total }: ShownRows): SafeText {
  if (visible === 1) return selectedWords({ at: top, total })
  return safe`${top + 1}–${Math.min(total, top + visible)} of ${total}`
}
