import { expect, test } from 'vitest'
import { traceSummary } from '../../src/replay/trace-messages.ts'
import { TraceReader } from '../../src/protocol/trace/read-trace.ts'
import { ending, opening, step, traceText } from './made-trace.ts'

const update = { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: {} } }
const extent = { durationMs: 192_000, changes: 3, markers: [], isWhole: true }

function wordsOf(text: string, markers = 0, isWhole = true): string {
  const reader = new TraceReader()
  for (const line of text.split('\n')) reader.push(line)
  const marked = Array.from({ length: markers }, () => ({ atMs: 0, text: '' }))
  return traceSummary('run.ndjson', reader, { ...extent, markers: marked, isWhole })
}

test('names the format, length, markers and problems of a recording', () => {
  const own = traceText([...opening, step(1000, 'one'), ...ending(2000)])
  expect(wordsOf(own, 4)).toBe('run.ndjson: a recording of acp-plan-tui, 3m12s, 4 markers')
  expect(wordsOf(own, 1, false)).toBe('run.ndjson: a recording of acp-plan-tui, 1 marker')
  expect(wordsOf(`${own}{"t":3000,"mark":5}\n`)).toMatch(/, 3m12s, 1 oddity \(line \d+: .*mark/)
  expect(wordsOf(JSON.stringify(update))).toBe('run.ndjson: messages without times: shown 50 ms apart')
  expect(wordsOf(`2026-11-21T12:00:00Z ${JSON.stringify(update)}`)).toContain('messages with times, 3m12s')
  expect(wordsOf(JSON.stringify({ t: 3, dir: 'agent>client', frame: update }))).toContain('3m12s')
  expect(wordsOf('')).toBe('run.ndjson: nothing yet')
})

test('cuts a long file name and keeps the rest', () => {
  expect(traceSummary('a-recording-with-a-long-name.ndjson', new TraceReader(), extent)).toBe(
    'a-recording-with-a-long…: nothing yet',
  )
})
