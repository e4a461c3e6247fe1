// What a line of a transcript is, and what the user's records and the calls in it say.
import type { Buffer } from 'node:buffer'
import { isObject, type JsonObject, stringAt, objectAt } from '../../../protocol/wire/message.ts'
import type { SessionEvent } from '../../../protocol/session/session-event.ts'
import { cutText, recordOf } from '../log/log-reading.ts'

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
export const otherRecords: ReadonlySet<string> = new Set([
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
    if (type !== undefined && otherRecords.has(type)) return nothing
    if (head.includes('"attachment":{') && !head.includes('"plan_mode')) return nothing
    if (line.includes('"tool_result"')) {
      const ids = toolUseIds(line)
      if (ids.length > 0 && !ids.some(isWaitedFor))
        return { type: 'results', ids, isError: line.includes('"is_error":true') }
    }
  }
  const record = recordOf(line)
  if (record === null) return nothing
  return typeof record === 'string' ? { type: 'broken', why: record } : { type: 'record', record }
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

/** Calls of which the result tells something about plans or sub-agents. */
export const neededCalls: ReadonlySet<string> = new Set([
  'TaskCreate',
  'TaskUpdate',
  'Agent',
  'Task',
  'EnterPlanMode',
])

/** A sub-agent, as its parent reports it. */
export function subagentUpdate(childSessionId: string, title: string | null, isOver: boolean): SessionEvent {
  const named = title === null ? {} : { title: cutText(title, 200), description: cutText(title, 200) }
  return { type: 'subagent', childSessionId, ...named, state: isOver ? 'idle' : 'running' }
}

const tellingKeys = [
  'subject',
  'description',
  'file_path',
  'path',
  'command',
  'pattern',
  'query',
  'url',
  'taskId',
]

/** The name of a tool, and what it is used for. */
export function titleOf(name: string, input: JsonObject): string {
  for (const key of tellingKeys) {
    const value = stringAt(input, key)
    if (value !== undefined && value !== '') return `${name}: ${cutText(value, 200)}`
  }
  return name
}

/** What a record of the user's side without tool results is. */
type UserRecord =
  | { readonly type: 'prompt'; readonly text: string }
  /** A turn that no prompt of the user began: a task in the background has ended, for example. */
  | { readonly type: 'begun' }
  | { readonly type: 'interrupted' }
  | { readonly type: 'nothing' }

/** What the program itself writes as if the user had said it. */
const own =
  /^\s*<(local-command-|command-name>|command-message>|command-args>|bash-(input|stdout|stderr)>|system-reminder>|ide_)/

export function readUserRecord(record: JsonObject): UserRecord {
  const text = textOf(objectAt(record, 'message')['content'])
  if (record['isMeta'] === true || record['isCompactSummary'] === true || text === '')
    return { type: 'nothing' }
  if (text.startsWith('[Request interrupted by user')) return { type: 'interrupted' }
  const kind = stringAt(objectAt(record, 'origin'), 'kind')
  if (text.startsWith('<task-notification>') || (kind !== undefined && kind !== 'human'))
    return { type: 'begun' }
  if (own.test(text)) return { type: 'nothing' }
  return { type: 'prompt', text }
}

/** The text of a message's content: a string, or its text blocks. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .flatMap((block) => {
      const isText = isObject(block) && (block['type'] === 'text' || block['type'] === undefined)
      return isText ? (stringAt(block, 'text') ?? []) : []
    })
    .join('\n')
}
