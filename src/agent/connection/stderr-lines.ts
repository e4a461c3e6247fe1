/** Characters kept of one line; a longer line is cut and ends in `…`. */
export const maxStderrLineLength = 8192

/**
 * Splits stderr into lines. A chunk may end in the middle of a character; CRLF ends a line as LF does; bytes that are
 * not UTF-8 become U+FFFD. Never throws.
 */
export class StderrLines {
  readonly #decoder = new TextDecoder('utf-8')
  readonly #onLine: (line: string) => void
  #buffer = ''
  #isCut = false

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  push(chunk: Uint8Array): void {
    this.#read(this.#decoder.decode(chunk, { stream: true }))
  }

  /** The stream has ended: the buffer is the last line, without a line feed. */
  end(): void {
    this.#read(this.#decoder.decode())
    if (this.#buffer !== '') this.#emitLine()
  }

  #read(text: string): void {
    let from = 0
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      this.#append(text.slice(from, at))
      this.#emitLine()
      from = at + 1
    }
    this.#append(text.slice(from))
  }

  #append(part: string): void {
    const room = maxStderrLineLength - this.#buffer.length
    if (part.length > room) this.#isCut = true
    if (room > 0) this.#buffer += part.slice(0, room)
  }

  #emitLine(): void {
    const line = this.#isCut ? `${this.#buffer}…` : this.#buffer
    this.#buffer = ''
    this.#isCut = false
    this.#onLine(line.endsWith('\r') ? line.slice(0, -1) : line)
  }
}
