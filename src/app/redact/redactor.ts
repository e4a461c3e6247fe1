import type { TraceHeader, TraceRecord } from '../../protocol/trace/trace-record.ts'
import { plainText } from './matching/finding.ts'
import { leaksIn, type Leak } from './find-leaks.ts'
import { Knowledge } from './knowledge.ts'
import { HoldingStream, type RecordStream } from './record-stream.ts'
import type { RedactConfig } from './redact-config.ts'
import { JsonRedactor } from './redact-json.ts'
import { RecordRedactor } from './redact-record.ts'
import { redactText } from './redact-text.ts'

/**
 * Takes out of records and texts what is nobody's business. The same thing is always replaced by the same, in the order in
 * which things come first; redacting again changes nothing more. What is learned stays learned for all that follows.
 */
export interface Redactor {
  header(header: TraceHeader): TraceHeader
  /** One record by itself. Of a message that comes in parts, `stream` sees the whole. */
  record(record: TraceRecord): TraceRecord
  text(text: string): string
  /**
   * For all records of a run. Names that only a later record tells are known from the start when the records have gone
   * through another stream of the same redactor before, whatever that gave.
   */
  stream(): RecordStream
  /** What is left in a text; `isCut`: in one that is made of the rows of screens. */
  leaks(text: string, isCut?: boolean): readonly Leak[]
}

export function createRedactor(config: RedactConfig): Redactor {
  const knowledge = new Knowledge(config)
  // Each with its own memory of ids, since in another run there was less known when they came.
  const records = (): RecordRedactor =>
    new RecordRedactor(knowledge, new JsonRedactor(knowledge, { hidesKeys: config.classes.has('keys') }))
  const single = records()
  return {
    header: (header) => single.header(header),
    record: (record) => single.record(record),
    text: (text) => redactText(text, plainText, knowledge),
    stream: () => new HoldingStream(knowledge, records()),
    leaks: (text, isCut) => leaksIn(text, knowledge, isCut),
  }
}
