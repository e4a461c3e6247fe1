import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { sourceOfLog, WireLog } from '../../../src/app/wire/wire-log.ts'
import { TraceReader } from '../../../src/protocol/trace/read-trace.ts'
import { LogLint } from '../../../src/ui/lint/log-lint.ts'
import { startOfLog } from '../../../src/ui/state/panel-state.ts'
import { makeTheme } from '../../../src/ui/paint/theme.ts'
import { plan, trace, turnEnd } from '../../app/lint/lint-lines.ts'

const theme = makeTheme({ name: 'dark', color: false, ascii: false, hyperlinks: false })

function logOf(lines: readonly string[], maxBytes?: number): WireLog {
  const log = new WireLog(maxBytes)
  append(log, lines)
  return log
}

function append(log: WireLog, lines: readonly string[]): void {
  const reader = new TraceReader()
  for (const line of lines) for (const record of reader.push(line)) log.append(record)
}

function textOf(lint: LogLint): string {
  return lint
    .rows({ theme, columns: 100, log: startOfLog }, 'start')
    .rows.map((runs) => runs.map(({ text }) => text).join(''))
    .join('\n')
}

const started = plan('in_progress One', 'pending Two')

test('what comes is checked further, and nothing twice', () => {
  const log = logOf(trace({}, started))
  const lint = new LogLint({ source: sourceOfLog(log), now: () => 0 })
  expect(lint.read(false, null)).toBe(true)
  expect(textOf(lint)).toBe('')
  append(log, trace({}, started).slice(-1))
  lint.read(false, null)
  expect(textOf(lint)).toMatch(/frame 4, .*the plan is what it was before/)
  expect(textOf(lint)).toMatch(/Lint: 1 note in 7 messages$/)
})

test('a frame checks no further message once its time is over', () => {
  const log = logOf(trace({}, started, started))
  let nowMs = 0
  const lint = new LogLint({ source: sourceOfLog(log), now: () => (nowMs += 4) })
  const reads = Array.from({ length: log.end }, () => lint.read(false, null))
  expect(reads.indexOf(true)).toBe(Math.ceil(log.end / 2) - 1)
})

test('at the end of the connection it is told what is still open, until more comes', () => {
  const log = logOf(trace({}, started))
  const lint = new LogLint({ source: sourceOfLog(log), now: () => 0 })
  lint.read(true, null)
  lint.read(true, null)
  expect(textOf(lint)).toMatch(/no answer of the agent came to session\/prompt/)
  expect(textOf(lint)).toMatch(/Lint: 1 warning in 6 messages$/)
  append(log, [...trace({}).slice(0, 1), turnEnd])
  lint.read(false, null)
  expect(textOf(lint)).toBe('')
})

test('a log that begins anew is checked anew', () => {
  const log = logOf(trace({}, started, started))
  const lint = new LogLint({ source: sourceOfLog(log), now: () => 0 })
  lint.read(false, null)
  expect(textOf(lint)).toMatch(/Lint: 1 note/)
  log.beginAnew()
  append(log, trace({}, started))
  lint.read(false, null)
  expect(textOf(lint)).toBe('')
})

test('messages that are not kept any more are missing, and frames keep their numbers', () => {
  const many = Array.from({ length: 4000 }, (_, at) => plan(`pending ${at}`))
  const log = logOf(trace({}, ...many, started, started), 200_000)
  expect(log.first).toBeGreaterThan(0)
  const lint = new LogLint({ source: sourceOfLog(log), now: () => 0 })
  lint.read(false, null)
  expect(textOf(lint)).toMatch(/frame 4004, .*the plan is what it was before/)
  expect(textOf(lint)).toMatch(/\(earlier ones are not kept\)$/)
})

test('whole frames of a connection are checked as frames, as a recording of them is', () => {
  const log = logOf(trace({}))
  const message = '{"jsonrpc":"2.0","method":"_note","params":{}}'
  const pass = (kind: 'line' | 'text' | 'binary', text: string): void => {
    const bytes = Buffer.from(text)
    const sizeBytes = bytes.length
    log.appendPiece({ direction: 'from-agent', kind, bytes, sizeBytes, isMessage: false, atMs: 0 })
  }
  pass('line', message)
  pass('text', `\n${message}`)
  const lint = new LogLint({ source: sourceOfLog(log), now: () => 0 })
  lint.read(false, null)
  expect(textOf(lint)).toBe('')
  pass('binary', message)
  lint.read(false, null)
  expect(textOf(lint)).toContain('(binary-frame)')
  expect([3, 2, 1].map((back) => log.at(log.end - back)?.unit)).toEqual(['line', 'text', 'binary'])
})

test('a long log is checked in slices', () => {
  const log = logOf(trace({}, ...Array.from({ length: 100 }, () => started)))
  let nowMs = 0
  const lint = new LogLint({ source: sourceOfLog(log), now: () => (nowMs += 10) })
  let slices = 1
  while (!lint.read(false, null)) slices++
  expect(slices).toBeGreaterThan(3)
  expect(textOf(lint)).toMatch(/Lint: 99 notes in 105 messages$/)
})
