import type { ElicitationKind } from './request-kind.ts'
import { listIn, objectAt, objectIn, permissionMethod, stringAt } from '../../../protocol/wire/message.ts'
import { readContent } from '../../notes/read-note.ts'
import { readQuestionForm, toOptionIds } from './question-form.ts'
import { callInPermission } from '../read/read-permission.ts'

/**
 * Qwen Code asks its questions as a permission, whose option to allow says nothing: it reads the answers beside the outcome, by the place of
 * the question. Measured with @qwen-code/qwen-code 0.15.10 and 0.24.4.
 */
export const qwenQuestions: ElicitationKind = {
  type: 'elicitation',
  method: permissionMethod,
  read(params) {
    const call = callInPermission(params)
    const questions = qwenQuestionsIn(params).map((asked, index) => ({ ...objectIn(asked), place: index }))
    const { toolCallId, title } = objectIn(call)
    return readQuestionForm(
      { sessionId: stringAt(params, 'sessionId'), toolCallId, title, questions },
      {
        name: 'place',
        text: 'question',
        multiSelectKeys: ['multiSelect'],
        value: 'label',
        label: 'label',
        takesText: true,
      },
      permissionMethod,
    )
  },
  answer(answer) {
    if (answer.type === 'cancelled') return { outcome: { outcome: 'cancelled' } }
    if (answer.type === 'declined') return { outcome: { outcome: 'selected', optionId: 'cancel' } }
    const answers = Object.fromEntries(
      Object.entries(answer.content).map(([place, value]) => [place, toOptionIds(value).join(', ')] as const),
    )
    return { outcome: { outcome: 'selected', optionId: submits }, answers }
  },
  readAnswer({ outcome, answers }) {
    switch (stringAt(outcome, 'optionId')) {
      case undefined:
        return { type: 'cancelled' }
      case submits:
        return { type: 'accepted', content: readContent(answers) }
      default:
        return { type: 'declined', by: 'client' }
    }
  },
}

const submits = 'proceed_once'

/** The questions that a permission asks instead of being one; by this option's id it is known whose they are. */
export function qwenQuestionsIn(params: unknown): readonly unknown[] {
  const isTheirs = listIn(objectIn(params)['options']).some(
    (option) => stringAt(option, 'optionId') === submits,
  )
  return isTheirs ? listIn(objectAt(callInPermission(params), 'rawInput')['questions']) : []
}
