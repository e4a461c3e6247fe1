import { openJsonOutput } from '../../outputs/json/json-output.ts'
import { awaitedDocuments } from '../../sources/plan-file/recorded-documents.ts'
import type { Exporter, ExporterParts } from './result-format.ts'

/** The events, as `--format json` writes them. */
export function jsonExporter({ sink, documents, clock, version, agent }: ExporterParts): Exporter {
  const awaited = awaitedDocuments(documents)
  // The first line describes the run, and is written wherever the result begins.
  let isWriting = true
  const output = openJsonOutput({
    documents: awaited,
    clock,
    version,
    command: [agent],
    sink: {
      write(line) {
        if (isWriting) sink.write(`${line}\n`)
      },
      isCongested: () => false,
      onRelief: () => () => {},
      finish: () => Promise.resolve(),
    },
  })
  isWriting = false
  return {
    captures: null,
    onEvent: output.onEvent,
    begin: () => void (isWriting = true),
    end({ atMs, state, end }) {
      awaited.end()
      const { status, reason } = end ?? { status: 0, reason: 'recording-ended' }
      void output.end({ atMs, status, reason, message: '', hint: '' }, state)
    },
  }
}
