import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { initialState } from '../../../src/app/state/app-state.ts'
import { markdownReport, type MarkdownReport } from '../../../src/outputs/markdown/markdown-report.ts'

/** The report of a run, by default with its whole history. */
export function reported(events: readonly AppEvent[], options: Partial<MarkdownReport> = {}): string {
  return markdownReport({
    state: events.reduce(reduce, initialState),
    nowMs: events.at(-1)?.atMs ?? 0,
    title: null,
    startedAt: '2030-01-02T03:04:05.678Z',
    documentOf: () => null,
    historyFromMs: 0,
    isAscii: false,
    ...options,
  })
}
