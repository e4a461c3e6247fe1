import { codeBuddyPlan } from './codebuddy-requests.ts'
import { approvalForm, approvalIn } from './approval-form.ts'
import { cursorAskQuestion, cursorCreatePlan, cursorUpdateTodos, waveCreatePlan } from './cursor-requests.ts'
import { grokAskUserQuestion, grokExitPlanMode } from './grok-requests.ts'
import { questionsAskedBy } from './permission-questions.ts'
import type { RequestKind, ElicitationKind, PermissionKind } from './request-kind.ts'
import { stringAt, elicitationMethod, permissionMethod } from '../../../protocol/wire/message.ts'
import { readElicitation } from '../read/read-elicitation.ts'
import { readContent } from '../../notes/read-note.ts'
import { callInPermission, readPermission } from '../read/read-permission.ts'

/** https://agentclientprotocol.com/protocol/tool-calls#requesting-permission */
const permissionRequest: PermissionKind = {
  type: 'permission',
  method: permissionMethod,
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
}

/** https://agentclientprotocol.com/protocol/elicitation */
const elicitationRequest: ElicitationKind = {
  type: 'elicitation',
  method: elicitationMethod,
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
  ...standard.map((kind) => [kind.method, kind] as const),
  // The protocol requires an underscore before extensions, but not every vendor has one.
  ...vendors.flatMap((kind) => [[kind.method, kind] as const, [`_${kind.method}`, kind] as const]),
])

/** The kind of a request; null: this client does not answer it. */
export function requestKind(method: string, params?: unknown): RequestKind | null {
  // A form may ask for an approval and nothing else, and a permission for answers.
  if (method === elicitationMethod && approvalIn(params) !== null) return approvalForm
  const questions = method === permissionMethod ? questionsAskedBy(params) : null
  return questions ?? byMethod.get(method) ?? null
}
