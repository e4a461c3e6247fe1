import { elicitationMethod } from '../agent-methods.ts'
import { approvalForm, isApprovalForm } from './approval-form.ts'
import { cursorAskQuestion, cursorCreatePlan, cursorUpdateTodos, waveCreatePlan } from './cursor-requests.ts'
import { grokAskUserQuestion, grokExitPlanMode } from './grok-requests.ts'
import type { RequestKind } from './request-kind.ts'
import { elicitationRequest, permissionRequest } from './standard-requests.ts'

const standard: readonly RequestKind[] = [permissionRequest, elicitationRequest]

/** One file for each vendor. Listed requests are answered by the client, and understood in traces. */
const vendors: readonly RequestKind[] = [
  cursorCreatePlan,
  cursorAskQuestion,
  cursorUpdateTodos,
  waveCreatePlan,
  grokExitPlanMode,
  grokAskUserQuestion,
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
