import { createApp } from '../../../src/app/app.ts'
import { initialState, type AppState } from '../../../src/app/state/app-state.ts'
import { TraceInterpreter } from '../../../src/app/exchange/trace-interpreter.ts'
import { TraceReader } from '../../../src/protocol/trace/read-trace.ts'
import { type TraceRecord, headerLine, recordLine } from '../../../src/protocol/trace/trace-record.ts'
import { traceHeader } from '../../support/trace-header.ts'

/** The lines that a run leaves behind. */
export function traceLines(records: readonly TraceRecord[]): readonly string[] {
  return [headerLine(traceHeader), ...records.map(recordLine)]
}

/** The state that the lines of a trace lead to, and the torn rest of one more. */
export function replayed(lines: readonly string[], start: AppState = initialState, rest = ''): AppState {
  const app = createApp(start)
  const reader = new TraceReader()
  const interpreter = new TraceInterpreter()
  const show = (records: readonly TraceRecord[]): void => {
    for (const record of records) for (const event of interpreter.read(record)) app.dispatch(event)
  }
  for (const line of lines) show(reader.push(line))
  show(reader.end(rest))
  return app.state()
}
