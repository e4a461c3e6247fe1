import type { Buffer } from 'node:buffer'
import { TraceReader } from '../../../src/protocol/trace/read-trace.ts'
import type { TraceRecord } from '../../../src/protocol/trace/trace-record.ts'

/** What a reader makes of lines, in order. */
export function read(...lines: readonly (string | Buffer)[]): {
  reader: TraceReader
  records: readonly TraceRecord[]
} {
  const reader = new TraceReader()
  return { reader, records: lines.flatMap((line) => [...reader.push(line)]) }
}

/** `line: text` of what was wrong. */
export function problemsOf(reader: TraceReader): readonly string[] {
  return reader.problems.map(({ line, text }) => `${line}: ${text}`)
}

/** `t direction line` of what passed. */
export function frames(records: readonly TraceRecord[]): readonly string[] {
  return records.map((record) =>
    record.type === 'frame' ? `${record.t} ${record.dir} ${record.line}` : `${record.t} ${record.type}`,
  )
}
