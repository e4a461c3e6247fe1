import { Buffer } from 'node:buffer'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, bench, describe } from 'vitest'
import { createRedactor, type Redactor } from '../../src/app/redact/redactor.ts'
import type { WirePiece } from '../../src/app/ports/transport.ts'
import { openNewFile } from '../../src/outputs/recording/appended-file.ts'
import { Recorder } from '../../src/outputs/recording/recorder.ts'
import { traceVersion } from '../../src/protocol/trace/trace-record.ts'
import { fakeClock } from '../agent/fake-clock.ts'
import { renderMinutes } from './render-minutes.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'outputs-bench-'))
afterAll(() => rmSync(folder, { recursive: true }))

function frameLine(update: object): string {
  const params = { sessionId: 's', update }
  return JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })
}

function checklistLine(round: number): string {
  const entries = Array.from({ length: 12 }, (_, index) => ({
    content: `Move src/part${index}.ts to streams${index === round % 12 ? ` (${round})` : ''}`,
    status: index < round % 12 ? 'completed' : 'pending',
    priority: 'medium',
  }))
  return frameLine({ sessionUpdate: 'plan', entries })
}

/** A text of 400 lines that is written, a line a message; it names people and folders here and there. */
function writtenLines(): readonly string[] {
  const lines = Array.from({ length: 400 }, (_, index) =>
    index % 12 === 0
      ? `See /home/maria/work/site/src/part${index}.ts, and ask maria.lopez@corp.acme.de.`
      : `- [ ] step ${index} of the *plan*, with \`code\` and a [link](https://docs.acme.de/${index})`,
  )
  return lines.map((_, index) =>
    frameLine({
      sessionUpdate: 'plan_update',
      plan: { planId: 'text', type: 'markdown', content: lines.slice(0, index + 1).join('\n') },
    }),
  )
}

const checklist = Array.from({ length: 1000 }, (_, round) => checklistLine(round))
const written = writtenLines()

function newRedactor(): Redactor {
  const surroundings = {
    homes: [],
    workingDirectories: ['/home/maria/work/site'],
    users: ['maria'],
    hosts: ['marias-laptop'],
  }
  return createRedactor({ classes: new Set(['paths', 'names', 'keys', 'hosts']), surroundings, rules: null })
}

describe('1000 frames recorded', () => {
  const pieces = checklist.map((line, index): WirePiece => {
    const bytes = Buffer.from(line)
    const { length: sizeBytes } = bytes
    return { direction: 'from-agent', kind: 'line', bytes, sizeBytes, isMessage: true, atMs: index }
  })
  let count = 0
  async function record(redactor: Redactor | null): Promise<void> {
    const opened = openNewFile(path.join(folder, `${count++}.ndjson`))
    if (!opened.ok) throw new Error(opened.problem.message)
    const trace = 'acp-plan-tui' as const
    const header = { trace, version: traceVersion, startedAt: '', program: '', agent: 'a' }
    const recorder = new Recorder({
      fd: opened.value,
      header: { ...header, columns: 80, rows: 24, title: null },
      clock: fakeClock(),
      redactor,
      onLost() {
        throw new Error('the disk is full')
      },
    })
    for (const piece of pieces) recorder.wire(piece)
    await recorder.end(0, 'done')
  }
  bench('as they are', async () => await record(null))
  bench('redacted', async () => await record(newRedactor()))
})

describe('redacted', () => {
  function redact(lines: readonly string[]): void {
    const stream = newRedactor().stream()
    for (const [t, line] of lines.entries()) stream.push({ t, type: 'frame', dir: 'from-agent', line })
    stream.flush()
  }
  bench('1000 updates of a checklist', () => redact(checklist))
  bench('400 updates of a text that is written', () => redact(written))
})

// With as many updates of a checklist as are sent in five minutes: test/render/render.bench.ts.
describe('five minutes, drawn and written', () => {
  const once = { iterations: 2, time: 0, warmupIterations: 0, warmupTime: 0 }
  bench('.cast', async () => void (await renderMinutes(5, 'cast')), once)
  bench('.svg', async () => void (await renderMinutes(5, 'svg')), once)
})
