import { EventEmitter } from 'node:events'
import { readAnsi, type Row } from '../../lib/cells/row.ts'
import { safeLine } from '../../lib/text/safe-text.ts'

/** The only terminal modes that Ink may set: those for its input. */
const inputModes = /^(?:\u001b\[\?2004[hl])+$/
// oxlint-disable-next-line no-control-regex -- it matches escape sequences
const onlySequences = /^(?:\u001b\[[?<>=]?[\d;]*[A-Za-z])*$/

/**
 * The stdout that Ink gets. In Ink's debug mode every commit writes the whole picture: it is read into rows for `onPicture`. Only
 * input modes are written to the real terminal.
 */
export class InkOutput extends EventEmitter {
  readonly isTTY = true
  writable = true
  columns: number
  /** More rows than any picture has, so that Ink never treats the screen as full. */
  readonly rows = 10_000
  readonly #passOn: (bytes: string) => void
  readonly #onPicture: (rows: readonly Row[]) => void
  /** Cache: most rows are the same as in the last picture. */
  #lines: ReadonlyMap<string, Row> = new Map()

  constructor(columns: number, passOn: (bytes: string) => void, onPicture: (rows: readonly Row[]) => void) {
    super()
    this.columns = columns
    this.#passOn = passOn
    this.#onPicture = onPicture
  }

  write(chunk: string): boolean {
    if (!this.writable) return true
    if (inputModes.test(chunk)) this.#passOn(chunk)
    else if (!onlySequences.test(chunk)) this.#onPicture(this.#read(chunk.split('\n')))
    return true
  }

  /** Drops everything from now on. Ink composes no last picture for a closed stdout. */
  close(): void {
    this.writable = false
  }

  resize(columns: number): void {
    this.columns = columns
    this.emit('resize')
  }

  #read(lines: readonly string[]): readonly Row[] {
    const read = new Map<string, Row>()
    for (const line of lines) if (!read.has(line)) read.set(line, this.#lines.get(line) ?? rowOf(line))
    this.#lines = read
    return lines.map((line) => read.get(line) ?? [])
  }
}

function rowOf(line: string): Row {
  return readAnsi(line).map(({ text, style }) => ({ text: safeLine(text), style, link: null }))
}
