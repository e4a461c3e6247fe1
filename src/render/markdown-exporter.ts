import type { PlanDocument } from '../app/ports/plan-document.ts'
import { markdownReport } from '../outputs/markdown/markdown-report.ts'
import { PlanHistory } from '../outputs/markdown/plan-history.ts'
import type { ResultMaker, ResultParts } from './exporter.ts'

/** The plans as markdown, as they are at a moment. */
export function markdownMaker(parts: ResultParts): ResultMaker {
  const { sink, title, startedAt, documents } = parts
  const { ascii: isAscii, showsHistory } = parts.options
  const documentOf = (uri: string): PlanDocument => documents.of(uri)
  const history = showsHistory ? new PlanHistory(isAscii) : null
  let fromMs = 0
  return {
    takes: parts.taken(['at']),
    ...(history === null ? {} : { hear: history.hear }),
    begin: ({ atMs }) => void (fromMs = atMs),
    take({ atMs, state }) {
      const shown = history === null ? null : { of: history, fromMs }
      const report = { title, startedAt, isAscii, documentOf, state, nowMs: atMs, history: shown }
      sink.write(markdownReport(report))
    },
    end() {},
  }
}
