import type { Buffer } from 'node:buffer'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { isObject, type JsonObject } from '../../../protocol/wire/message.ts'

/** A line of a transcript: its record, a result of a tool that is not needed in full, or nothing that matters. */
export type TranscriptLine =
  | { readonly type: 'record'; readonly record: JsonObject }
  | { readonly type: 'results'; readonly ids: readonly string[]; readonly isError: boolean }
  | { readonly type: 'nothing' }
  | { readonly type: 'broken'; readonly why: string }

const nothing: TranscriptLine = { type: 'nothing' }

/** Shorter lines are parsed without a look at them. */
const shortLine = 2048
/** Where a line says what it is. */
const headBytes = 600

/** Records that hold nothing of plans, turns or questions. */
const others: ReadonlySet<string> = new Set([
  'agent-color',
  'agent-name',
  'agent-setting',
  'api-request',
  'api-request-blob',
  'api-request-shape',
  'atis-latch',
  'attribution-snapshot',
  'bridge-session',
  'content-replacement',
  'cost-state',
  'file-history-delta',
  'file-history-snapshot',
  'last-prompt',
  'marble-origami-commit',
  'marble-origami-snapshot',
  'mode',
  'pr-link',
  'progress',
  'queue-operation',
  'saved_hook_context',
  'speculation-accept',
  'started',
  'tag',
  'task-summary',
  'tools-used',
  'worktree-state',
])

export function isOtherRecord(type: string): boolean {
  return others.has(type)
}

/**
 * Reads a line. Long ones that cannot matter are not parsed: what a request held, attachments, and the results of tools, unless the call
 * is one that is waited for.
 */
export function readTranscriptLine(
  line: Buffer,
  isWaitedFor: (toolUseId: string) => boolean,
): TranscriptLine {
  if (line.length === 0) return nothing
  if (line.length > shortLine) {
    const head = line.toString('latin1', 0, headBytes)
    const type = /^\{"type":"([\w-]{1,60})"/.exec(head)?.[1]
    if (type !== undefined && others.has(type)) return nothing
    if (head.includes('"attachment":{') && !head.includes('"plan_mode')) return nothing
    if (line.includes('"tool_result"')) {
      const ids = toolUseIds(line)
      if (ids.length > 0 && !ids.some(isWaitedFor))
        return { type: 'results', ids, isError: line.includes('"is_error":true') }
    }
  }
  const value = jsonIn(line.toString('utf8'))
  if (isObject(value)) return { type: 'record', record: value }
  if (line.toString('latin1', 0, 200).trim() === '') return nothing
  return { type: 'broken', why: value === undefined ? 'it is not JSON' : 'it is not a JSON object' }
}

const idKey = '"tool_use_id":"'
const maxIds = 50

/** The ids of the calls whose results a line holds. Inside texts the quotes are escaped, so these are keys. */
function toolUseIds(line: Buffer): readonly string[] {
  const ids: string[] = []
  for (let at = line.indexOf(idKey); at >= 0 && ids.length < maxIds; at = line.indexOf(idKey, at)) {
    at += idKey.length
    const end = line.indexOf('"', at)
    if (end < 0 || end - at > 200) continue
    ids.push(line.toString('utf8', at, end))
  }
  return ids
}
