import type { AgentDescription, AuthMethod } from '../app/link.ts'
import { isObject, stringAt, type JsonObject } from '../protocol/message.ts'

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

/** v1 names a method by `id`, v2 by `methodId`. What has neither cannot be asked for and is left out. */
export function readAuthMethods(value: unknown): readonly AuthMethod[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((method: unknown): readonly AuthMethod[] => {
    if (!isObject(method)) return []
    const id = stringAt(method, 'methodId') ?? stringAt(method, 'id')
    if (id === undefined) return []
    const name = stringAt(method, 'name') ?? id
    return [{ id, name, description: stringAt(method, 'description') ?? null }]
  })
}

function firstObject(...values: readonly unknown[]): JsonObject | null {
  return values.find(isObject) ?? null
}

function named(who: JsonObject | null, key: string): string | null {
  const value = who === null ? undefined : stringAt(who, key)
  return value === undefined || value === '' ? null : value
}
