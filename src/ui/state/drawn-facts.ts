import type { QuestionKey } from '../../app/state/question.ts'
import type { DetailView } from '../chrome/dialog-detail.ts'
import type { Tab } from './tabs.ts'

/** What the last frame showed, for keys whose meaning depends on it. */
export interface DrawnFacts {
  readonly tabs: readonly Pick<Tab, 'id' | 'headId'>[]
  /** Rows to scroll through, rows seen at once and the first one seen: of the panel if one is open, else of the plan. */
  readonly total: number
  readonly visible: number
  readonly top: number
  readonly matches: readonly number[]
  /** Keys of the checklist's lines in order (-1 for lines that are no entries), null when no checklist is shown. */
  readonly lineKeys: {
    readonly length: number
    keyAt(line: number): number
    lineOf(key: number): number
  } | null
  /** The line of the current step, or -1. */
  readonly currentLine: number
  /** Steps of the checklist shown that are done. */
  readonly doneSteps: number
  /** The URI of the file plan shown, or null. */
  readonly fileUri: string | null
  /** The question shown, or null. */
  readonly questionKey: QuestionKey | null
  /** What is seen of its detail, when there is more of that. */
  readonly detail: DetailView | null
}

export const nothingDrawn: DrawnFacts = {
  tabs: [],
  total: 0,
  visible: 1,
  top: 0,
  matches: [],
  lineKeys: null,
  currentLine: -1,
  doneSteps: 0,
  fileUri: null,
  questionKey: null,
  detail: null,
}
