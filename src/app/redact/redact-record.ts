import { Buffer } from 'node:buffer'
import { writeJson } from '../../lib/json/write-json.ts'
import type { JsonObject } from '../../protocol/wire/message.ts'
import { readRecordText } from '../../protocol/trace/read-record.ts'
import type { TraceHeader, TraceRecord } from '../../protocol/trace/trace-record.ts'
import { plainText, type Place } from './matching/finding.ts'
import type { PrivateData } from './private-data.ts'
import { isJson } from '../../lib/json/read-json.ts'
import {
  fieldKind,
  isPlainKey,
  jsonStrings,
  withStrings,
  type JsonParent,
  type JsonString,
} from './json-string-literals.ts'
import { maskValue } from './replacements/mask.ts'
import { secretName, type SecretKind } from './secrets/secret-names.ts'

const maxIds = 10_000
const roundsOfValue = 4

/** Redacts records one by one, in JSON only strings and keys: every other byte stays. Returns the same record if nothing was found. */
export class RecordRedactor {
  readonly #privateData: PrivateData
  readonly #hidesKeys: boolean
  /** The replacement of each id: constant, whatever is learned later. */
  readonly #ids = new Map<string, string>()

  /** `hidesKeys`: fields are masked whose names say that they hold secrets. */
  constructor(privateData: PrivateData, hidesKeys: boolean) {
    this.#privateData = privateData
    this.#hidesKeys = hidesKeys
  }

  /** `streamed`: the replacement for the record's part of a streamed text; null: the record is redacted by itself. */
  record(record: TraceRecord, streamed: string | null = null): TraceRecord {
    switch (record.type) {
      case 'frame':
        return withField(record, 'line', this.#line(record.line, streamed))
      case 'bytes':
        return withField(record, 'bytes', this.#bytes(record.bytes))
      case 'overlong': {
        const start = this.#bytes(record.start)
        // The whole cannot be shorter than its beginning.
        const sizeBytes = Math.max(record.sizeBytes, start.length)
        return start === record.start ? record : { ...record, start, sizeBytes }
      }
      case 'stderr': {
        const line = streamed === null ? this.#text(record.line) : streamed.replace(/\n$/, '')
        return withField(record, 'line', line)
      }
      case 'event':
        return withField(record, 'event', this.#object(record.event))
      case 'mark':
        return withField(record, 'text', this.#text(record.text))
      case 'end':
        return withField(record, 'reason', this.#text(record.reason))
      case 'unknown':
        return withField(record, 'value', this.#object(record.value))
      case 'size':
        return record
    }
  }

  header(header: TraceHeader): TraceHeader {
    const title = header.title === null ? null : this.#text(header.title)
    return { ...header, agent: this.#text(header.agent), program: this.#text(header.program), title }
  }

  #text(text: string): string {
    return this.#privateData.redact(text, plainText)
  }

  #object(value: JsonObject): JsonObject {
    const written = writeJson(value)
    const line = this.#line(written)
    return line === written ? value : (readRecordText(line)?.value as JsonObject)
  }

  /** Bytes that may not be text: what is not UTF-8 stays as it is. */
  #bytes(bytes: Buffer): Buffer {
    const text = bytes.toString('utf8')
    if (Buffer.from(text, 'utf8').equals(bytes)) {
      const line = this.#line(text)
      return line === text ? bytes : Buffer.from(line, 'utf8')
    }
    const latin = bytes.toString('latin1')
    const redacted = this.#text(latin)
    return redacted === latin ? bytes : fromLatin(redacted)
  }

  /**
   * Redacts a line; a text that is not JSON is redacted as plain text. `streamed`: the replacement of the line's part of
   * a streamed message, which was redacted with its other parts.
   */
  #line(text: string, streamed: string | null = null): string {
    if (!isJsonLine(text)) return this.#privateData.redact(text, plainText)
    const strings = jsonStrings(text)
    this.#learn(strings)
    const secrets = this.#hidesKeys ? namedSecrets(strings) : noSecrets
    const keys = new Map<JsonParent, Map<string, string>>()
    return withStrings(text, strings, (string) => {
      if (streamed !== null && isMessageText(string)) return streamed
      return string.isKey ? this.#key(string, keys) : this.#value(string, secrets.get(string) ?? null)
    })
  }

  /** Learns directories and ids before anything is replaced. */
  #learn(strings: readonly JsonString[]): void {
    for (const { isKey, key, value } of strings) {
      if (isKey) continue
      const kind = fieldKind(key, value)
      if (kind === 'directory') this.#privateData.known.learnDirectory(value)
      if (kind === 'id') this.#privateData.known.learnId(value)
    }
  }

  #value({ key, value }: JsonString, named: SecretKind | null): string {
    const kind = fieldKind(key, value)
    if (kind === 'word of the protocol') return value
    if (kind === 'id') return this.#id(value)
    const replacement = kind === 'directory' ? this.#privateData.known.replacementFor(value) : null
    if (replacement !== null) return replacement
    const secret = this.#hidesKeys ? (named ?? secretName(key)) : null
    let current = value
    // A replacement may make a value look like a secret, or like another directory.
    for (let round = 0; round < roundsOfValue; round++) {
      const masked = secret === null ? null : maskValue(current, secret)
      if (masked !== null) this.#privateData.known.secrets.learn(current)
      if (round > 0 && kind === 'directory') this.#privateData.known.learnDirectory(current)
      const next = this.#privateData.redact(masked ?? current, placeOf(current, kind === 'growing text'))
      if (next === current) break
      current = next
    }
    return current
  }

  #id(value: string): string {
    const known = this.#ids.get(value)
    if (known !== undefined) return known
    const id = this.#privateData.redact(value, 'id')
    if (this.#ids.size < maxIds) this.#ids.set(value, id)
    return id
  }

  /** Redacts a key; different keys of an object stay different. `keys`: for each object the replacements used, and their keys. */
  #key({ value, parent }: JsonString, keys: Map<JsonParent, Map<string, string>>): string {
    const name = isPlainKey(value) ? value : this.#privateData.redact(value, placeOf(value, false))
    if (parent === null) return name
    const known = keys.get(parent) ?? new Map<string, string>()
    keys.set(parent, known)
    let free = name
    // Duplicate keys stay duplicates.
    for (let count = 2; (known.get(free) ?? value) !== value; count++) free = `${name} (${count})`
    known.set(free, value)
    return free
  }
}

/** The record with another value of a field; the same record if it is the same value. */
function withField<R extends TraceRecord, K extends keyof R>(record: R, field: K, value: R[K]): R {
  return value === record[field] ? record : { ...record, [field]: value }
}

/** One byte per character; characters above U+00FF, which come from replacements, as UTF-8. */
function fromLatin(text: string): Buffer {
  const parts = text.split(/([^\u0000-\u00ff]+)/)
  return Buffer.concat(parts.map((part, index) => Buffer.from(part, index % 2 === 0 ? 'latin1' : 'utf8')))
}

/** Whether it is `params.update.content.text`. */
function isMessageText({ isKey, key, parent }: JsonString): boolean {
  return (
    !isKey &&
    key === 'text' &&
    parent?.key === 'content' &&
    parent.parent?.key === 'update' &&
    parent.parent.parent?.key === 'params'
  )
}

function placeOf(value: string, isGrowing: boolean): Place {
  if (isGrowing) return 'growing'
  return /\s/.test(value) ? 'text' : 'value'
}

const noSecrets: ReadonlyMap<JsonString, SecretKind> = new Map()

/**
 * The values of variables and headers in lists of names and values: `{"name": "API_KEY", "value": "…"}`, and of
 * options in lists of arguments: `["--api-key", "…"]`.
 */
function namedSecrets(strings: readonly JsonString[]): ReadonlyMap<JsonString, SecretKind> {
  const names = new Map<JsonParent, SecretKind>()
  const secrets = new Map<JsonString, SecretKind>()
  let last: JsonString | null = null
  for (const string of strings) {
    const { parent, key, value, isKey } = string
    if (parent === null || isKey) continue
    if (!parent.isObject) {
      const isOption = last?.parent === parent && /^--[a-z]/i.test(last.value)
      if (isOption && secretName(last?.value ?? '') !== null && !value.startsWith('-'))
        secrets.set(string, 'sure')
    } else if (key === 'name' || key === 'key') {
      const kind = variableKind(value)
      if (kind !== null) names.set(parent, kind)
    }
    last = string
  }
  for (const string of names.size === 0 ? [] : strings) {
    const kind = string.parent !== null && string.key === 'value' ? names.get(string.parent) : undefined
    if (kind !== undefined && !string.isKey) secrets.set(string, kind)
  }
  return secrets
}

/** Whether the name of a variable or header marks its value as secret; null also for the title of a choice. */
function variableKind(name: string): SecretKind | null {
  const kind = secretName(name)
  if (kind === null || kind === 'authorization' || kind === 'cookie') return kind
  return /[_-]/.test(name) || /^[A-Z0-9]+$/.test(name) ? 'sure' : null
}

function isJsonLine(text: string): boolean {
  const first = text.trimStart()[0]
  return (first === '{' || first === '[' || first === '"') && isJson(text)
}
