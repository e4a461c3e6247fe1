import type { PlanDocument, PlanDocuments } from '../../app/plan-document.ts'
import type { Clock } from '../../lib/clock.ts'
import { createJsonOutput } from '../../outputs/json/json-output.ts'
import { markdownReport } from '../../outputs/markdown/markdown-report.ts'
import { PlanHistory } from '../../outputs/markdown/plan-history.ts'
import type { ResultSink } from './result-file.ts'
import type { ResultMaker } from './result-maker.ts'

export interface MarkdownMakerOptions {
  readonly sink: ResultSink
  readonly takes: 'at' | 'end'
  readonly title: string | null
  readonly startedAt: string | null
  readonly showsHistory: boolean
  readonly isAscii: boolean
  readonly documentOf: (uri: string) => PlanDocument
}

/** The plans as markdown, as they are at a moment. */
export function markdownMaker(options: MarkdownMakerOptions): ResultMaker {
  const { sink, takes, showsHistory, ...report } = options
  const history = showsHistory ? new PlanHistory(options.isAscii) : null
  let fromMs = 0
  return {
    takes,
    ...(history === null ? {} : { hear: history.hear }),
    begin: ({ atMs }) => void (fromMs = atMs),
    take({ atMs, state }) {
      const shown = history === null ? null : { of: history, fromMs }
      sink.write(markdownReport({ ...report, state, nowMs: atMs, history: shown }))
    },
    end() {},
  }
}

export interface JsonMakerOptions {
  readonly sink: ResultSink
  readonly documents: PlanDocuments
  /** That of the recording. */
  readonly clock: Clock
  readonly version: string
  /** What the agent was called. */
  readonly agent: string
}

/** The events, as `--format json` writes them. */
export function jsonMaker({ sink, documents, clock, version, agent }: JsonMakerOptions): ResultMaker {
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
