import type { AuthMethod } from '../../state/link.ts'
import { isObject, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'

/**
 * Reads auth methods, in the shapes of both versions and of their drafts. A method without an id cannot be requested
 * and is left out; of two with the same id the first counts. Strings are raw; never throws.
 * https://agentclientprotocol.com/protocol/authentication
 */
export function readAuthMethods(value: unknown): readonly AuthMethod[] {
  if (!Array.isArray(value)) return []
  const methods = new Map<string, AuthMethod>()
  for (const method of value as readonly unknown[]) {
    if (!isObject(method)) continue
    // Version 1 names a method by `id`, version 2 by `methodId`.
    const id = stringAt(method, 'methodId') ?? stringAt(method, 'id')
    if (id === undefined || methods.has(id)) continue
    methods.set(id, {
      id,
      name: stringAt(method, 'name') ?? id,
      description: stringAt(method, 'description') ?? null,
      how: readHow(method),
    })
  }
  return [...methods.values()]
}

function readHow(method: JsonObject): AuthMethod['how'] {
  const type = stringAt(method, 'type') ?? 'agent'
  switch (type) {
    case 'agent':
      return { type }
    case 'terminal':
      return { type, args: stringsOf(method['args']), env: readEnv(method['env']) }
    case 'env_var':
    case '_env_var':
      return { type: 'env_var', names: readNames(method), link: stringAt(method, 'link') ?? null }
    default:
      return { type: 'other', name: type }
  }
}

/** Version 1 sends an object, version 2 a list of `{name, value}`. */
function readEnv(value: unknown): Readonly<Record<string, string>> {
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.flatMap((variable: unknown) => {
        const name = isObject(variable) ? stringAt(variable, 'name') : undefined
        return isObject(variable) && name !== undefined ? [[name, variable['value']] as const] : []
      })
    : isObject(value)
      ? Object.entries(value)
      : []
  // Made from entries, so that a variable may be called `__proto__`.
  return Object.fromEntries(
    entries.filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string'),
  )
}

/** The draft with several variables has `vars`, each a name or an object with one; the draft before it, `varName`. */
function readNames(method: JsonObject): readonly string[] {
  const { vars } = method
  const several = Array.isArray(vars)
    ? vars.flatMap((variable: unknown) => {
        const name = isObject(variable) ? stringAt(variable, 'name') : variable
        return typeof name === 'string' ? [name] : []
      })
    : []
  const single = stringAt(method, 'varName')
  return single === undefined || several.includes(single) ? several : [single, ...several]
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}
