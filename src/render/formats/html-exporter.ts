import { Buffer } from 'node:buffer'
import { Linter } from '../../app/lint/linter.ts'
import { reportPage } from '../../outputs/report/page.tsx'
import { TurnCollector } from '../../outputs/report/report.ts'
import type { Exporter, ExporterParts } from './result-format.ts'

/** The report of a run until one moment. */
export function htmlExporter({
  sink,
  title,
  startedAt,
  documents,
  version,
  capturedMoment,
}: ExporterParts): Exporter {
  const turns = new TurnCollector()
  const linter = new Linter()
  let isCaptured = false
  let isUntimed = false
  return {
    captures: capturedMoment(['at']),
    onRecord(record) {
      isUntimed ||= 'isUntimed' in record
      if (!isCaptured) linter.read(record)
    },
    onEvent(event, after, before) {
      if (!isCaptured) turns.onEvent(event, after, before)
    },
    capture({ atMs, state }) {
      isCaptured = true
      linter.end()
      const run = { state, nowMs: atMs, isUntimed, title, startedAt, documentOf: documents.of }
      const { before, content, after } = reportPage({ ...run, turns: turns.turns, lint: linter, version })
      sink.write(Buffer.from(before))
      sink.write(content)
      sink.write(Buffer.from(after))
    },
    end() {},
  }
}
