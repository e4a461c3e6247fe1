import { isPlainWord } from './identities/plain-words.ts'

/** What a field of a message holds, by its key. */
export type FieldKind = 'word of the protocol' | 'id' | 'directory' | 'growing text' | 'text'

const protocolKeys = new Set(
  (
    'jsonrpc method sessionUpdate type kind status priority stopReason state role category mimeType mime_type encoding ' +
    'outcome phase how who via by dialect planType protocol format stage severity level'
  ).split(' '),
)
const directoryKeys = new Set([
  'cwd',
  'additionalDirectories',
  'workingDirectory',
  'workspaceRoot',
  'workspaceRoots',
])
const growingKeys = new Set(['text', 'content', 'markdown', 'output', 'rawOutput', 'stdout', 'stderr'])
/** Words that programs compare: not paths, addresses or values. */
const protocolWord = /^[A-Za-z_$][\w$/.+ -]{0,63}$/

export function fieldKind(key: string, value: string): FieldKind {
  if (protocolKeys.has(key) && protocolWord.test(value)) return 'word of the protocol'
  if (key === 'id' || key === 'cursor' || /(?:Id|Ids|_id|_ids|Cursor)$/.test(key)) return 'id'
  if (directoryKeys.has(key)) return 'directory'
  return growingKeys.has(key) ? 'growing text' : 'text'
}

/** Results by key: keys are the same in all messages. */
const plainKeys = new Map<string, boolean>()

/** Whether a key consists of common words of programs: it is kept, so that messages keep their shape. */
export function isPlainKey(key: string): boolean {
  const known = plainKeys.get(key)
  if (known !== undefined) return known
  if (!/^[A-Za-z_$][A-Za-z0-9_$]{0,63}$/.test(key)) return false
  const words = key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').split(/[_$]+/)
  const isPlain = words.every((word) => word === '' || isPlainWord(word))
  if (plainKeys.size < 2000) plainKeys.set(key, isPlain)
  return isPlain
}
