import { EventEmitter } from 'node:events'
import { readAnsi } from '../../lib/cells/read-ansi.ts'
import type { Row } from '../../lib/cells/row.ts'
import { safeLine } from '../../lib/text/safe-text.ts'

/** Terminal modes that Ink switches for its input; the cursor and the screen are ours. */
const inputModes = /^(?:\u001b\[\?2004[hl])+$/
// oxlint-disable-next-line no-control-regex -- a terminal's sequences
const onlySequences = /^(?:\u001b\[[?<>=]?[\d;]*[A-Za-z])*$/

/**
 * What Ink takes for its terminal. In Ink's debug mode every commit writes the whole picture: it is read into rows and handed
 * to `onPicture`. Nothing but input modes is passed on to the real terminal.
 */
export class InkOutput extends EventEmitter {
  readonly isTTY = true
  readonly writable = true
  columns: number
  /** More rows than any picture has: Ink never thinks that the screen is full. */
  readonly rows = 10_000
  readonly #passOn: (bytes: string) => void
  readonly #onPicture: (rows: readonly Row[]) => void
  /** Most rows of a picture are those of the picture before. */
  #lines: ReadonlyMap<string, Row> = new Map()

  constructor(columns: number, passOn: (bytes: string) => void, onPicture: (rows: readonly Row[]) => void) {
    super()
    this.columns = columns
    this.#passOn = passOn
    this.#onPicture = onPicture
  }

  write(chunk: string): boolean {
    if (inputModes.test(chunk)) this.#passOn(chunk)
    else if (!onlySequences.test(chunk)) this.#onPicture(this.#read(chunk.split('\n')))
    return true
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
