import type { PlanDocument } from '../app/ports/plan-document.ts'
import { markdownReport } from '../outputs/markdown/markdown-report.ts'
import { PlanHistory } from '../outputs/markdown/plan-history.ts'
import type { Exporter, ExporterParts } from './exporter.ts'

/** The plans at one moment, as markdown. */
export function markdownExporter(parts: ExporterParts): Exporter {
  const { sink, title, startedAt, documents } = parts
  const { ascii: isAscii, showsHistory } = parts.options
  const documentOf = (uri: string): PlanDocument => documents.of(uri)
  const history = showsHistory ? new PlanHistory(isAscii) : null
  let fromMs = 0
  return {
    captures: parts.capturedMoment(['at']),
    ...(history === null ? {} : { onEvent: history.onEvent }),
    begin: ({ atMs }) => void (fromMs = atMs),
    capture({ atMs, state }) {
      const shown = history === null ? null : { of: history, fromMs }
      const report = { title, startedAt, isAscii, documentOf, state, nowMs: atMs, history: shown }
      sink.write(markdownReport(report))
    },
    end() {},
  }
}
