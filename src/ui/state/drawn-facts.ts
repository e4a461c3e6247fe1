import type { SelectedPlace } from '../chrome/place-words.ts'
import type { ShownQuestion } from './shown-question.ts'
import type { ShownLines } from './plan-lines.ts'
import type { PlanFound } from './plan-search.ts'
import type { Tab } from './tabs.ts'
import type { ProblemsDrawn } from '../lint/problems-state.ts'
import type { WireDrawn } from '../wire/wire-drawn.ts'

/** What the last frame showed. The meaning of some keys depends on it. */
export interface DrawnFacts {
  readonly tabs: readonly Pick<Tab, 'id' | 'headId' | 'title'>[]
  /** All rows, the visible ones and the first visible one: of the panel if one is open, else of the plan. */
  readonly total: number
  readonly visible: number
  readonly top: number
  readonly matches: readonly number[]
  /** The other plans of the session that match the search; none while a panel or a list is open. */
  readonly elsewhere: readonly PlanFound[]
  /** What is selected there; null: nothing. */
  readonly place: SelectedPlace | null
  /** The rows at which changes begin; null: no diff view is shown. */
  readonly changes: readonly number[] | null
  /** The keys of the checklist's lines in order (-1 for lines without an entry); null when no checklist is shown. */
  readonly lineKeys: {
    readonly length: number
    keyAt(line: number): number
    lineOf(key: number): number
  } | null
  /** The content whose steps can be selected; null: none is shown. */
  readonly lines: ShownLines | null
  /** The line of the current step, or -1. */
  readonly currentLine: number
  /** Completed steps of the checklist. */
  readonly doneSteps: number
  /** The URI of the shown file plan, or null. */
  readonly fileUri: string | null
  /** The shown question, or null. */
  readonly question: ShownQuestion | null
  /** The wire panel; null: it is not shown. */
  readonly wire: WireDrawn | null
  /** The problems panel; null: it is not shown. */
  readonly problems: ProblemsDrawn | null
  /** While a list is open: what was shown before it; null: no list is open. */
  readonly below: DrawnFacts | null
}

export const nothingDrawn: DrawnFacts = {
  tabs: [],
  total: 0,
  visible: 1,
  top: 0,
  matches: [],
  elsewhere: [],
  place: null,
  changes: null,
  lineKeys: null,
  lines: null,
  currentLine: -1,
  doneSteps: 0,
  fileUri: null,
  question: null,
  wire: null,
  problems: null,
  below: null,
}
