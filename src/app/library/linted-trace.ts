// The linter of the library, with the schemas of the protocol: loaded when it is first called.
import { writeJson } from '../../lib/json/write-json.ts'
import { TraceReader } from '../../protocol/trace/read-trace.ts'
import type { TraceRecord } from '../../protocol/trace/trace-record.ts'
import { publishedLint } from '../lint/describe-findings.ts'
import { Linter } from '../lint/linter.ts'
import type * as api from './plans.d.ts'

export async function lintedTrace(trace: Parameters<typeof api.lintTrace>[0]): Promise<api.LintReport> {
  const [reader, linter] = [new TraceReader(), new Linter()]
  const check = (records: readonly TraceRecord[]): void => {
    for (const record of records) linter.read(record, reader.line)
  }
  const [lines, rest] = typeof trace === 'string' ? linesOf(trace) : [trace, '']
  for await (const line of lines) check(reader.push(typeof line === 'string' ? line : writeJson(line)))
  check(reader.end(rest))
  linter.end()
  if (reader.fault !== null) throw new Error(`the trace cannot be read: ${reader.fault.message}`)
  return { ...publishedLint(linter), traceProblems: reader.problems }
}

/** The whole lines of a text, and what is behind the last line feed: it may be half a line. */
function linesOf(text: string): readonly [readonly string[], string] {
  const lines = text.split('\n')
  return [lines, lines.pop() ?? '']
}
