import { codeBuddyPlan } from './codebuddy-requests.ts'
import { approvalForm, approvalIn } from './approval-form.ts'
import { cursorAskQuestion, cursorCreatePlan, cursorUpdateTodos, waveCreatePlan } from './cursor-requests.ts'
import { grokAskUserQuestion, grokExitPlanMode } from './grok-requests.ts'
import type { RequestKind, ElicitationKind, PermissionKind } from './request-kind.ts'
import {
  elicitationMethod,
  listIn,
  objectAt,
  objectIn,
  permissionMethod,
  stringAt,
} from '../../../protocol/wire/message.ts'
import { readElicitation } from '../read/read-elicitation.ts'
import { readContent } from '../../notes/read-note.ts'
import { readQuestionForm, toOptionIds } from './question-form.ts'
import { callInPermission, readPermission } from '../read/read-permission.ts'

/** https://agentclientprotocol.com/protocol/tool-calls#requesting-permission */
const permissionRequest: PermissionKind = {
  type: 'permission',
  methods: [permissionMethod],
  callIn: callInPermission,
  mayAskAgain: true,
  read: readPermission,
  answer: (answer) => ({
    outcome:
      answer.type === 'cancelled'
        ? { outcome: 'cancelled' }
        : { outcome: 'selected', optionId: answer.optionId },
  }),
  readAnswer({ outcome }) {
    const optionId = stringAt(outcome, 'optionId')
    return optionId === undefined ? { type: 'cancelled' } : { type: 'selected', optionId, by: 'client' }
  },
  unreadable: null,
  takesFeedback: false,
  waitsForPrompt: false,
}

/** https://agentclientprotocol.com/protocol/elicitation */
const elicitationRequest: ElicitationKind = {
  type: 'elicitation',
  methods: [elicitationMethod],
  read: readElicitation,
  answer(answer, { mode }) {
    switch (answer.type) {
      case 'accepted':
        // The answer for an opened page has no content.
        return mode.type === 'form' ? { action: 'accept', content: answer.content } : { action: 'accept' }
      case 'declined':
        return { action: 'decline' }
      case 'cancelled':
        return { action: 'cancel' }
    }
  },
  readAnswer(result) {
    switch (result['action']) {
      case 'accept':
        return { type: 'accepted', content: readContent(result['content']) }
      case 'decline':
        return { type: 'declined', by: 'client' }
      default:
        return { type: 'cancelled' }
    }
  },
  unreadable: null,
}

/**
 * Qwen Code asks its questions as a permission, whose option to allow says nothing: it reads the answers beside the outcome, by the place of
 * the question. Measured with @qwen-code/qwen-code 0.15.10 and 0.24.4.
 */
const questionsOfPermission: ElicitationKind = {
  type: 'elicitation',
  methods: [permissionMethod],
  read(params) {
    const call = callInPermission(params)
    const questions = askedIn(params).map((asked, index) => ({ ...objectIn(asked), place: index }))
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
  unreadable: null,
}

const submits = 'proceed_once'

/** The questions that a permission asks instead of being one; by this option's id it is known whose they are. */
function askedIn(params: unknown): readonly unknown[] {
  const isTheirs = listIn(objectIn(params)['options']).some(
    (option) => stringAt(option, 'optionId') === submits,
  )
  return isTheirs ? listIn(objectAt(callInPermission(params), 'rawInput')['questions']) : []
}

const standard: readonly RequestKind[] = [permissionRequest, elicitationRequest]

/** One file for each vendor. Listed requests are answered by the client, and understood in traces. */
const vendors: readonly RequestKind[] = [
  cursorCreatePlan,
  cursorAskQuestion,
  cursorUpdateTodos,
  waveCreatePlan,
  grokExitPlanMode,
  grokAskUserQuestion,
  codeBuddyPlan,
]

const byMethod: ReadonlyMap<string, RequestKind> = new Map([
  ...standard.flatMap((kind) => kind.methods.map((method) => [method, kind] as const)),
  // The protocol requires an underscore before extensions, but not every vendor has one.
  ...vendors.flatMap((kind) =>
    kind.methods.flatMap((method) => [[method, kind] as const, [`_${method}`, kind] as const]),
  ),
])

/** The kind of a request; null: this client does not answer it. */
export function requestKind(method: string, params?: unknown): RequestKind | null {
  // A form may ask for an approval and nothing else, and a permission for answers.
  if (method === elicitationMethod && approvalIn(params) !== null) return approvalForm
  if (method === permissionMethod && askedIn(params).length > 0) return questionsOfPermission
  return byMethod.get(method) ?? null
}
