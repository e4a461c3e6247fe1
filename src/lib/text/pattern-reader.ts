/** The expression is none, or cannot be matched in one pass. */
export class UnreadablePattern extends Error {}

/** Goes through the characters of an expression. */
export class PatternReader {
  readonly #characters: readonly string[]
  #at = 0

  constructor(source: string) {
    this.#characters = Array.from(source)
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#characters.length
  }

  /** The next character without taking it; '' at the end. */
  peek(ahead = 0): string {
    return this.#characters[this.#at + ahead] ?? ''
  }

  next(): string {
    const character = this.#characters[this.#at++]
    if (character === undefined) throw new UnreadablePattern()
    return character
  }

  /** Whether the text comes next; it is taken then. */
  takes(text: string): boolean {
    const isThere = this.#characters.slice(this.#at, this.#at + text.length).join('') === text
    if (isThere) this.#at += text.length
    return isThere
  }

  /** What an expression of ours finds in the next 64 characters, which are ASCII where it finds something; taken then. */
  takesMatch(expression: RegExp): RegExpExecArray | null {
    const found = expression.exec(this.#characters.slice(this.#at, this.#at + 64).join(''))
    if (found !== null) this.#at += found[0].length
    return found
  }
}
