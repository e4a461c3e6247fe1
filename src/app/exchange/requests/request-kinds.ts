import { elicitationMethod, permissionMethod } from '../agent-methods.ts'
import { approvalForm, isApprovalForm } from './approval-form.ts'
import { cursorAskQuestion, cursorCreatePlan, cursorUpdateTodos, waveCreatePlan } from './cursor-requests.ts'
import { grokAskUserQuestion, grokExitPlanMode } from './grok-requests.ts'
import {
  callOf,
  ownerOf,
  selected,
  type RequestKind,
  type ElicitationKind,
  type PermissionKind,
} from './request-kind.ts'
import { ok } from '../../../lib/result.ts'
import type { PermissionOption } from '../../state/permission.ts'
import { approveThisPlan, noPlanText } from '../../words/question.ts'
import { readProposal } from '../read/read-proposal.ts'
import { isObject, objectAt, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
import { readElicitation } from '../read/read-elicitation.ts'
import { readContent } from '../../notes/read-note.ts'
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
    const optionId = isObject(outcome) ? stringAt(outcome, 'optionId') : undefined
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

const interruption = 'codebuddy.ai/interruptionRequest'
const [allowed, denied] = ['allow', 'deny'] as const

/**
 * CodeBuddy asks in the `_meta` of an update, and waits for a request. Of what it asks so only plans are answered: clients agree on these
 * (https://www.codebuddy.ai/docs/zh/cli/acp names neither), and differ in how its questions are. Feedback is the next prompt.
 */
export const codeBuddyPlan: PermissionKind = {
  type: 'permission',
  methods: [interruption],
  answeredBy: '_codebuddy.ai/resolveInterruption',
  callIn: (params) => (isObject(params) ? { toolCallId: params['toolCallId'] } : null),
  read(params, sent) {
    const asked = isObject(params) ? params : {}
    const input = isObject(asked['toolInput']) ? { rawInput: asked['toolInput'] } : {}
    const call = { ...sent?.fields, kind: 'switch_mode', ...input, ...given(asked['_meta']) }
    const plan = readProposal({ params: {}, subject: null, call })?.content ?? null
    const owner = ownerOf(asked)
    const detail = plan === null ? [noPlanText] : []
    const request = {
      ...callOf(owner),
      title: approveThisPlan,
      toolKind: 'switch_mode',
      detail,
      options,
      plan,
    }
    return ok({ ...owner, request, problems: [] })
  },
  answer(answer, params) {
    const decision = answer.type === 'selected' && answer.optionId === allowed ? allowed : denied
    return isObject(params)
      ? { sessionId: params['sessionId'], toolCallId: params['toolCallId'], decision }
      : { decision }
  },
  readAnswer: ({ decision }) => selected(decision === allowed ? allowed : denied),
  unreadable: null,
  takesFeedback: false,
  waitsForPrompt: false,
}

const options: readonly PermissionOption[] = [
  { id: denied, name: 'Reject the plan', kind: 'reject_once' },
  { id: allowed, name: 'Approve the plan', kind: 'allow_once' },
]

/** Metadata with a plan; that of the call may have one otherwise. */
function given(meta: unknown): JsonObject {
  return isObject(meta) && 'codebuddy.ai/planContent' in meta ? { _meta: meta } : {}
}

/** What CodeBuddy asks in an update, as the params of a request; null: nothing. */
export function interruptionIn(params: unknown): (JsonObject & { readonly toolCallId: string }) | null {
  const update = isObject(params) ? objectAt(params, 'update') : {}
  const meta = objectAt(update, '_meta')
  const asked = objectAt(meta, interruption)
  const toolCallId = stringAt(asked, 'toolCallId')
  if (toolCallId === undefined || !isObject(params)) return null
  return { ...asked, toolCallId, sessionId: params['sessionId'], _meta: meta }
}

/** The id under which such a question waits: it is no request, and has none. */
export function interruptionId(toolCallId: unknown): string {
  return `${interruption} ${String(toolCallId)}`
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
  // A form may ask for an approval and nothing else.
  if (method === elicitationMethod && isApprovalForm(params)) return approvalForm
  return byMethod.get(method) ?? null
}
