import type { Buffer } from 'node:buffer'
import { jsonIn } from '../../lib/json/read-json.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { isObject, stringAt, toMessage, type JsonObject, type Message } from '../../protocol/wire/message.ts'
import { splitValues } from '../../protocol/wire/split-values.ts'
import type { TraceDirection, TraceRecord } from '../../protocol/trace/trace-record.ts'

/** Something that passed between client and agent, or that the agent did beside. */
export type Passed = { readonly t: number } & (
  | {
      readonly type: 'message'
      readonly dir: TraceDirection
      readonly message: Message
      readonly value: JsonObject
      /** As it was, on one line. */
      readonly line: string
    }
  /** From the agent, and no message. */
  | { readonly type: 'bytes'; readonly bytes: Buffer | string }
  | { readonly type: 'stderr'; readonly line: string }
  | { readonly type: 'document'; readonly uri: string; readonly text: string | null }
  | { readonly type: 'exit'; readonly code: number | null; readonly signal: string | null }
)

/** What a record of a trace is to who plays the agent; nothing for what only a screen needs. Never throws. */
export function passedIn(record: TraceRecord): readonly Passed[] {
  const { t } = record
  switch (record.type) {
    case 'frame':
      return passedInLine(record.line, { t, dir: record.dir })
    case 'bytes':
      return record.dir === 'from-agent' ? [{ t, type: 'bytes', bytes: record.bytes }] : []
    case 'overlong': {
      const line = `acp-plan-tui demo: a line of ${record.sizeBytes} bytes was not recorded, and is left out`
      return record.dir === 'from-agent' ? [{ t, type: 'stderr', line }] : []
    }
    case 'stderr':
      return [{ t, type: 'stderr', line: record.line }]
    case 'event':
      return passedInNote(record.event, t)
    case 'mark':
    case 'size':
    case 'end':
    case 'unknown':
      return []
  }
}

interface Place {
  readonly t: number
  readonly dir: TraceDirection
}

function passedInLine(line: string, place: Place): readonly Passed[] {
  const whole = passedMessage(jsonIn(line), oneLine(line), place)
  if (whole !== null) return [whole]
  const { objects, rest } = splitValues(line)
  const messages = objects.flatMap(({ value }) => passedMessage(value, writeJson(value), place) ?? [])
  if (place.dir === 'to-agent') return messages
  const text = messages.length > 0 ? rest : line
  return [...(text === '' ? [] : [{ t: place.t, type: 'bytes' as const, bytes: text }]), ...messages]
}

function passedMessage(value: unknown, line: string | null, { t, dir }: Place): Passed | null {
  const message = toMessage(value)
  if (message === null || !isObject(value)) return null
  return { t, type: 'message', dir, message, value, line: line ?? writeJson(value) }
}

/** null: a frame of a transport that keeps messages apart itself may have several lines. */
function oneLine(text: string): string | null {
  return /[\n\r]/.test(text) ? null : text
}

/** What frames do not tell: that the agent's process ended by itself, and what was in the files of its plans. */
function passedInNote(note: JsonObject, t: number): readonly Passed[] {
  if (note['type'] === 'document') return passedDocument(note, t)
  const link = stringAt(note, 'type') === 'link-changed' ? note['link'] : undefined
  const end = isObject(link) ? link['end'] : undefined
  if (!isObject(end) || end['kind'] !== 'exited') return []
  const code = typeof end['code'] === 'number' ? end['code'] : null
  return [{ t, type: 'exit', code, signal: stringAt(end, 'signal') ?? null }]
}

/** What is fetched, or stands in its URI, needs no file. */
function passedDocument(note: JsonObject, t: number): readonly Passed[] {
  const uri = stringAt(note, 'uri')
  if (uri?.startsWith('file:') !== true) return []
  const text = note['state'] === 'shown' ? stringAt(note, 'text') : undefined
  const reason = isObject(note['reason']) ? note['reason']['kind'] : undefined
  if (text === undefined && reason !== 'missing') return []
  return [{ t, type: 'document', uri, text: text ?? null }]
}
