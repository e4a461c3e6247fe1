import { isObject, type JsonObject } from '../../src/protocol/wire/message.ts'

/** The plans that `--format json` has told of, as they stand in its last lines: what is shown of them, without times. */
export function finalPlans(stdout: string): string {
  const plans = new Map<string, unknown>()
  for (const line of stdout.split('\n')) {
    const event = parsed(line)
    const key = `${String(event['session'])} ${String(event['plan'])}`
    if (event['type'] === 'plan') plans.set(key, withoutTimes(event['content']))
    else if (event['type'] === 'plan-removed') plans.delete(key)
    else if (event['type'] === 'session' && event['state'] === 'opening')
      for (const known of plans.keys())
        if (known.startsWith(`${String(event['session'])} `)) plans.delete(known)
  }
  return JSON.stringify([...plans], null, 1)
}

function withoutTimes(content: unknown): unknown {
  if (!isObject(content) || !Array.isArray(content['entries'])) return content
  const entries = (content['entries'] as JsonObject[]).map(({ content: words, status, priority }) => ({
    words,
    status,
    priority,
  }))
  return { ...content, entries, isReordered: null, dropped: null }
}

function parsed(line: string): JsonObject {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
