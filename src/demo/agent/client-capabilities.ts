import { isObject, type JsonObject } from '../../protocol/wire/message.ts'
import type { ProtocolVersion } from '../turn/updates.ts'

/** What the client said that it can do; an agent leaves out the rest. */
export interface ClientKnows {
  readonly forms: boolean
  readonly urls: boolean
  readonly subagents: boolean
  readonly booleans: boolean
  readonly notices: boolean
  readonly terminalLogins: boolean
}

export const knowsNothing: ClientKnows = {
  forms: false,
  urls: false,
  subagents: false,
  booleans: false,
  notices: false,
  terminalLogins: false,
}

/** Reads the params of `initialize`: a part of what v1 asks a capability for is there in every v2 client. */
export function readClientKnows(params: JsonObject, version: ProtocolVersion): ClientKnows {
  const capabilities = objectAt(params, version === 2 ? 'capabilities' : 'clientCapabilities')
  const elicitation = objectAt(capabilities, 'elicitation')
  const session = objectAt(capabilities, 'session')
  return {
    forms: isObject(elicitation['form']),
    urls: isObject(elicitation['url']),
    subagents: version === 2 || isObject(capabilities['subagents']),
    booleans: version === 2 || isObject(objectAt(session, 'configOptions')['boolean']),
    notices: version === 2 || isObject(session['notices']),
    terminalLogins: Boolean(objectAt(capabilities, 'auth')['terminal']),
  }
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key]
  return isObject(value) ? value : {}
}
