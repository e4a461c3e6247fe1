import { fail, ok, type Result } from '../../../lib/result.ts'
import { badRequest } from '../exchange-problems.ts'
import { stringAt, type JsonObject, objectAt, objectIn } from '../../../protocol/wire/message.ts'
import type { WireProblem } from '../../../protocol/wire/wire-problem.ts'
import type { FieldValue } from '../../state/elicitation.ts'
import type { PermissionOption } from '../../state/permission.ts'
import { readProposal } from '../read/read-proposal.ts'
import type { SentCall } from '../sent-calls.ts'
import type { ParsedPermission } from '../read/read-permission.ts'
import { toOptionIds, readQuestionForm, toFieldValue } from './question-form.ts'
import {
  type SentForm,
  type ElicitationKind,
  type PermissionKind,
  ownerOf,
  planToApprove,
  selected,
  textAt,
  vendorParams,
} from './request-kind.ts'
import { approveThisPlan } from '../../words/question.ts'

// The extensions of `grok agent stdio`, as found by its clients: https://github.com/pingdotgg/t3code/pull/4233
// Outcomes are flat; a nested one makes the whole turn fail.

const approved = 'approved'
const rejected = 'rejected'
const abandoned = 'abandoned'
const options: readonly PermissionOption[] = [
  { id: rejected, name: 'Reject, and keep planning', kind: 'reject_once' },
  { id: abandoned, name: 'Give it up, and leave plan mode', kind: 'reject_always' },
  { id: approved, name: 'Approve the plan', kind: 'allow_once' },
]
/** Every outcome but `approved` and `abandoned` stays in plan mode, as an unanswered question does. */
const cancelled = { outcome: 'cancelled' }

/** A plan to approve; without a text it is the plan in its call, or the one that the agent wrote before. The turn continues without a prompt. */
export const grokExitPlanMode: PermissionKind = {
  type: 'permission',
  method: 'x.ai/exit_plan_mode',
  callIn: callOnly,
  read: readExitPlanMode,
  answer(answer) {
    if (answer.type === 'cancelled') return cancelled
    const { optionId: outcome, feedback } = answer
    return feedback === undefined ? { outcome } : { outcome, feedback }
  },
  readAnswer(result) {
    const outcome = stringAt(result, 'outcome')
    const feedback = stringAt(result, 'feedback')
    if (outcome === approved || outcome === abandoned) return selected(outcome, feedback)
    const isCancelled = outcome === undefined || outcome === 'cancelled'
    return isCancelled && feedback === undefined ? { type: 'cancelled' } : selected(rejected, feedback)
  },
  unreadable: cancelled,
  takesFeedback: true,
}

/** The id of its call. */
function callOnly(given: unknown): JsonObject | null {
  const toolCallId = stringAt(vendorParams(given), 'toolCallId')
  return toolCallId === undefined ? null : { toolCallId }
}

function readExitPlanMode(given: unknown, sent: SentCall | null): Result<ParsedPermission, WireProblem> {
  const params = vendorParams(given)
  if (params === null) return fail(badRequest('x.ai/exit_plan_mode without params', 'params', given))
  const problems: WireProblem[] = []
  const inRequest = textAt(params, 'planContent', problems)
  const call = sent === null ? null : { ...sent.fields, kind: 'switch_mode' }
  const inCall = inRequest.trim() === '' ? readProposal({ params: {}, subject: null, call }) : null
  const text = inCall?.content.type === 'markdown' ? inCall.content.text : inRequest
  const plan = text.trim() === '' ? null : ({ type: 'markdown', text } as const)
  const [first] = problems
  if (plan === null && ownerOf(params).toolCallId === null)
    return fail(first ?? badRequest('x.ai/exit_plan_mode without a plan', 'params.planContent', params))
  return ok(planToApprove(params, { title: approveThisPlan, options, plan }, problems))
}

/** Questions, answered under their own texts. */
export const grokAskUserQuestion: ElicitationKind = {
  type: 'elicitation',
  method: 'x.ai/ask_user_question',
  read: (params) =>
    readQuestionForm(
      params,
      {
        name: 'question',
        text: 'question',
        multiSelectKeys: ['multiSelect', 'multi_select'],
        value: 'label',
        label: 'label',
        takesText: true,
      },
      'x.ai/ask_user_question',
    ),
  answer(answer, asked) {
    switch (answer.type) {
      case 'accepted':
        return acceptedOf(answer.content, asked)
      case 'declined':
        // In plan mode the agent can continue planning without an answer.
        return vendorParams(asked.params)?.['mode'] === 'plan'
          ? { outcome: 'skip_interview', partial_answers: {} }
          : cancelled
      case 'cancelled':
        return cancelled
    }
  },
  readAnswer(result) {
    switch (result['outcome']) {
      case 'accepted':
        return { type: 'accepted', content: Object.fromEntries(answersOf(result)) }
      case 'skip_interview':
        return { type: 'declined', by: 'client' }
      default:
        return { type: 'cancelled' }
    }
  },
  unreadable: cancelled,
}

/** By the text of each question; a text that was typed is `Other` with a note. */
function acceptedOf(content: Readonly<Record<string, FieldValue>>, { mode }: SentForm): object {
  const fields = mode.type === 'form' ? mode.fields : []
  const texts = new Set(fields.filter(({ type }) => type === 'text').map(({ name }) => name))
  const entries = Object.entries(content)
  const answers = Object.fromEntries(
    entries.map(([question, value]) => [question, texts.has(question) ? ['Other'] : toOptionIds(value)]),
  )
  const notes = entries.filter(([question]) => texts.has(question))
  if (notes.length === 0) return { outcome: 'accepted', answers }
  const annotations = Object.fromEntries(
    notes.map(([question, value]) => [question, { notes: String(value) }]),
  )
  return { outcome: 'accepted', answers, annotations }
}

function answersOf({ answers, annotations }: JsonObject): readonly (readonly [string, FieldValue])[] {
  return Object.entries(objectIn(answers)).flatMap(([question, chosen]) => {
    const value = stringAt(objectAt(annotations, question), 'notes') ?? toFieldValue(chosen)
    return value === null ? [] : [[question, value] as const]
  })
}
