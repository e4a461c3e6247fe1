import type { TraceHeader } from '../../src/protocol/trace/trace-record.ts'

/** The first line of a recording that was made on a small terminal. */
export const traceHeader: TraceHeader = {
  trace: 'acp-plan-tui',
  version: 1,
  startedAt: '2026-11-21T12:00:00.000Z',
  program: 'acp-plan-tui 1.2.3',
  agent: 'agent',
  columns: 80,
  rows: 24,
  title: null,
}
