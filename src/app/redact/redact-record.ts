import { Buffer } from 'node:buffer'
import { writeJson } from '../../lib/json/write-json.ts'
import type { JsonObject } from '../../protocol/wire/message.ts'
import { readRecordText } from '../../protocol/trace/read-record.ts'
import type { TraceHeader, TraceRecord } from '../../protocol/trace/trace-record.ts'
import { plainText } from './matching/finding.ts'
import type { PrivateData } from './private-data.ts'
import type { JsonRedactor } from './redact-json.ts'
import { redactText } from './redact-text.ts'

/** Redacts records one by one. Returns the same record if nothing was found. */
export class RecordRedactor {
  readonly #privateData: PrivateData
  readonly #json: JsonRedactor

  constructor(privateData: PrivateData, json: JsonRedactor) {
    this.#privateData = privateData
    this.#json = json
  }

  /** `streamed`: the replacement for the record's part of a streamed text; null: the record is redacted by itself. */
  record(record: TraceRecord, streamed: string | null = null): TraceRecord {
    switch (record.type) {
      case 'frame': {
        const line = this.#json.line(record.line, streamed)
        return line === record.line ? record : { ...record, line }
      }
      case 'bytes': {
        const bytes = this.#bytes(record.bytes)
        return bytes === record.bytes ? record : { ...record, bytes }
      }
      case 'overlong': {
        const start = this.#bytes(record.start)
        // The whole cannot be shorter than its beginning.
        const sizeBytes = Math.max(record.sizeBytes, start.length)
        return start === record.start ? record : { ...record, start, sizeBytes }
      }
      case 'stderr': {
        const line = streamed === null ? this.#text(record.line) : streamed.replace(/\n$/, '')
        return line === record.line ? record : { ...record, line }
      }
      case 'event': {
        const event = this.#object(record.event)
        return event === record.event ? record : { ...record, event }
      }
      case 'mark': {
        const text = this.#text(record.text)
        return text === record.text ? record : { ...record, text }
      }
      case 'end': {
        const reason = this.#text(record.reason)
        return reason === record.reason ? record : { ...record, reason }
      }
      case 'unknown': {
        const value = this.#object(record.value)
        return value === record.value ? record : { ...record, value }
      }
      case 'size':
        return record
    }
  }

  header(header: TraceHeader): TraceHeader {
    const title = header.title === null ? null : this.#text(header.title)
    return { ...header, agent: this.#text(header.agent), program: this.#text(header.program), title }
  }

  #text(text: string): string {
    return redactText(text, plainText, this.#privateData)
  }

  #object(value: JsonObject): JsonObject {
    const written = writeJson(value)
    const line = this.#json.line(written)
    return line === written ? value : (readRecordText(line)?.value as JsonObject)
  }

  /** Bytes that may not be text: what is not UTF-8 stays as it is. */
  #bytes(bytes: Buffer): Buffer {
    const text = bytes.toString('utf8')
    if (Buffer.from(text, 'utf8').equals(bytes)) {
      const line = this.#json.line(text)
      return line === text ? bytes : Buffer.from(line, 'utf8')
    }
    const latin = bytes.toString('latin1')
    const redacted = this.#text(latin)
    return redacted === latin ? bytes : fromLatin(redacted)
  }
}

/** One byte per character; characters above U+00FF, which come from replacements, as UTF-8. */
function fromLatin(text: string): Buffer {
  const parts = text.split(/([^\u0000-\u00ff]+)/)
  return Buffer.concat(parts.map((part, index) => Buffer.from(part, index % 2 === 0 ? 'latin1' : 'utf8')))
}
