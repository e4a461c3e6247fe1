import { WireLog } from '../../../src/app/wire/wire-log.ts'
import type { TraceDirection, TraceRecord } from '../../../src/protocol/trace/trace-record.ts'

/** A message on a line. */
export function line(dir: TraceDirection, message: object, t = 0): TraceRecord {
  return { t, type: 'frame', dir, line: JSON.stringify({ jsonrpc: '2.0', ...message }) }
}

export function update(t: number, sessionUpdate: string, rest: object): TraceRecord {
  return line(
    'from-agent',
    { method: 'session/update', params: { sessionId: 's1', update: { sessionUpdate, ...rest } } },
    t,
  )
}

function chunk(t: number, text: string): TraceRecord {
  return update(t, 'agent_message_chunk', { content: { type: 'text', text } })
}

export const entries = (status: string): readonly object[] => [
  { content: 'Read the parser', priority: 'high', status },
  { content: 'Write the tests', priority: 'medium', status: 'pending' },
]

/** A short run with one message of each kind. */
export const exchange: readonly TraceRecord[] = [
  line('to-agent', { id: 0, method: 'initialize', params: { protocolVersion: 1 } }, 0),
  line('from-agent', { id: 0, result: { protocolVersion: 1 } }, 12),
  line(
    'to-agent',
    { id: 1, method: 'session/new', params: { cwd: '/home/user/project', mcpServers: [] } },
    20,
  ),
  line('from-agent', { id: 1, result: { sessionId: 's1' } }, 340),
  line('to-agent', { id: 2, method: 'session/prompt', params: { sessionId: 's1', prompt: [] } }, 400),
  chunk(500, 'A first piece'),
  chunk(900, 'a second piece'),
  chunk(3_600, 'and more'),
  update(4_000, 'plan', { entries: entries('in_progress') }),
  line(
    'from-agent',
    { id: 0, method: 'session/request_permission', params: { sessionId: 's1', options: [] } },
    5_000,
  ),
  line('to-agent', { id: 0, error: { code: -32000, message: 'refused' } }, 8_250),
  { t: 8_300, type: 'frame', dir: 'from-agent', line: '{"half' },
  { t: 8_400, type: 'stderr', line: 'panic: \u001b[31mno network\u001b[0m' },
  update(8_500, 'tool_call', { toolCallId: 't1', title: 'Read parser.ts', status: 'pending' }),
  line('to-agent', { method: 'session/cancel', params: { sessionId: 's1' } }, 9_000),
]

export function loggedAll(records: readonly TraceRecord[]): WireLog {
  const log = new WireLog()
  for (const record of records) log.append(record)
  return log
}
