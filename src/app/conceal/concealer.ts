import { isJson } from '../../lib/json/read-json.ts'
import { Buffer, isUtf8 } from 'node:buffer'
import {
  fieldKind,
  isPlainKey,
  jsonStrings,
  withStrings,
  type JsonParent,
  type JsonString,
} from '../redact/json-string-literals.ts'
import { SecretSearch, wholeEffort, type Effort } from './secret-search.ts'

/** The program's own credentials, as given. */
export interface Credentials {
  /** Concealed in messages, which must stay valid: long enough not to occur by chance. */
  readonly inMessages: readonly string[]
  /** Concealed in texts that are only read: errors, reasons, documents. */
  readonly inTexts: readonly string[]
}

/** Replaces a credential. */
const stars = '***'
/** Longer frames are read only at their beginning, which is far shorter than this. */
const readBytes = 16 * 1024 * 1024
const beginningBytes = 256 * 1024
/** A possible id: a word, of a limited number of words. */
const longestId = 300
const maxIds = 10_000

/**
 * Removes the program's own credentials from what others wrote, also escaped, in base64 and in digits (`SecretSearch`): always on, and
 * it searches for exactly these values. Private data of any kind is removed by `app/redact`, on request.
 * Returns the same object if there are none.
 */
export class Concealer {
  readonly #inMessages: () => SecretSearch
  readonly #inTexts: () => SecretSearch
  /** Replacements of possible ids, and the originals. */
  readonly #replacements = new Map<string, string>()
  readonly #originals = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  constructor({ inMessages, inTexts }: Credentials) {
    this.#inMessages = searchFor(inMessages)
    this.#inTexts = searchFor(inTexts)
  }

  /** A text that is only read: errors, reasons. */
  text(text: string): string {
    return concealed(text, this.#inTexts())
  }

  /** A document: concealed as messages are. */
  document(text: string): string {
    return concealed(text, this.#inMessages())
  }

  /** A text that may be JSON. */
  body(text: string): string {
    const effort: Effort = { left: wholeEffort }
    const conceal = (value: string): string => concealed(value, this.#inTexts(), effort)
    return isJson(text) ? rewritten(text, (string) => conceal(string.value)) : conceal(text)
  }

  /** One message, or a malformed one. In JSON only the affected strings and keys are rewritten; every other byte stays. */
  message(frame: Buffer): Buffer {
    if (this.#inMessages().isEmpty) return frame
    const beginning = frame.length > readBytes ? frame.subarray(0, beginningBytes) : frame
    const text = beginning.toString('utf8')
    // Needlessly escaped letters hide other escapes.
    if (!text.includes('\\u00') && !this.#inMessages().mayHold(text)) return frame
    // Invalid bytes are kept.
    const encoding = isUtf8(beginning) ? 'utf8' : 'latin1'
    const decoded = encoding === 'utf8' ? text : beginning.toString(encoding)
    const written = this.#written(decoded)
    if (written === decoded) return frame
    const bytes = Buffer.from(written, encoding)
    return beginning === frame ? bytes : Buffer.concat([bytes, frame.subarray(beginning.length)])
  }

  /** Undoes the replacement of ids in a message to the sender, so that an agent whose ids contain a credential can be used. */
  restored(message: string): string {
    if (this.#originals.size === 0 || !message.includes(stars)) return message
    return rewritten(message, ({ key, isKey, value }) =>
      !isKey && key === 'text' ? value : (this.#originals.get(value) ?? value),
    )
  }

  #written(text: string): string {
    if (!isJson(text)) return concealed(text, this.#inMessages())
    const keys = new Map<JsonParent, Map<string, number>>()
    const effort: Effort = { left: wholeEffort }
    return rewritten(text, (string) => this.#string(string, keys, effort))
  }

  #string(
    { value, key, isKey, parent }: JsonString,
    keys: Map<JsonParent, Map<string, number>>,
    effort: Effort,
  ): string {
    const name = concealed(value, this.#inMessages(), effort)
    // A credential that is a word of the protocol is not concealed there.
    const isWord =
      name !== value &&
      (isKey ? isPlainKey(value) : fieldKind(key, value) === 'word of the protocol' && isWords(value))
    const shown = name === value || isWord ? value : this.#replacementFor(value, name)
    if (!isKey || parent === null) return shown
    // Different keys of an object stay different. For each used replacement, how far its variants were counted.
    const taken = keys.get(parent) ?? new Map<string, number>()
    keys.set(parent, taken)
    let free = shown
    let count = taken.get(shown) ?? 1
    if (shown !== value) for (; taken.has(free); free = `${shown}(${count})`) count++
    taken.set(shown, count)
    taken.set(free, taken.get(free) ?? 1)
    return free
  }

  #replacementFor(value: string, name: string): string {
    if (value.length > longestId || /\s/.test(value)) return name
    const known = this.#replacements.get(value)
    if (known !== undefined || this.#replacements.size >= maxIds) return known ?? name
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    const replacement = count === 1 ? name : `${name}(${count})`
    this.#replacements.set(value, replacement)
    this.#originals.set(replacement, value)
    return replacement
  }
}

/** Created lazily: takes some milliseconds. */
function searchFor(secrets: readonly string[]): () => SecretSearch {
  let search: SecretSearch | null = null
  return () => (search ??= new SecretSearch(secrets))
}

function isWords(value: string): boolean {
  return value.split(/[/.+ -]+/).every((part) => isPlainKey(part))
}

/** Conceals completely what would take more effort than is left. */
function concealed(text: string, search: SecretSearch, effort: Effort = { left: wholeEffort }): string {
  const spans = search.spans(text, effort)
  if (spans.length === 0) return text
  let result = ''
  let from = 0
  for (const { start, end } of spans) {
    result += text.slice(from, start) + stars
    from = end
  }
  return result + text.slice(from)
}

function rewritten(text: string, write: (string: JsonString) => string): string {
  return withStrings(text, jsonStrings(text), write)
}
