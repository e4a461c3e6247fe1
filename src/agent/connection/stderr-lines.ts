/** Characters kept of one line; a longer line is cut and ends in `…`. */
export const maxStderrLineLength = 8192

/**
 * Splits stderr into lines. A chunk may end in the middle of a character; CRLF ends a line as LF does; bytes that are
 * not UTF-8 become U+FFFD. Never throws.
 */
export class StderrLines {
  readonly #decoder = new TextDecoder('utf-8')
  readonly #onLine: (line: string) => void
  #held = ''
  #isCut = false

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  push(chunk: Uint8Array): void {
    this.#read(this.#decoder.decode(chunk, { stream: true }))
  }

  /** The stream has ended: what is held is a last line without its line feed. */
  end(): void {
    this.#read(this.#decoder.decode())
    if (this.#held !== '') this.#finish()
  }

  #read(text: string): void {
    let from = 0
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      this.#hold(text.slice(from, at))
      this.#finish()
      from = at + 1
    }
    this.#hold(text.slice(from))
  }

  #hold(part: string): void {
    const room = maxStderrLineLength - this.#held.length
    if (part.length > room) this.#isCut = true
    if (room > 0) this.#held += part.slice(0, room)
  }

  #finish(): void {
    const line = this.#isCut ? `${this.#held}…` : this.#held
    this.#held = ''
    this.#isCut = false
    this.#onLine(line.endsWith('\r') ? line.slice(0, -1) : line)
  }
}
