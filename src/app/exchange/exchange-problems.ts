import { writeJson } from '../../lib/json/write-json.ts'
import {
  elicitationCompleteMethod,
  isObject,
  type Message,
  rpcErrorText,
  stringAt,
  objectIn,
} from '../../protocol/wire/message.ts'
import { errorName } from '../words/link.ts'
import { isNamedForPlan } from '../../protocol/session/update-names.ts'
import { noted, rejected, type WireProblem } from '../../protocol/wire/wire-problem.ts'

/** An update without a session id; `sessionId`: the session that it is attributed to, null for none. */
export function updateOfNoSession(sessionId: string | null, params: unknown): WireProblem {
  const taken = sessionId === null ? 'there is no session for it' : 'the open session is assumed'
  const text = `session/update without a sessionId: ${taken}`
  return (sessionId === null ? rejected : noted)('bad-update', text, params, 'params.sessionId')
}

/** A state in version 1, which has none: no turn begins or ends by it. */
export function stateOfVersionOne(name: string, params: unknown): WireProblem {
  const text = `the state ${name.slice(0, 40)}, which version 1 does not have: a turn ends with the answer to its prompt`
  return noted('bad-update', text, params, 'params.update.sessionUpdate')
}

/** A defect that any notification may have; null: none. */
export function notificationProblem(method: string, params: unknown): WireProblem | null {
  if (params === undefined || (typeof params === 'object' && params !== null)) return null
  const text = `the notification ${method} has params that are neither an object nor a list`
  return noted('not-a-message', text, params, 'params')
}

/**
 * A request that this client refuses. Agents may have requests that no client has to know, so it is no defect; but if
 * it holds a plan, that plan is missing on the screen.
 */
export function unknownRequest(method: string, params: unknown): WireProblem {
  const refused = `the agent called ${method}, which this client does not support (answered with an error)`
  return mayHoldPlan(method, params)
    ? rejected('unknown-request', `${refused}, and the plan in it is not shown`, params)
    : noted('unknown-request', refused, params)
}

/** An update that came with an id, as if it wanted an answer. */
export function updateAsked(params: unknown): WireProblem {
  const text =
    'session/update came as a request, and is a notification: it is read as one, and answered with null'
  return noted('bad-request', text, params, 'id')
}

/** A question that came without an id, or with one that is neither a text nor a number. */
export function questionWithoutId(method: string, params: unknown): WireProblem {
  return badRequest(`${method} came without an id that can be answered: you are not asked`, 'id', params)
}

/** A notification that no client has to know. null: nothing in it is missing on the screen; `_` begins those that are a vendor's own. */
export function unknownNotification(method: string, params: unknown, isShown: boolean): WireProblem | null {
  if (method.startsWith('_') || !mayHoldPlan(method, params)) return null
  const shown = isShown ? 'is shown all the same' : 'is not shown'
  const text = `the agent sent ${method}, which this client does not know, and the plan in it ${shown}; updates come with session/update`
  return (isShown ? noted : rejected)('bad-update', text, params, 'method')
}

function mayHoldPlan(method: string, params: unknown): boolean {
  if (isNamedForPlan(method)) return true
  const given = objectIn(params)
  const inner = [given['params'], given['update']].find(isObject) ?? given
  return planKeys.some((key) => {
    const value = inner[key]
    return typeof value === 'string' ? value.trim().includes('\n') : Array.isArray(value) && value.length > 0
  })
}

const planKeys = ['plan', 'planContent', 'todos', 'entries']

/** A request that cannot be shown or chosen from, or a part of one; `path`: that part, in which `value` was found. */
export function badRequest(text: string, path: string, value: unknown): WireProblem {
  return rejected('bad-request', text, value, path)
}

/** The same for a defect after which nothing is missing. */
export function notedRequest(text: string, path: string, value: unknown): WireProblem {
  return noted('bad-request', text, value, path)
}

/** The same request again, for the same call and with the same params, while the first one has no answer. */
export function repeatedQuestion(method: string, toolCallId: string): WireProblem {
  const text = `${method} came twice for one tool call: you are asked once, and both get the answer`
  return notedRequest(text, 'params.toolCallId', toolCallId)
}

/** To-dos that belong to no session, and cannot be shown. */
export function todosOfNoSession(method: string, params: unknown): WireProblem {
  return badRequest(`${method} before there is a session that it could belong to`, 'params.sessionId', params)
}

type Response = Extract<Message, { kind: 'result' | 'error' }>

export function strayResponse(response: Response): WireProblem {
  const what =
    response.kind === 'error'
      ? `${errorName(response.error.code)} (${rpcErrorText(response.error)})`
      : 'a response'
  const id = response.id === null ? 'without an id' : `to the request ${writeJson(response.id)}`
  const value = response.kind === 'error' ? response.error : response.result
  return noted('stray-response', `${what} ${id}, for which no request is open`, value, 'id')
}

/** An answer whose id is the text of the number that was sent. */
export function answerByText(id: unknown): WireProblem {
  const text = 'the id of the request, a number, came back as a text: ids come back as they were sent'
  return noted('bad-answer', text, id, 'id')
}

/** The id in `elicitation/complete`; a problem if there is none. */
export function readCompleted(params: unknown): string | WireProblem {
  const id = stringAt(params, 'elicitationId')
  const text = `${elicitationCompleteMethod} without an elicitationId`
  return id ?? notedRequest(text, 'params.elicitationId', params)
}
