import type { TerminalReport } from '../../app/ports/terminal-keys.ts'
import type { Clock } from '../../lib/clock.ts'
import { ReportFilter } from './report-filter.ts'

/** An escape that nothing has followed in this time was typed. */
const typedMs = 20
/** The rest of a report or a paste is waited for so long: it must not be taken for keys. */
const restMs = 1000

/**
 * A terminal's input without the terminal's reports, which `onReport` gets; it stands between the terminal and Ink. Reports are taken
 * out only while keys are read.
 */
export class KeyInput {
  readonly #stdin: NodeJS.ReadStream
  readonly #clock: Pick<Clock, 'after'>
  /** Gets the reports; null: they are dropped. */
  onReport: ((report: TerminalReport) => void) | null = null
  readonly #filter = new ReportFilter()
  readonly #listeners = new Set<() => void>()
  /** Keys that were held back, to be read next. */
  #released = ''
  #cancelRelease: () => void = () => undefined

  constructor(stdin: NodeJS.ReadStream, clock: Pick<Clock, 'after'>) {
    this.#stdin = stdin
    this.#clock = clock
  }

  get isTTY(): boolean {
    return this.#stdin.isTTY
  }

  read(): string | null {
    const released = this.#released
    this.#released = ''
    if (released !== '') return released
    this.#cancelRelease()
    for (let chunk = this.#next(); chunk !== null; chunk = this.#next()) {
      const { keys, reports } = this.#filter.push(chunk)
      for (const report of reports) this.onReport?.(report)
      if (keys !== '') {
        this.#holdOn()
        return keys
      }
    }
    this.#holdOn()
    return null
  }

  #next(): string | null {
    const chunk = this.#stdin.read() as string | Buffer | null
    return chunk === null ? null : chunk.toString()
  }

  #holdOn(): void {
    this.#cancelRelease()
    if (this.#filter.holds === null) return
    const waitMs = this.#filter.holds === 'key' ? typedMs : restMs
    this.#cancelRelease = this.#clock.after(waitMs, () => {
      this.#released = this.#filter.release()
      if (this.#released !== '') for (const listener of this.#listeners) listener()
    })
  }

  addListener(name: string, listener: () => void): this {
    if (name === 'readable') this.#listeners.add(listener)
    this.#stdin.addListener(name, listener)
    return this
  }

  removeListener(name: string, listener: () => void): this {
    if (name === 'readable') this.#listeners.delete(listener)
    this.#stdin.removeListener(name, listener)
    return this
  }

  setEncoding(encoding?: BufferEncoding): this {
    this.#stdin.setEncoding(encoding)
    return this
  }

  setRawMode(isRaw: boolean): this {
    this.#stdin.setRawMode(isRaw)
    return this
  }

  ref(): this {
    this.#stdin.ref()
    return this
  }

  unref(): this {
    this.#stdin.unref()
    return this
  }
}
