import { cursorAskQuestion, cursorCreatePlan, cursorUpdateTodos } from './cursor-requests.ts'
import { grokAskUserQuestion, grokExitPlanMode } from './grok-requests.ts'
import type { RequestKind } from './request-kind.ts'
import { elicitationRequest, permissionRequest } from './standard-requests.ts'

const standard: readonly RequestKind[] = [permissionRequest, elicitationRequest]

/** One file a vendor. What it lists is answered by the client, and understood by who only watches. */
const vendors: readonly RequestKind[] = [
  cursorCreatePlan,
  cursorAskQuestion,
  cursorUpdateTodos,
  grokExitPlanMode,
  grokAskUserQuestion,
]

const byMethod: ReadonlyMap<string, RequestKind> = new Map([
  ...standard.flatMap((kind) => kind.methods.map((method) => [method, kind] as const)),
  // Extensions have an underscore before them by the protocol's rules, which not every vendor keeps to.
  ...vendors.flatMap((kind) =>
    kind.methods.flatMap((method) => [[method, kind] as const, [`_${method}`, kind] as const]),
  ),
])

/** What a request asks; null: it is none that this client answers from its user. */
export function requestKind(method: string): RequestKind | null {
  return byMethod.get(method) ?? null
}
