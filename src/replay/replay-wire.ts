import { setImmediate as nextTurn } from 'node:timers/promises'
import { TraceInterpreter } from '../app/exchange/trace-interpreter.ts'
import { logProblem, WireLog, type WireSource } from '../app/wire/wire-log.ts'
import type { Clock } from '../lib/clock.ts'
import type { TraceFile } from '../sources/trace-file/trace-lines.ts'
import { RecordReader } from './record-reader.ts'
import type { Player } from './player.ts'

export interface ReplayWireOptions {
  readonly file: TraceFile
  readonly clock: Clock
  readonly player: Pick<Player, 'app' | 'played' | 'index'>
  readonly maxBytes: number
}

const sliceMs = 8
/** Of the recording so many times the memory is read before the position: what resembles takes less memory there than in the file. */
const readAhead = 2

/** A log, and how far it is read. */
interface Reading {
  readonly log: WireLog
  readonly records: RecordReader
  readonly interpreter: TraceInterpreter
  readonly generation: number
  /** The records read so far, of the whole recording. */
  count: number
}

/**
 * The messages of a recording up to the place that is shown, for the wire panel. They are read from the file while the panel is shown,
 * beside the player: a replay without the panel takes no time and no memory for it. After a step back they are read anew, and the log
 * of before stays until they are.
 */
export class ReplayWire implements WireSource {
  readonly #options: ReplayWireOptions
  #shown: WireLog
  #reading: Reading | null = null
  #onChange: (() => void) | null = null
  #stopListening: () => void = () => undefined
  #isReading = false
  #isBehind = false

  constructor(options: ReplayWireOptions) {
    this.#options = options
    this.#shown = new WireLog(options.maxBytes)
  }

  log(): WireLog {
    return this.#shown
  }

  isReading(): boolean {
    return this.#isBehind
  }

  watch(onChange: (() => void) | null): void {
    this.#stopListening()
    this.#onChange = onChange
    if (onChange === null) return
    this.#stopListening = this.#options.player.app.onEvent(() => void this.#readOn())
    this.#isBehind = true
    void this.#readOn()
  }

  /** Reads up to the place of the player. */
  async #readOn(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    const { clock } = this.#options
    // Not while a frame is drawn, which may have called this.
    await nextTurn()
    let untilMs = clock.nowMs() + sliceMs
    while (this.#onChange !== null) {
      const reading = this.#current()
      this.#isBehind = reading.count < this.#options.player.played.records
      if (!this.#isBehind) break
      if (!(await this.#readNext(reading))) break
      if (clock.nowMs() < untilMs) continue
      if (reading.log === this.#shown) this.#onChange?.()
      await nextTurn()
      untilMs = clock.nowMs() + sliceMs
    }
    this.#isReading = false
    this.#isBehind = false
    if (this.#reading !== null) this.#shown = this.#reading.log
    this.#onChange?.()
  }

  /** False: the file has no further record. */
  async #readNext(reading: Reading): Promise<boolean> {
    const { records, interpreter, log } = reading
    if (records.next === null) {
      const loaded = await records.load()
      if (!loaded.ok || !loaded.value) return false
    }
    const record = records.take()
    if (record === null) return false
    reading.count++
    log.append(record)
    for (const event of interpreter.read(record)) logProblem(log, event)
    return true
  }

  /** The reading that leads to the place of the player; another one after a step back, or in another file. */
  #current(): Reading {
    const { file, player } = this.#options
    const last = this.#reading
    const { records } = player.played
    if (last !== null && last.count <= records && last.generation === file.generation) return last
    const reading = this.#begin()
    const isFirst = last === null || last.log.end === 0
    this.#reading = reading
    if (isFirst) this.#shown = reading.log
    return reading
  }

  #begin(): Reading {
    const { file, player, maxBytes } = this.#options
    const { offset, records } = player.played
    const { checkpoints } = player.index
    const from = checkpoints.lastWhere(
      (each) => each.progress.records <= records && each.offset <= offset - readAhead * maxBytes,
    )
    const { interpreter, progress, reader } = from
    const log = new WireLog(maxBytes)
    log.beginAnew({ frames: interpreter?.frame ?? 0, dropped: progress.frames })
    return {
      log,
      records: new RecordReader(file, reader.copy(), from.offset),
      interpreter: interpreter?.copy() ?? new TraceInterpreter(),
      generation: file.generation,
      count: progress.records,
    }
  }
}
