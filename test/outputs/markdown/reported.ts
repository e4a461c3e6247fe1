import type { AppEvent } from '../../../src/app/app-event.ts'
import { createApp } from '../../../src/app/app.ts'
import { markdownReport, type MarkdownReport } from '../../../src/outputs/markdown/markdown-report.ts'
import { PlanHistory } from '../../../src/outputs/markdown/plan-history.ts'

/** The report of a run, by default with its whole history. */
export function reported(
  events: readonly AppEvent[],
  options: Partial<MarkdownReport> = {},
): { readonly report: string; readonly history: PlanHistory } {
  const app = createApp()
  const history = new PlanHistory(options.isAscii ?? false)
  app.onEvent(history.onEvent)
  for (const event of events) app.dispatch(event)
  const report = markdownReport({
    state: app.state(),
    nowMs: events.at(-1)?.atMs ?? 0,
    title: null,
    startedAt: '2030-01-02T03:04:05.678Z',
    documentOf: () => null,
    history: { of: history, fromMs: 0 },
    isAscii: false,
    ...options,
  })
  return { report, history }
}
