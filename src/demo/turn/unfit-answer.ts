import { isObject, stringAt, type JsonObject } from '../../protocol/wire/message.ts'

/**
 * What is said about the first answer that its field's `pattern` does not allow; null where all fit. The agent has to look, since
 * clients need not: https://agentclientprotocol.com/protocol/elicitation
 */
export function unfitAnswer(schema: JsonObject, content: JsonObject): string | null {
  const { properties } = schema
  if (!isObject(properties)) return null
  for (const [name, field] of Object.entries(properties)) {
    const value = stringAt(content, name)
    const pattern = isObject(field) ? stringAt(field, 'pattern') : undefined
    if (!isObject(field) || value === undefined || pattern === undefined || fits(value, pattern)) continue
    return `${stringAt(field, 'title') ?? name} cannot be “${value}”: it has to match ${pattern}.`
  }
  return null
}

/** A pattern that is none allows everything. */
function fits(value: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}
