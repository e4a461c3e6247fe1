import type { QuestionKey } from '../../app/state/question.ts'

/** Where the user stands in one question. */
export interface QuestionChoice {
  /** The question: what was chosen in one says nothing about another. */
  readonly questionKey: QuestionKey
  /** The selected option, the safest being 0. */
  readonly option: number
  /** The selected option is a dangerous one and was asked for once already. */
  readonly isArmed: boolean
  /** The first line shown of a detail that has more of them than room. */
  readonly detailTop: number
}

/** What was chosen last, if it was in this question; else its safest option, not asked for. */
export function choiceIn(questionKey: QuestionKey, last: QuestionChoice | null): QuestionChoice {
  return last?.questionKey === questionKey ? last : { questionKey, option: 0, isArmed: false, detailTop: 0 }
}
