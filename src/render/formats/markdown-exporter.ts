import type { PlanDocument } from '../../app/ports/plan-document.ts'
import { markdownReport } from '../../outputs/markdown/markdown-report.ts'
import type { Exporter, ExporterParts } from './result-format.ts'

/** The plans at one moment, as markdown. */
export function markdownExporter(parts: ExporterParts): Exporter {
  const { sink, title, startedAt, documents } = parts
  const { ascii: isAscii, showsHistory } = parts.options
  const documentOf = (uri: string): PlanDocument => documents.of(uri)
  let fromMs = 0
  let isUntimed = false
  return {
    captures: parts.capturedMoment(['at']),
    onRecord: (record) => void (isUntimed ||= 'isUntimed' in record),
    begin: ({ atMs }) => void (fromMs = atMs),
    capture({ atMs, state }) {
      const historyFromMs = showsHistory ? fromMs : null
      const report = { title, startedAt, isAscii, documentOf, state, nowMs: atMs, isUntimed, historyFromMs }
      sink.write(markdownReport(report))
    },
    end() {},
  }
}
