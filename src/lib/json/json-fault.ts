import { findNodeAtLocation, parseTree, visit } from 'jsonc-parser'
import { deepestLevel } from './cut-depth.ts'
import { readJson } from './read-json.ts'

export interface JsonFault extends JsonPlace {
  /** What is wrong there, after the place: `is not JSON: a comma or } was expected`. */
  readonly text: string
}

/**
 * Where a text stops being JSON, which JSON.parse does not say on every Node, or is nested deeper than it is read; null when it
 * is JSON. Never throws.
 */
export function findJsonFault(text: string): JsonFault | null {
  const reading = readJson(text)
  if (reading !== null && reading.cut === null) return null
  try {
    visit(text, new Walk(text).visitor, { disallowComments: true })
  } catch (thrown) {
    if (thrown instanceof Found) return thrown.fault
    throw thrown
  }
  return { ...placeAt(text, text.length), text: 'is not JSON' }
}

/** Ends the reading: what follows a fault says nothing. */
class Found extends Error {
  readonly fault: JsonFault

  constructor(fault: JsonFault) {
    super(fault.text)
    this.fault = fault
  }
}

/** What has to stand next in a text, as far as it has been read. */
class Walk {
  /** What closes each object and list that is open, the innermost last. */
  readonly #open: ('}' | ']')[] = []
  readonly #text: string
  #expected = 'a value'

  constructor(text: string) {
    this.#text = text
  }

  readonly visitor = {
    onObjectBegin: (at: number): void => this.#begin(at, '}'),
    onArrayBegin: (at: number): void => this.#begin(at, ']'),
    onObjectProperty: (): void => {
      this.#expected = 'a colon after the key'
    },
    onLiteralValue: (): void => this.#endValue(),
    onSeparator: (separator: string): void => {
      this.#expected = separator === ',' ? this.#item() : 'a value'
    },
    onObjectEnd: (at: number): void => this.#end(at),
    onArrayEnd: (at: number): void => this.#end(at),
    onError: (_code: unknown, at: number): never =>
      this.#stop(at, `is not JSON: ${this.#expected} was expected`),
  }

  #begin(at: number, close: '}' | ']'): void {
    if (this.#open.length === deepestLevel)
      this.#stop(at, `is nested too deeply: ${deepestLevel} levels are read`)
    this.#open.push(close)
    this.#expected = this.#item()
  }

  /** Told too where the text ends before it. */
  #end(at: number): void {
    if (this.#text[at] !== this.#open.at(-1)) this.visitor.onError(null, at)
    this.#open.pop()
    this.#endValue()
  }

  #endValue(): void {
    const close = this.#open.at(-1)
    this.#expected = close === undefined ? 'nothing more' : `a comma or ${close}`
  }

  #item(): string {
    return this.#open.at(-1) === '}' ? 'a key in double quotes' : 'a value'
  }

  #stop(at: number, what: string): never {
    throw new Found({ ...placeAt(this.#text, at), text: what })
  }
}

/** A place in a text; both count from 1. */
export interface JsonPlace {
  readonly line: number
  readonly column: number
}

/** Where a character stands. */
function placeAt(text: string, at: number): JsonPlace {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/**
 * Where a value begins in a text that is JSON, and no deeper than it is read; the nearest around it where the path leads to
 * nothing.
 */
export function findJsonPlace(text: string, path: readonly PropertyKey[]): JsonPlace {
  let node = parseTree(text)
  for (const key of path) {
    const next =
      node === undefined
        ? undefined
        : findNodeAtLocation(node, [node.type === 'array' ? Number(key) : String(key)])
    if (next === undefined) break
    node = next
  }
  return placeAt(text, node?.offset ?? 0)
}
