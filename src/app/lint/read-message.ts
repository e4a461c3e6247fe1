import { isObject, objectAt, stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import type { AskedRequest } from './exchange-facts.ts'
import type { PassedMessage } from './lint-rule.ts'

/** An update that the agent has sent, well-formed or not. */
export interface SentUpdate {
  readonly sessionId: string | undefined
  readonly kind: string | undefined
  readonly update: JsonObject
}

/** The update that a message of the agent holds; null: it is another message. */
export function updateIn({ message, dir }: PassedMessage): SentUpdate | null {
  if (dir !== 'from-agent' || message.kind !== 'notification' || message.method !== 'session/update')
    return null
  const params = isObject(message.params) ? message.params : {}
  const update = objectAt(params, 'update')
  return { sessionId: stringAt(params, 'sessionId'), kind: stringAt(update, 'sessionUpdate'), update }
}

/** What the agent has answered to a request that is remembered, if it is an object; null: the message is another one. */
export function resultIn({
  message,
  dir,
  answers,
}: PassedMessage): { readonly result: JsonObject; readonly asked: AskedRequest } | null {
  if (message.kind !== 'result' || dir !== 'from-agent' || answers === null) return null
  return isObject(message.result) ? { result: message.result, asked: answers } : null
}

/** The agent's answer to `initialize`; null: the message is another one. */
export function greetingIn(passed: PassedMessage): JsonObject | null {
  const answer = resultIn(passed)
  return answer?.asked.method === 'initialize' ? answer.result : null
}

/** The objects of a list; each in its place, others as empty objects. */
export function listAt(object: JsonObject, name: string): readonly JsonObject[] {
  const { [name]: list } = object
  return Array.isArray(list) ? (list as readonly unknown[]).map((each) => (isObject(each) ? each : {})) : []
}
