import { mayEndEarly, textOf } from './agent-script.ts'
import type { FuzzCase } from './fuzz-case.ts'
import type { LogEntry, Outcome } from './outcome.ts'

/** Requests of the agent that were not answered exactly once, in words. */
export function wronglyAnswered({ log, case: fuzzed, wasEnded }: Outcome): readonly string[] {
  // The SDK sends what goes to remote agents in messages, and numbers that JavaScript has none of do not live through it.
  if (fuzzed.opening === null || fuzzed.server === 'ws' || fuzzed.server === 'http') return []
  const { asked, isAll } = askedIds(fuzzed)
  const answered = counted(log.flatMap((entry) => (entry.type === 'answered' ? [entry.idText] : [])))
  // Who was restarted or called again has asked it all again.
  const times = log.filter((entry) => entry.type === 'got' && entry.method === 'initialize').length
  const isHeard = !wasEnded && !mayEndEarly(fuzzed) && wasHeardWhole(log)
  return [...new Set([...asked.keys(), ...answered.keys()])].flatMap((id) => {
    const [wanted, got] = [asked.get(id) ?? 0, answered.get(id) ?? 0]
    const isFine = (got >= wanted || !isHeard) && (got <= wanted * times || !isAll)
    return isFine ? [] : [`${id.slice(0, 100)} was asked ${wanted} times and answered ${got} times`]
  })
}

/** One agent wrote its whole script, and heard what came until its input ended. */
function wasHeardWhole(log: readonly LogEntry[]): boolean {
  const times = (type: LogEntry['type']): number => log.filter((entry) => entry.type === type).length
  return times('done') === 1 && times('ended') === 1
}

function counted(ids: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

interface AskedIds {
  /** Of the lines that are one message and nothing else. */
  readonly asked: ReadonlyMap<string, number>
  /** In no other line there may be a request too. */
  readonly isAll: boolean
}

function askedIds({ lines }: FuzzCase): AskedIds {
  const ids: string[] = []
  let isAll = true
  for (const line of lines) {
    const text = textOf(line)
    const message = 'text' in line ? messageIn(text) : null
    if (message !== null) ids.push(...requestIdText(text, message))
    else if (text.includes('"')) isAll = false
  }
  return { asked: counted(ids), isAll }
}

function messageIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** As it is written; none for what is no request. */
function requestIdText(text: string, { id, method }: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof method !== 'string') return []
  if (typeof id === 'string' || id === null) return [JSON.stringify(id)]
  if (typeof id !== 'number') return []
  const written = [...text.matchAll(/"id":(-?\d[\d.eE+-]*)/g)].map(([, number = '']) => number)
  return [written.find((number) => Object.is(Number(number), id)) ?? JSON.stringify(id)]
}
