import type { QuestionKey } from '../../app/state/question.ts'

/** The state of an open question; the fields of a form have their own. */
export interface QuestionChoice {
  /** The question that the state belongs to. */
  readonly questionKey: QuestionKey
  /** Index of the selected option; 0 is the safest. */
  readonly option: number
  /** Enter was pressed once on a dangerous option. */
  readonly isArmed: boolean
  /** The first visible line of a text that is too long for its room. */
  readonly detailTop: number
}

/** The state of a question: `last` if it belongs to this one, else its safest option is selected. */
export function choiceIn(questionKey: QuestionKey, last: QuestionChoice | null): QuestionChoice {
  return last?.questionKey === questionKey ? last : { questionKey, option: 0, isArmed: false, detailTop: 0 }
}
