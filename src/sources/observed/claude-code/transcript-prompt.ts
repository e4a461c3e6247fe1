import { isObject, objectAt, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'

/** What a record of the user's side without tool results is. */
export type UserRecord =
  | { readonly type: 'prompt'; readonly text: string }
  /** A turn that no prompt of the user began: a task in the background has ended, for example. */
  | { readonly type: 'begun' }
  | { readonly type: 'interrupted' }
  | { readonly type: 'compacted'; readonly summary: string }
  | { readonly type: 'nothing' }

const nothing: UserRecord = { type: 'nothing' }

/** What the program itself writes as if the user had said it. */
const own =
  /^\s*<(local-command-|command-name>|command-message>|command-args>|bash-(input|stdout|stderr)>|system-reminder>|ide_)/

export function readUserRecord(record: JsonObject): UserRecord {
  if (record['isMeta'] === true) return nothing
  const text = textOf(objectAt(record, 'message')['content'])
  if (record['isCompactSummary'] === true) return { type: 'compacted', summary: text }
  if (text === '') return nothing
  if (text.startsWith('[Request interrupted by user')) return { type: 'interrupted' }
  const kind = stringAt(objectAt(record, 'origin'), 'kind')
  if (text.startsWith('<task-notification>') || (kind !== undefined && kind !== 'human'))
    return { type: 'begun' }
  if (own.test(text)) return nothing
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
