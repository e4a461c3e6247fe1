import type { TraceHeader, TraceRecord } from '../../protocol/trace/trace-record.ts'
import { plainText } from './matching/finding.ts'
import { leaksIn, type Leak } from './find-leaks.ts'
import { PrivateData } from './private-data.ts'
import { RecordStream } from './record-stream.ts'
import type { RedactConfig } from './redact-config.ts'
import { JsonRedactor } from './redact-json.ts'
import { RecordRedactor } from './redact-record.ts'
import { redactText } from './redact-text.ts'

/**
 * Removes private data from records and texts, on request (`--redact`): secrets, people, machines and folders that its finders
 * recognise. The program's own credentials are removed by `app/conceal`, always. Equal things have equal replacements, numbered in order of appearance.
 * Redaction is idempotent. What is learned applies to everything that follows.
 */
export interface Redactor {
  header(header: TraceHeader): TraceHeader
  /** A single record. Only `stream` sees messages whole that are split over records. */
  record(record: TraceRecord): TraceRecord
  text(text: string): string
  /**
   * For all records of a run. To know names from the start that only a later record reveals, pass the records through
   * another stream of the same redactor first.
   */
  stream(): RecordStream
  /** The private data left in a text; `isCut`: the text consists of screen rows, which may cut words. */
  leaks(text: string, isCut?: boolean): readonly Leak[]
  /** Masks these texts from now on wherever they are. Returns false if all of them were known. */
  hide(texts: Iterable<string>): boolean
}

export function createRedactor(config: RedactConfig): Redactor {
  const privateData = new PrivateData(config)
  // Each run has its own memory of ids, since an id's replacement depends on what was known when it was first read.
  const records = (): RecordRedactor =>
    new RecordRedactor(privateData, new JsonRedactor(privateData, { hidesKeys: config.classes.has('keys') }))
  const single = records()
  return {
    header: (header) => single.header(header),
    record: (record) => single.record(record),
    text: (text) => redactText(text, plainText, privateData),
    stream: () => new RecordStream(privateData, records()),
    leaks: (text, isCut) => leaksIn(text, privateData, isCut),
    hide(texts) {
      const before = privateData.secrets.size
      for (const text of texts) privateData.secrets.hide(text)
      return privateData.secrets.size > before
    },
  }
}
