import { SentCalls } from '../../../../src/app/exchange/sent-calls.ts'
import {
  callInPermission,
  readPermission,
  type ParsedPermission,
} from '../../../../src/app/exchange/read/read-permission.ts'
import type { Result } from '../../../../src/lib/result.ts'
import type { WireProblem } from '../../../../src/protocol/wire/wire-problem.ts'

/** A permission request as it is read when nothing was sent of its call before. */
export function readAsked(params: unknown): Result<ParsedPermission, WireProblem> {
  const call = callInPermission(params)
  const toolCallId = call?.['toolCallId']
  const isNamed = typeof toolCallId === 'string'
  return readPermission(params, isNamed ? new SentCalls().asked('s1', { ...call, toolCallId }, 1).now : null)
}
