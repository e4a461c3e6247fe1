import { EventEmitter } from 'node:events'
import type { Row } from '../../lib/cells/row.ts'

/** Terminal modes that Ink switches for its input; the cursor and the screen are ours. */
const inputModes = /^(?:\u001b\[\?2004[hl])+$/
// oxlint-disable-next-line no-control-regex -- a terminal's sequences
const onlySequences = /^(?:\u001b\[[?<>=]?[\d;]*[A-Za-z])*$/

/**
 * What Ink takes for its terminal. In Ink's debug mode every commit writes the whole picture: it is cut into rows, and
 * `onPicture` hears of it. Nothing but input modes is passed on to the real terminal.
 */
export class InkOutput extends EventEmitter {
  readonly isTTY = true
  readonly writable = true
  columns: number
  /** More rows than any picture has: Ink never thinks that the screen is full. */
  readonly rows = 10_000
  readonly #passOn: (bytes: string) => void
  readonly #onPicture: (rows: readonly Row[]) => void

  constructor(
    columns: number,
    passOn: (bytes: string) => void,
    onPicture: (rows: readonly Row[]) => void,
  ) {
    super()
    this.columns = columns
    this.#passOn = passOn
    this.#onPicture = onPicture
  }

  write(chunk: string): boolean {
    if (inputModes.test(chunk)) this.#passOn(chunk)
    // Ink draws what BarRow was given, which is Row already; its own SGR is all that it adds.
    else if (!onlySequences.test(chunk))
      this.#onPicture(chunk.split('\n') as readonly string[] as readonly Row[])
    return true
  }

  resize(columns: number): void {
    this.columns = columns
    this.emit('resize')
  }
}
