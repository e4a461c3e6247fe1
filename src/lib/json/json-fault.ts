import { findNodeAtLocation, parseTree, visit, type Node, parse, type ParseError } from 'jsonc-parser'
import { deepestLevel } from './cut-depth.ts'
import { readJson } from './read-json.ts'

export interface JsonFault extends JsonPosition {
  /** The error, to follow the place: `is not JSON: a comma or } was expected`. */
  readonly text: string
}

/**
 * The place where a text is no valid JSON (which JSON.parse does not report in every version of Node), or is nested too deeply; null
 * where it is valid. Never throws.
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
  return { ...positionAt(text, text.length), text: 'is not JSON' }
}

/** A key that an object has more than once, and the place where it stands again. */
export interface RepeatedKey extends JsonPosition {
  readonly key: string
}

/** The first key of a valid JSON text that its object has already; null: there is none. Only the last of the values would count. */
export function findRepeatedKey(text: string): RepeatedKey | null {
  const open: Set<string>[] = []
  const repeated: { readonly key: string; readonly at: number }[] = []
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectProperty: (key, at) => {
      const keys = open.at(-1)
      if (keys?.has(key) === true && repeated.length === 0) repeated.push({ key, at })
      keys?.add(key)
    },
    onObjectEnd: () => void open.pop(),
  })
  const [first] = repeated
  return first === undefined ? null : { ...positionAt(text, first.at), key: first.key }
}

/** Thrown to end the parser at the first fault. */
class Found extends Error {
  readonly fault: JsonFault

  constructor(fault: JsonFault) {
    super(fault.text)
    this.fault = fault
  }
}

/** Keeps track of what is expected next in a text. */
class Walk {
  /** The closing brackets of the open objects and lists, the innermost last. */
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

  /** Also called at the end of a text that lacks the bracket. */
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
    throw new Found({ ...positionAt(this.#text, at), text: what })
  }
}

/** A position in a text; both count from 1. */
export interface JsonPosition {
  readonly line: number
  readonly column: number
}

/** A position in a file, as messages name it. */
export function positionIn(file: string, { line, column }: JsonPosition): string {
  return `${file}:${line}:${column}`
}

/** What is wrong with a JSON file, and how to mend it. */
interface JsonFileFault {
  readonly message: string
  readonly hint: string
}

/** The error for a file that is no JSON. */
export function faultIn(file: string, fault: JsonFault): JsonFileFault {
  return { message: `${positionIn(file, fault)} ${fault.text}`, hint: 'Mend that line.' }
}

/** The error for a file in which an object has a key twice. */
export function keyTwiceIn(file: string, repeated: RepeatedKey): JsonFileFault {
  const key = repeated.key.slice(0, 100)
  return { message: `${positionIn(file, repeated)} “${key}” is there twice`, hint: 'Remove one of the two.' }
}

/** The position of an offset. */
function positionAt(text: string, at: number): JsonPosition {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/**
 * The position of a value in a valid JSON text, or of the innermost value around it where the path does not exist. The text must not be
 * nested too deeply.
 */
export function findJsonPosition(text: string, path: readonly PropertyKey[]): JsonPosition {
  return positionAt(text, innermostNode(text, path)?.offset ?? 0)
}

/** The same for the key of a value in an object. */
export function findJsonKeyPosition(text: string, path: readonly PropertyKey[]): JsonPosition {
  const node = innermostNode(text, path)
  return positionAt(text, (node?.parent?.type === 'property' ? node.parent : node)?.offset ?? 0)
}

function innermostNode(text: string, path: readonly PropertyKey[]): Node | undefined {
  let node = parseTree(text)
  for (const key of path) {
    const next =
      node === undefined
        ? undefined
        : findNodeAtLocation(node, [node.type === 'array' ? Number(key) : String(key)])
    if (next === undefined) break
    node = next
  }
  return node
}

/** A JSON text with comments and final commas, as editors write their settings. null: it is none, or nested too deeply. Never throws. */
export function readCommentedJson(text: string): { readonly value: unknown } | null {
  const errors: ParseError[] = []
  try {
    const value = parse(text, errors, { allowTrailingComma: true }) as unknown
    return errors.length === 0 && value !== undefined ? { value } : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
