import { offersNothing, type AgentDescription, type AgentOffers, type AuthMethod } from '../state/link.ts'
import { isObject, stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import { readAuthMethods } from './read/read-auth-methods.ts'

/** What an agent's answer to `initialize` says about it, whichever version's shape it has. Strings are raw. */
export interface InitializeAnswer {
  readonly protocolVersion: unknown
  readonly authMethods: readonly AuthMethod[]
  readonly described: Pick<AgentDescription, 'name' | 'title' | 'version'>
}

/** Reads an answer by the fields that are there; `fallbackName` stands in for an agent that does not name itself. */
export function readInitializeAnswer(result: JsonObject, fallbackName: string): InitializeAnswer {
  const who = firstObject(result['info'], result['agentInfo'])
  return {
    protocolVersion: result['protocolVersion'],
    authMethods: readAuthMethods(result['authMethods']),
    described: {
      name: named(who, 'name') ?? fallbackName,
      title: named(who, 'title'),
      version: named(who, 'version'),
    },
  }
}

/**
 * What can be asked of the agent about sessions. Version 2 announces only what not every agent has.
 * https://agentclientprotocol.com/protocol/initialization#agent-capabilities
 */
export function readOffers(result: JsonObject, version: 1 | 2): AgentOffers {
  if (version === 2) {
    const session = objectAt(objectAt(result, 'capabilities'), 'session')
    return { list: true, load: true, resume: true, close: true, delete: isOffered(session, 'delete') }
  }
  const capabilities = objectAt(result, 'agentCapabilities')
  if (capabilities === null) return offersNothing
  const session = objectAt(capabilities, 'sessionCapabilities')
  return {
    list: isOffered(session, 'list'),
    load: capabilities['loadSession'] === true,
    resume: isOffered(session, 'resume'),
    close: isOffered(session, 'close'),
    delete: isOffered(session, 'delete'),
  }
}

/** A capability is an object; agents that write `true` mean the same. */
function isOffered(capabilities: JsonObject | null, key: string): boolean {
  const value = capabilities?.[key]
  return isObject(value) || value === true
}

function objectAt(object: JsonObject | null, key: string): JsonObject | null {
  const value = object?.[key]
  return isObject(value) ? value : null
}

function firstObject(...values: readonly unknown[]): JsonObject | null {
  return values.find(isObject) ?? null
}

function named(who: JsonObject | null, key: string): string | null {
  const value = who === null ? undefined : stringAt(who, key)
  return value === undefined || value === '' ? null : value
}
