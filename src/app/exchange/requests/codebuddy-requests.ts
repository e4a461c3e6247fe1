import { ok } from '../../../lib/result.ts'
import { isObject, objectAt, stringAt, type JsonObject, objectIn } from '../../../protocol/wire/message.ts'
import type { PermissionOption } from '../../state/permission.ts'
import { approveThisPlan } from '../../words/question.ts'
import { readProposal } from '../read/read-proposal.ts'
import { planToApprove, selected, type PermissionKind } from './request-kind.ts'

const interruption = 'codebuddy.ai/interruptionRequest'
const [allowed, denied] = ['allow', 'deny'] as const

/**
 * CodeBuddy asks in the `_meta` of an update, and waits for a request. Of what it asks so only plans are answered: clients agree on these
 * (https://www.codebuddy.ai/docs/zh/cli/acp names neither), and differ in how its questions are. Feedback is the next prompt.
 */
export const codeBuddyPlan: PermissionKind = {
  type: 'permission',
  method: interruption,
  answeredBy: '_codebuddy.ai/resolveInterruption',
  callIn: (params) => (isObject(params) ? { toolCallId: params['toolCallId'] } : null),
  read(params, sent) {
    const asked = objectIn(params)
    const input = isObject(asked['toolInput']) ? { rawInput: asked['toolInput'] } : {}
    const call = { ...sent?.fields, kind: 'switch_mode', ...input, ...metaWithPlan(asked['_meta']) }
    const plan = readProposal({ params: {}, subject: null, call })?.content ?? null
    return ok(planToApprove(asked, { title: approveThisPlan, options, plan }, []))
  },
  answer(answer, params) {
    const decision = answer.type === 'selected' && answer.optionId === allowed ? allowed : denied
    return isObject(params)
      ? { sessionId: params['sessionId'], toolCallId: params['toolCallId'], decision }
      : { decision }
  },
  readAnswer: ({ decision }) => selected(decision === allowed ? allowed : denied),
}

const options: readonly PermissionOption[] = [
  { id: denied, name: 'Reject the plan', kind: 'reject_once' },
  { id: allowed, name: 'Approve the plan', kind: 'allow_once' },
]

/** Metadata with a plan; that of the call may have one otherwise. */
function metaWithPlan(meta: unknown): JsonObject {
  return isObject(meta) && 'codebuddy.ai/planContent' in meta ? { _meta: meta } : {}
}

/** What CodeBuddy asks in an update, as the params of a request; null: nothing. */
export function interruptionIn(params: unknown): (JsonObject & { readonly toolCallId: string }) | null {
  const update = objectAt(params, 'update')
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
