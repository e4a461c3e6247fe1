import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { Player, type PlayerOptions } from '../../src/replay/player.ts'
import { openTraceFile } from '../../src/sources/trace-file/open-trace-file.ts'
import type { TraceFile } from '../../src/sources/trace-file/trace-lines.ts'
import { fakeClock, type FakeClock } from '../agent/fake-clock.ts'
import { traceHeader } from '../support/trace-header.ts'

/** A line of a recording as it stands in the file. */
export type TraceLine = object

/** A session that is open and works, half a second after the beginning. */
export const opening: readonly TraceLine[] = [
  traceHeader,
  { t: 0, event: { type: 'link-changed', link: { state: 'starting', sinceMs: 0 } } },
  { t: 10, event: { type: 'link-changed', link: { state: 'shaking-hands', sinceMs: 10 } } },
  { t: 20, out: { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } } },
  { t: 300, in: { jsonrpc: '2.0', id: 0, result: { protocolVersion: 1, agentCapabilities: {} } } },
  { t: 310, out: { jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/x', mcpServers: [] } } },
  { t: 400, in: { jsonrpc: '2.0', id: 1, result: { sessionId: 's' } } },
  { t: 400, event: { type: 'link-changed', link: { state: 'open', sinceMs: 400 } } },
  { t: 500, event: { type: 'prompt-sent', sessionId: 's', text: 'go', wasQueued: false } },
  {
    t: 500,
    out: { jsonrpc: '2.0', id: 2, method: 'session/prompt', params: { sessionId: 's', prompt: [] } },
  },
]

/** An update of the plan: its one step. */
export function step(t: number, content: string): TraceLine {
  return update(t, {
    sessionUpdate: 'plan',
    entries: [{ content, priority: 'medium', status: 'in_progress' }],
  })
}

export function said(t: number, text: string): TraceLine {
  return update(t, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
}

function update(t: number, what: object): TraceLine {
  return { t, in: { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: what } } }
}

export function mark(t: number, text: string): TraceLine {
  return { t, mark: text }
}

/** The end of the turn, and of the run. */
export function ending(t: number): readonly TraceLine[] {
  return [
    { t, in: { jsonrpc: '2.0', id: 2, result: { stopReason: 'end_turn' } } },
    {
      t,
      event: { type: 'turn-ended', sessionId: 's', outcome: { kind: 'stopped', stopReason: 'end_turn' } },
    },
    { t, end: { status: 0, reason: 'done' } },
  ]
}

export function traceText(lines: readonly TraceLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** A file of such lines, for as long as the test runs. */
export function traceFile(lines: readonly TraceLine[]): {
  readonly path: string
  add(...lines: TraceLine[]): void
} {
  const folder = mkdtempSync(path.join(tmpdir(), 'trace-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'run.ndjson')
  writeFileSync(file, traceText(lines))
  return { path: file, add: (...more) => appendFileSync(file, traceText(more)) }
}

/** Plays such lines from a file, at their pace. */
export async function openPlayer(
  lines: readonly TraceLine[],
  options: Partial<PlayerOptions> = {},
): Promise<{
  readonly player: Player
  readonly file: TraceFile
  readonly clock: FakeClock
  readonly path: string
  add(...lines: TraceLine[]): void
}> {
  const clock = fakeClock()
  const made = traceFile(lines)
  const opened = await openTraceFile({ path: made.path, follows: options.follows ?? false, clock })
  if (!opened.ok) throw new Error(opened.problem.message)
  const file = opened.value
  const player = new Player({
    file,
    clock,
    infersPlans: true,
    historyBytes: 2 ** 25,
    speed: 1,
    idleLimitMs: null,
    isPaused: false,
    isLooping: false,
    follows: false,
    onDocuments: () => undefined,
    onFault: () => undefined,
    ...options,
  })
  onTestFinished(() => {
    player.close()
    file.close()
  })
  return { player, file, clock, ...made }
}
