import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createApp } from '../../src/app/app.ts'
import type { AppEvent } from '../../src/app/state/app-event.ts'
import { TraceInterpreter } from '../../src/app/exchange/trace-interpreter.ts'
import { createRedactor } from '../../src/app/redact/redactor.ts'
import { readJson } from '../../src/lib/json/read-json.ts'
import { openJsonOutput } from '../../src/outputs/json/json-output.ts'
import { markdownReport } from '../../src/outputs/markdown/markdown-report.ts'
import { describeChange } from '../../src/outputs/screen-reader/change-sentences.ts'
import { openTextOutput } from '../../src/outputs/text/text-output.ts'
import { TraceReader } from '../../src/protocol/trace/read-trace.ts'
import { type TraceRecord, recordLine } from '../../src/protocol/trace/trace-record.ts'
import { readRecording } from '../../src/demo/recorded/read-recording.ts'
import { stageClock, stageDocuments, stageSink } from '../outputs/stage.ts'
import { loadedDocumentCache, ShownScreen } from '../ui/stack/shown-screen.ts'
import { anyOddPlace, oddText, withOdd, type OddPlace } from './odd-values.ts'
import { recordedLines, recordingNames } from './read-recording.ts'

// Whatever stands anywhere in a message: it is read, added up, told and drawn, and nothing throws.

/** So much of a recording is enough to put things into. */
const linesPlayed = 50

interface Change {
  /** Which line, as a part of them. */
  readonly line: number
  readonly odd: OddPlace
}

const anyChanges = fc.array(
  fc.record({ line: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), odd: anyOddPlace }),
  { minLength: 1, maxLength: 4 },
)

/** The lines of a recording with odd values in some of their messages. */
function oddLines(name: string, changes: readonly Change[]): readonly string[] {
  const records = recordedLines(name)
    .slice(0, linesPlayed)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  for (const { line, odd } of changes) {
    const at = Math.floor(line * records.length)
    const record = records[at] ?? {}
    // The message, wherever it stands in its record.
    const key = Object.keys(record).find((each) => typeof record[each] === 'object') ?? 'in'
    records[at] = { ...record, [key]: withOdd(record[key] ?? {}, odd) }
  }
  return records.map(oddText)
}

interface Told {
  readonly json: readonly string[]
  readonly text: readonly string[]
}

/** All that the program makes of a recording. */
async function tellAll(lines: readonly string[]): Promise<Told> {
  const reader = new TraceReader()
  const records: TraceRecord[] = lines.flatMap((line) => [...reader.push(line)])
  const app = createApp()
  const clock = stageClock()
  const [json, text] = [stageSink(), stageSink()]
  const shared = { documents: stageDocuments(), clock }
  const outputs = [
    openJsonOutput({ ...shared, sink: json, version: '1.0.0', command: [] }),
    openTextOutput({ ...shared, sink: text, ascii: false }),
  ]
  for (const output of outputs) app.onEvent(output.onEvent)
  const screen = new ShownScreen(app.state(), { columns: 80, rows: 24, documentCache: await loadedDocumentCache() })
  const keys = ['P', 'esc', 'tab', 'a', 'esc', 'down', 'enter', 'esc']
  const interpreter = new TraceInterpreter()
  const redactor = createRedactor({
    classes: new Set(['paths', 'names', 'keys', 'hosts']),
    surroundings: { homes: [], workingDirectories: [], users: ['mia'], hosts: [] },
    rules: null,
  })
  let pressed = 0
  for (const record of records) {
    clock.moveTo(record.t)
    const events: AppEvent[] = [...interpreter.read(record)]
    for (const event of events) {
      const before = app.state()
      app.dispatch(event)
      describeChange(before, app.state(), event)
    }
    screen.show(app.state(), record.t)
    screen.press(keys[pressed++ % keys.length] ?? 'esc')
    recordLine(redactor.record(record))
  }
  const atMs = clock.nowMs()
  for (const output of outputs)
    await output.end({ atMs, status: 0, reason: 'done', message: '', hint: '' }, app.state())
  const report = { state: app.state(), nowMs: atMs, title: null, startedAt: null, documentOf: () => null, isAscii: false }
  markdownReport({ ...report, historyFromMs: null })
  readRecording(records)
  return { json: json.lines, text: text.lines }
}

test('whatever stands in a message of a recording, all is told, and can be read again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...recordingNames), anyChanges, async (name, changes) => {
      const { json } = await tellAll(oddLines(name, changes))
      expect(json.filter((line) => readJson(line)?.cut !== null)).toEqual([])
      expect(Object.keys(Object.prototype)).toEqual([])
      expect({}).not.toHaveProperty('polluted')
    }),
    { numRuns: 12 },
  )
})
