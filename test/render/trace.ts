import {
  headerLine,
  recordLine,
  type TraceDirection,
  type TraceRecord,
} from '../../src/protocol/trace/trace-record.ts'
import { traceHeader } from '../support/trace-header.ts'

const header = {
  ...traceHeader,
  startedAt: '2030-01-02T03:04:05.678Z',
  program: 'acp-plan-tui 1.0.0',
  agent: 'scripted',
  columns: null,
  rows: null,
}

/** A trace of ours with these records in it. */
export function traceText(
  records: readonly TraceRecord[],
  of: Partial<Parameters<typeof headerLine>[0]> = {},
): string {
  return [headerLine({ ...header, ...of }), ...records.map(recordLine)].map((line) => `${line}\n`).join('')
}

function frame(t: number, dir: TraceDirection, message: object): TraceRecord {
  return { t, type: 'frame', dir, line: JSON.stringify({ jsonrpc: '2.0', ...message }) }
}

/** The beginning of a run: a session of a scripted agent, in a folder, and a prompt at 500. */
export function opened(cwd = '/srv/site'): readonly TraceRecord[] {
  const agentInfo = { name: 'scripted', title: 'Scripted agent', version: '1.0.0' }
  return [
    frame(0, 'to-agent', { id: 0, method: 'initialize', params: { protocolVersion: 1 } }),
    frame(200, 'from-agent', { id: 0, result: { protocolVersion: 1, agentCapabilities: {}, agentInfo } }),
    frame(200, 'to-agent', { id: 1, method: 'session/new', params: { cwd, mcpServers: [] } }),
    frame(250, 'from-agent', { id: 1, result: { sessionId: 'session-1' } }),
    frame(500, 'to-agent', {
      id: 2,
      method: 'session/prompt',
      params: { sessionId: 'session-1', prompt: [{ type: 'text', text: 'fix the parser' }] },
    }),
  ]
}

export function updated(t: number, update: object): TraceRecord {
  return frame(t, 'from-agent', { method: 'session/update', params: { sessionId: 'session-1', update } })
}

/** A checklist from steps such as `x Read the parser` (`x` done, `>` now, `.` to do). */
export function planned(t: number, ...steps: readonly string[]): TraceRecord {
  const entries = steps.map((step) => {
    const status = { x: 'completed', '>': 'in_progress', '.': 'pending' }[step[0] ?? ''] ?? 'pending'
    return { content: step.slice(2), status, priority: 'medium' }
  })
  return updated(t, { sessionUpdate: 'plan', entries })
}

export function rested(t: number): readonly TraceRecord[] {
  return [
    frame(t, 'from-agent', { id: 2, result: { stopReason: 'end_turn' } }),
    { t: t + 500, type: 'end', status: 0, reason: 'done' },
  ]
}

/** A run of ten seconds with a mark in it. */
export const parserRun: readonly TraceRecord[] = [
  ...opened(),
  planned(1000, '> Read the parser', '. Split the tokenizer out'),
  { t: 3000, type: 'mark', text: 'Half of it' },
  planned(4000, 'x Read the parser', '> Split the tokenizer out'),
  planned(9000, 'x Read the parser', 'x Split the tokenizer out'),
  ...rested(9500),
]
