// Questions that agents ask as a permission, whose option to allow says nothing: the answers are read elsewhere.
import type { ElicitationAnswer, FieldValue } from '../../state/elicitation.ts'
import { readContent } from '../../notes/read-note.ts'
import { callInPermission } from '../read/read-permission.ts'
import type { ElicitationKind } from './request-kind.ts'
import { readQuestionForm, toFieldValue, toOptionIds } from './question-form.ts'
import {
  listIn,
  objectAt,
  objectIn,
  permissionMethod,
  stringAt,
  type JsonObject,
} from '../../../protocol/wire/message.ts'

type Content = Extract<ElicitationAnswer, { type: 'accepted' }>['content']

/** What is particular of an agent that asks so. */
interface AskedAsPermission {
  /** The id of the option that sends the answers; the one with the id `cancel` sends none. */
  readonly submits: string
  readonly read: ElicitationKind['read']
  readonly answersWith: (content: Content) => JsonObject
  readonly contentIn: (result: JsonObject) => Content
}

function askedAsPermission({ submits, read, answersWith, contentIn }: AskedAsPermission): ElicitationKind {
  return {
    type: 'elicitation',
    method: permissionMethod,
    read,
    answer(answer) {
      switch (answer.type) {
        case 'cancelled':
          return { outcome: { outcome: 'cancelled' } }
        case 'declined':
          return { outcome: { outcome: 'selected', optionId: 'cancel' } }
        case 'accepted':
          return answersWith(answer.content)
      }
    },
    readAnswer(result) {
      switch (stringAt(result['outcome'], 'optionId')) {
        case undefined:
          return { type: 'cancelled' }
        case submits:
          return { type: 'accepted', content: contentIn(result) }
        default:
          return { type: 'declined', by: 'client' }
      }
    },
  }
}

function mapped<Value>(content: Content, map: (value: FieldValue) => Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, map(value)] as const))
}

const qwenSubmits = 'proceed_once'

/** Qwen Code reads the answers beside the outcome, by the place of the question. Measured with @qwen-code/qwen-code 0.15.10 and 0.24.4. */
const qwenQuestions = askedAsPermission({
  submits: qwenSubmits,
  read(params) {
    const questions = qwenQuestionsIn(params).map((asked, index) => ({ ...objectIn(asked), place: index }))
    const { toolCallId, title } = objectIn(callInPermission(params))
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
  answersWith: (content) => ({
    outcome: { outcome: 'selected', optionId: qwenSubmits },
    answers: mapped(content, (value) => toOptionIds(value).join(', ')),
  }),
  contentIn: ({ answers }) => readContent(answers),
})

/** By this option's id it is known whose they are. */
function qwenQuestionsIn(params: unknown): readonly unknown[] {
  const isTheirs = listIn(objectIn(params)['options']).some(
    (option) => stringAt(option, 'optionId') === qwenSubmits,
  )
  return isTheirs ? listIn(objectAt(callInPermission(params), 'rawInput')['questions']) : []
}

const lodySubmits = 'answer'

/**
 * Lody's codex adapter reads the answers in the metadata of the outcome, by the id of the question. Measured with
 * acp-extension-codex-linux-x64 0.16.0.
 */
const lodyQuestions = askedAsPermission({
  submits: lodySubmits,
  read(params) {
    // The title is that of the first question.
    const { toolCallId } = objectIn(callInPermission(params))
    return readQuestionForm(
      { sessionId: stringAt(params, 'sessionId'), toolCallId, questions: lodyQuestionsIn(params) },
      { name: 'id', text: 'question', multiSelectKeys: [], value: 'label', label: 'label', takesText: true },
      permissionMethod,
    )
  },
  answersWith(content) {
    const answers = mapped(content, (value) => ({ answers: toOptionIds(value) }))
    const meta = { codex: { requestUserInput: { answers } } }
    return { outcome: { outcome: 'selected', optionId: lodySubmits, _meta: meta } }
  },
  contentIn: ({ outcome }) =>
    Object.fromEntries(
      Object.entries(objectIn(lodyRequestIn(outcome)['answers'])).flatMap(([id, answer]) => {
        const value = toFieldValue(objectIn(answer)['answers'])
        return value === null ? [] : [[id, value] as const]
      }),
    ),
})

function lodyRequestIn(holder: unknown): JsonObject {
  return objectAt(objectAt(objectAt(holder, '_meta'), 'codex'), 'requestUserInput')
}

function lodyQuestionsIn(params: unknown): readonly unknown[] {
  return listIn(lodyRequestIn(params)['questions'])
}

/** The kind of a permission that asks questions instead of being one; null: it is one. */
export function questionsAskedBy(permission: unknown): ElicitationKind | null {
  if (qwenQuestionsIn(permission).length > 0) return qwenQuestions
  return lodyQuestionsIn(permission).length > 0 ? lodyQuestions : null
}
