import type { Buffer } from 'node:buffer'
import { WireReader, type Incoming } from '../../src/protocol/wire/wire-reader.ts'
import { lastAsked, mayEndEarly, traceBytes } from './agent-script.ts'
import type { LogEntry, Outcome } from './outcome.ts'

/**
 * Requests of the agent that were not answered exactly once, in words. What is decoded of a line is answered, whatever stands beside it;
 * what is rejected is shown as a problem, and has no answer.
 */
export function wronglyAnswered({ log, case: fuzzed, wasEnded }: Outcome): readonly string[] {
  // The SDK sends what goes to remote agents in messages, and numbers that JavaScript has none of do not live through it.
  if (fuzzed.opening === null || fuzzed.server === 'ws' || fuzzed.server === 'http') return []
  const { lines } = fuzzed
  const last = JSON.stringify(lastAsked)
  const joined = counted([...idsIn(traceBytes(lines)), last])
  // What the agent answers of its own accord may stand between a line without an end and the next one.
  const apart = counted([...lines.flatMap((line) => idsIn(traceBytes([line]))), last])
  const answered = counted(log.flatMap((entry) => (entry.type === 'answered' ? [entry.idText] : [])))
  // Who was restarted or called again has asked it all again.
  const times = log.filter((entry) => entry.type === 'got' && entry.method === 'initialize').length
  const isHeard = !wasEnded && !mayEndEarly(fuzzed) && wasHeardWhole(log)
  return [...new Set([...joined.keys(), ...apart.keys(), ...answered.keys()])].flatMap((id) => {
    const asked = [joined.get(id) ?? 0, apart.get(id) ?? 0]
    const got = answered.get(id) ?? 0
    const isFine = (got >= Math.min(...asked) || !isHeard) && got <= Math.max(...asked) * times
    return isFine ? [] : [`${id.slice(0, 100)} was asked ${asked[0]} times and answered ${got} times`]
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

/** The ids of the requests in a stream, as they are written. */
function idsIn(bytes: Buffer): readonly string[] {
  const reader = new WireReader()
  return [...reader.cut(bytes), ...reader.cutEnd()].flatMap((part) => {
    const text = part.type === 'overlong' ? '' : part.bytes.toString('utf8')
    const message = messageIn(text)
    return message === null ? reader.read(part).flatMap(requestIdOf) : requestIdText(text, message)
  })
}

function requestIdOf(incoming: Incoming): readonly string[] {
  if (incoming.type === 'problem' || incoming.message.kind !== 'request') return []
  const { id, idText } = incoming.message
  return [idText ?? JSON.stringify(id)]
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
