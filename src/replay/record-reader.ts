import { fail, ok, type Result } from '../lib/result.ts'
import type { TraceReader } from '../protocol/trace/read-trace.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import type { TraceRecord } from '../protocol/trace/trace-record.ts'
import type { TraceFile, TraceLine, TraceLines } from '../sources/trace-file/trace-lines.ts'

/** Reads a recording record by record, from the beginning of a line on. */
export class RecordReader {
  /** Header, dialect and problems so far. */
  readonly reader: TraceReader
  readonly #file: TraceFile
  readonly #lines: TraceLines
  /** Lines that are read from the file but not parsed. */
  #lineBuffer: readonly TraceLine[] = []
  #linesParsed = 0
  /** The records of the line that was parsed last. */
  #records: readonly TraceRecord[] = []
  #recordsTaken = 0
  #offset: number
  #isFinished = false

  constructor(file: TraceFile, reader: TraceReader, fromOffset = 0) {
    this.#file = file
    this.reader = reader
    this.#lines = file.lines(fromOffset)
    this.#offset = fromOffset
  }

  /** Where the line after the last parsed one begins. */
  get offset(): number {
    return this.#offset
  }

  /** All records of the lines parsed so far are taken, and more lines may follow. */
  get isBetweenLines(): boolean {
    return this.#recordsTaken === this.#records.length && !this.#isFinished
  }

  /** The next record; null: call `load` first. */
  get next(): TraceRecord | null {
    for (;;) {
      const record = this.#records[this.#recordsTaken]
      if (record !== undefined) return record
      const line = this.#lineBuffer[this.#linesParsed]
      if (line === undefined || this.reader.fault !== null) return null
      this.#linesParsed++
      const { bytes, sizeBytes, endOffset } = line
      this.#setRecords(
        sizeBytes > bytes.length ? this.reader.pushOverlong(sizeBytes) : this.reader.push(bytes),
      )
      this.#offset = endOffset
    }
  }

  take(): TraceRecord | null {
    const record = this.next
    if (record !== null) this.#recordsTaken++
    return record
  }

  /** Reads until there is a next record (true), or the current end of the file (false). */
  async load(): Promise<Result<boolean, TraceFault>> {
    for (;;) {
      if (this.next !== null) return ok(true)
      const { fault } = this.reader
      if (fault !== null) return fail(fault)
      // Before the read: data that arrives in between is read in the next round.
      const { isWhole } = this.#file
      const read = await this.#lines.read()
      if (!read.ok) return read
      this.#lineBuffer = read.value
      this.#linesParsed = 0
      if (read.value.length > 0) continue
      if (!isWhole) return ok(false)
      if (this.#file.failure !== null) return fail(this.#file.failure)
      if (this.#isFinished) return ok(false)
      this.#isFinished = true
      this.#setRecords(this.reader.end(this.#lines.rest()))
    }
  }

  #setRecords(records: readonly TraceRecord[]): void {
    this.#records = records
    this.#recordsTaken = 0
  }
}

/**
 * Reads until there is a next record (true), and waits for one while the file may still grow. False at the end of the file, when
 * `until` settles, and when another file replaced this one.
 */
export async function loadMore(
  records: Pick<RecordReader, 'load'>,
  file: TraceFile,
  until: Promise<unknown>,
): Promise<Result<boolean, TraceFault>> {
  const { generation } = file
  let isOver = false
  void until.then(() => (isOver = true))
  let onGrown: () => void = () => undefined
  const stop = file.onChange(() => onGrown())
  try {
    for (;;) {
      const grown = new Promise<void>((resolve) => (onGrown = resolve))
      // Before the read, as in `load`.
      const { isWhole } = file
      const loaded = await records.load()
      if (!loaded.ok || loaded.value || isWhole || isOver || generation !== file.generation) return loaded
      await Promise.race([grown, until])
    }
  } finally {
    stop()
  }
}
