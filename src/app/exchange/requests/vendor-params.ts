import { isObject, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
import type { WireProblem } from '../../../protocol/wire/wire-problem.ts'
import type { PermissionAnswer } from '../../state/permission.ts'
import { badRequest } from '../exchange-problems.ts'
import type { RequestOwner } from './request-kind.ts'

/** The params of a vendor's request, which some agents wrap in another object; null if they are no object. */
export function vendorParams(params: unknown): JsonObject | null {
  if (!isObject(params)) return null
  return isObject(params['params']) ? params['params'] : params
}

export function ownerOf(params: JsonObject): RequestOwner {
  return {
    sessionId: stringAt(params, 'sessionId') ?? null,
    toolCallId: stringAt(params, 'toolCallId') ?? null,
  }
}

/** The id of the call that a request is about: a plan that is sent under this id is the one that the request asks about. */
export function callOf({ toolCallId }: RequestOwner): { readonly callId?: string } {
  return toolCallId === null ? {} : { callId: toolCallId }
}

/** The text at a key; '' for none, and a problem for anything else. */
export function textAt(params: JsonObject, key: string, problems: WireProblem[]): string {
  const value = params[key]
  if (typeof value === 'string') return value
  if (value !== undefined && value !== null)
    problems.push(badRequest(`${key} is no text, and is left out`, `params.${key}`, params))
  return ''
}

/** The answer with an option, as read from the answer of any client; `feedback`: the words that were sent with it. */
export function selected(optionId: string, feedback?: string): PermissionAnswer {
  return { type: 'selected', optionId, by: 'client', ...(feedback === undefined ? {} : { feedback }) }
}
