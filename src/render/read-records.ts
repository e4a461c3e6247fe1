import { setImmediate } from 'node:timers/promises'
import type { Buffer } from 'node:buffer'
import { fail, ok, type Result } from '../lib/result.ts'
import { TraceReader } from '../protocol/trace/read-trace.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import type { TraceRecord } from '../protocol/trace/trace-record.ts'
import type { TraceFile } from '../sources/trace-file/trace-file.ts'
import type { TraceLine } from '../sources/trace-file/trace-lines.ts'

export interface RecordTaker {
  take(record: TraceRecord): void
  /** Nothing more is wanted. */
  isEnough(reader: TraceReader): boolean
  /** Called now and then. */
  tell(readBytes: number): void
}

/** Work that lasts longer makes way for signals. */
const breathMs = 25

/** Reads a recording from its beginning, as far as it is wanted. Gives why it is none, or cannot be read. */
export async function readRecords(
  file: TraceFile,
  taker: RecordTaker,
): Promise<Result<TraceReader, TraceFault>> {
  const reader = new TraceReader()
  const lines = file.lines()
  let breathAtMs = performance.now() + breathMs
  const takeAll = (records: readonly TraceRecord[]): void => {
    for (const record of records) taker.take(record)
  }
  for (;;) {
    // Asked before it is read: what comes in between is not missed.
    const isWhole = file.isWhole
    const read = await lines.read()
    if (!read.ok) return read
    for (const line of read.value) {
      takeAll(recordsOf(reader, line))
      if (reader.fault !== null) return fail(reader.fault)
      if (taker.isEnough(reader)) return ok(reader)
      if (performance.now() < breathAtMs) continue
      taker.tell(line.endOffset)
      await setImmediate()
      breathAtMs = performance.now() + breathMs
    }
    if (read.value.length > 0) continue
    if (file.failure !== null) return fail(file.failure)
    if (isWhole) break
    await changeOf(file)
  }
  const rest: Buffer = lines.rest()
  takeAll(reader.end(rest))
  return reader.fault === null ? ok(reader) : fail(reader.fault)
}

function recordsOf(reader: TraceReader, { bytes, sizeBytes }: TraceLine): readonly TraceRecord[] {
  return sizeBytes > bytes.length ? reader.pushOverlong(sizeBytes) : reader.push(bytes)
}

/** Settles when there is more of it, or all. */
async function changeOf(file: TraceFile): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = file.onChange(() => {
      stop()
      resolve()
    })
    if (file.isWhole) {
      stop()
      resolve()
    }
  })
}
