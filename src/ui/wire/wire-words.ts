import { rpcErrorText } from '../../protocol/wire/rpc-line.ts'
import { readLogged, messageIn } from '../../app/wire/read-logged.ts'
import type { LoggedMessage } from '../../app/wire/wire-block.ts'
import { isObject, objectAt, stringAt, type Message } from '../../protocol/wire/message.ts'
import { safe, type SafeText, shownLine } from '../../lib/text/safe-text.ts'

/** Longer messages are not parsed for a row. */
const parsedBytes = 64 * 1024
const longestWords = 300

/** What a message says in a few words, besides its kind: its method, what it answers, its first words. */
export function messageWords(logged: LoggedMessage, method: string | null): SafeText {
  const { sort, bytes } = logged
  if (sort === 'stderr' || sort === 'problem') return shown(bytes.toString('utf8', 0, longestWords * 3))
  const message = bytes.length > parsedBytes ? null : messageIn(bytes.toString('utf8'))
  if (message !== null) return wordsOf(message, method)
  const { facts, id } = readLogged(logged)
  if (facts.kind === 'malformed') return shown(bytes.toString('utf8', 0, longestWords * 3))
  const named = facts.update ?? facts.method ?? method ?? ''
  return id === undefined ? shown(named) : shown(`${named} #${String(id)}`)
}

function wordsOf(message: Message, method: string | null): SafeText {
  switch (message.kind) {
    case 'request':
      return safe`${shown(message.method)}  #${shown(String(message.id))}`
    case 'result':
      return shown(`#${String(message.id)}${answered(method)}${outcomeOf(message.result)}`)
    case 'error': {
      const { code } = message.error
      return shown(`#${String(message.id)}${answered(method)}: ${rpcErrorText(message.error)} (${code})`)
    }
    case 'notification':
      return message.method === 'session/update' ? updateWords(message.params) : shown(message.method)
  }
}

function answered(method: string | null): string {
  return method === null ? '' : ` · ${method}`
}

/** Of results with a fact that fits in a word. */
function outcomeOf(result: unknown): string {
  if (!isObject(result)) return ''
  const { stopReason, outcome } = result
  if (typeof stopReason === 'string') return ` · ${stopReason}`
  if (!isObject(outcome)) return ''
  return ` · ${stringAt(outcome, 'optionId') ?? stringAt(outcome, 'outcome') ?? ''}`
}

function updateWords(params: unknown): SafeText {
  const update = isObject(params) ? objectAt(params, 'update') : {}
  const name = stringAt(update, 'sessionUpdate') ?? 'session/update'
  const facts = ['title', 'status', 'currentModeId'].flatMap((key) => stringAt(update, key) ?? [])
  return shown([name, ...facts].join(' · '))
}

function shown(text: string): SafeText {
  return shownLine(text)
}

/** `640 B`, `2.1 KB`, `3.4 MB`. */
export function sizeWords(bytes: number): SafeText {
  if (bytes < 1000) return safe`${bytes} B`
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, safe`KB`] : [bytes / 1_000_000, safe`MB`]
  return safe`${size.toFixed(size < 10 ? 1 : 0) as SafeText} ${unit}`
}
