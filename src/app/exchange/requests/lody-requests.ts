import type { ElicitationKind } from './request-kind.ts'
import {
  type JsonObject,
  listIn,
  objectAt,
  objectIn,
  permissionMethod,
  stringAt,
} from '../../../protocol/wire/message.ts'
import type { FieldValue } from '../../state/elicitation.ts'
import { callInPermission } from '../read/read-permission.ts'
import { readQuestionForm, toFieldValue, toOptionIds } from './question-form.ts'

/**
 * Lody's codex adapter asks the questions of Codex as a permission, whose option to answer answers none: it reads the answers in the
 * metadata of the outcome, by the id of the question. Measured with acp-extension-codex-linux-x64 0.16.0.
 */
export const lodyQuestions: ElicitationKind = {
  type: 'elicitation',
  method: permissionMethod,
  read(params) {
    // The title is that of the first question.
    const { toolCallId } = objectIn(callInPermission(params))
    return readQuestionForm(
      { sessionId: stringAt(params, 'sessionId'), toolCallId, questions: lodyQuestionsIn(params) },
      { name: 'id', text: 'question', multiSelectKeys: [], value: 'label', label: 'label', takesText: true },
      permissionMethod,
    )
  },
  answer(answer) {
    if (answer.type === 'cancelled') return { outcome: { outcome: 'cancelled' } }
    if (answer.type === 'declined') return { outcome: { outcome: 'selected', optionId: 'cancel' } }
    const answers = Object.fromEntries(
      Object.entries(answer.content).map(([id, value]) => [id, { answers: toOptionIds(value) }] as const),
    )
    const meta = { codex: { requestUserInput: { answers } } }
    return { outcome: { outcome: 'selected', optionId: submits, _meta: meta } }
  },
  readAnswer({ outcome }) {
    switch (stringAt(outcome, 'optionId')) {
      case undefined:
        return { type: 'cancelled' }
      case submits:
        return { type: 'accepted', content: contentOf(askedIn(outcome)['answers']) }
      default:
        return { type: 'declined', by: 'client' }
    }
  },
}

const submits = 'answer'

function askedIn(holder: unknown): JsonObject {
  return objectAt(objectAt(objectAt(holder, '_meta'), 'codex'), 'requestUserInput')
}

/** The questions that a permission asks instead of being one. */
export function lodyQuestionsIn(params: unknown): readonly unknown[] {
  return listIn(askedIn(params)['questions'])
}

function contentOf(answers: unknown): Record<string, FieldValue> {
  return Object.fromEntries(
    Object.entries(objectIn(answers)).flatMap(([id, answer]) => {
      const value = toFieldValue(objectIn(answer)['answers'])
      return value === null ? [] : [[id, value] as const]
    }),
  )
}
