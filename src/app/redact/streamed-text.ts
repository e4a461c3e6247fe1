import { jsonIn } from '../../lib/json/read-json.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { isObject, stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import type { TraceRecord } from '../../protocol/trace/trace-record.ts'

/** A record's part of a text that comes in several records. */
export interface StreamedText {
  /** Which text. */
  readonly stream: string
  readonly text: string
}

/** Updates that come while a message is written, and do not end it. */
const quietUpdates = new Set([
  'usage_update',
  'session_info_update',
  'available_commands_update',
  'config_option_update',
  'current_mode_update',
])

/** What a record says of texts that are being written: its part of one, which ones it ends, or nothing. */
export type Streaming =
  | { readonly type: 'part'; readonly part: StreamedText; readonly ends: string | null }
  | { readonly type: 'ends'; readonly session: string | null }
  | { readonly type: 'nothing' }

const nothing: Streaming = { type: 'nothing' }

/** Reads a record for what it has to do with streamed texts. `isStreaming`: there are texts that it might end. */
export function streamingOf(record: TraceRecord, isStreaming: boolean): Streaming {
  // Lines of stderr are a text too: keys lie in several of them.
  if (record.type === 'stderr')
    return { type: 'part', part: { stream: 'stderr', text: `${record.line}\n` }, ends: null }
  if (record.type !== 'frame' || record.dir !== 'from-agent') return nothing
  if (!isStreaming && !record.line.includes('_chunk"')) return nothing
  const message = jsonIn(record.line)
  if (!isObject(message)) return nothing
  const params = isObject(message['params']) ? message['params'] : {}
  const session = stringAt(params, 'sessionId') ?? null
  const update = params['update']
  if (message['method'] !== 'session/update' || !isObject(update)) return { type: 'ends', session }
  const kind = stringAt(update, 'sessionUpdate') ?? ''
  const text = kind.endsWith('_chunk') ? textOf(update) : null
  if (text === null) return quietUpdates.has(kind) ? nothing : { type: 'ends', session }
  const stream = writeJson([session, kind, stringAt(update, 'messageId')])
  return { type: 'part', part: { stream, text }, ends: session }
}

/** The session of a stream; null for stderr. */
export function sessionOf(stream: string): string | null {
  return stream === 'stderr' ? null : ((jsonIn(stream) as readonly string[])[0] ?? null)
}

function textOf(update: JsonObject): string | null {
  const content = update['content']
  return isObject(content) ? (stringAt(content, 'text') ?? null) : null
}
