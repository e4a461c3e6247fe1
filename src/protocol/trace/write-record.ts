import { writeJson } from '../../lib/json/write-json.ts'
import type { TraceDirection, TraceHeader, TraceRecord } from './trace-record.ts'

/** The header as the first line of a trace, without its line feed. */
export function headerLine(header: TraceHeader): string {
  const { trace, version, startedAt, program, agent, columns, rows, title } = header
  // In this order, whatever the object's: readers recognise a trace by its beginning.
  return writeJson({ trace, version, startedAt, program, agent, columns, rows, title })
}

/** A record as a line of a trace, without its line feed. */
export function recordLine(record: TraceRecord): string {
  const { t } = record
  switch (record.type) {
    case 'frame':
      return writeJson({ t, [directionKey(record.dir)]: record.line, ...framed(record) })
    case 'bytes': {
      const kind = record.isBinary ? { binary: true } : framed(record)
      return writeJson({ t, [`${directionKey(record.dir)}64`]: record.bytes.toString('base64'), ...kind })
    }
    case 'overlong': {
      const start = { [`${directionKey(record.dir)}64`]: record.start.toString('base64') }
      return writeJson({ t, ...start, of: record.sizeBytes, ...framed(record) })
    }
    case 'stderr':
      return writeJson({ t, err: record.line })
    case 'event':
      return writeJson({ t, event: record.event })
    case 'mark':
      return writeJson({ t, mark: record.text })
    case 'size':
      return writeJson({ t, size: [record.columns, record.rows] })
    case 'end':
      return writeJson({ t, end: { status: record.status, reason: record.reason } })
    case 'unknown':
      return writeJson(record.value)
  }
}

function directionKey(dir: TraceDirection): 'in' | 'out' {
  return dir === 'from-agent' ? 'in' : 'out'
}

function framed({ isFramed }: { readonly isFramed?: true }): object {
  return isFramed === true ? { framed: true } : {}
}
