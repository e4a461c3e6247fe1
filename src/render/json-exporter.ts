import { createJsonOutput } from '../outputs/json/json-output.ts'
import type { ResultMaker, ResultParts } from './exporter.ts'

/** The events, as `--format json` writes them. */
export function jsonMaker({ sink, documents, clock, version, agent }: ResultParts): ResultMaker {
  // The first line is about the run, and there wherever the rest begins.
  let isWanted = true
  const output = createJsonOutput({
    documents,
    clock,
    version,
    command: [agent],
    sink: {
      write(line) {
        if (isWanted) sink.write(`${line}\n`)
      },
      isCongested: () => false,
      onRelief: () => () => {},
      finish: () => Promise.resolve(),
    },
  })
  isWanted = false
  return {
    takes: null,
    hear: output.hear,
    begin: () => void (isWanted = true),
    end({ atMs, state, end }) {
      const { status, reason } = end ?? { status: 0, reason: 'recording-ended' }
      void output.end({ atMs, status, reason, message: '', hint: '' }, state)
    },
  }
}
