import { isObject, objectAt, type JsonObject } from '../../protocol/wire/message.ts'
import type { ClientCapabilities } from '../script/playing/turn-context.ts'
import type { ProtocolVersion } from '../script/playing/updates.ts'

/** Reads the params of `initialize`. Every v2 client has some of what is a capability in v1. */
export function readClientCapabilities(params: JsonObject, version: ProtocolVersion): ClientCapabilities {
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
