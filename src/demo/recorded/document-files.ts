import { isObject, stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import type { DemoFolder } from '../host/demo-folder.ts'

/**
 * The documents that plans of a recording name, as files of this run: where they were is another machine, or long ago. Only
 * those whose text was recorded.
 */
export class DocumentFiles {
  readonly #folder: DemoFolder
  /** Their first texts, by the recorded URIs. */
  readonly #first: ReadonlyMap<string, string>
  readonly #files = new Map<string, string>()

  constructor(folder: DemoFolder, first: ReadonlyMap<string, string>) {
    this.#folder = folder
    this.#first = first
  }

  /** The document became this; null: it was gone. */
  become(uri: string, text: string | null): void {
    const file = this.#fileFor(uri)
    if (file === null) return
    if (text === null) this.#folder.delete(file)
    else this.#folder.replace(file, text)
  }

  /** A message with the URI of the file in place of the recorded one, which is there then; the same object where there is none. */
  inMessage(value: JsonObject): JsonObject {
    const params = isObject(value['params']) ? value['params'] : {}
    const update = isObject(params['update']) ? params['update'] : {}
    const plan = isObject(update['plan']) ? update['plan'] : {}
    const uri = stringAt(plan, 'uri')
    const isKnown = uri !== undefined && this.#files.has(uri)
    const file = uri === undefined ? null : this.#fileFor(uri)
    if (uri === undefined || file === null) return value
    // Who is told of it looks at once.
    if (!isKnown) this.become(uri, this.#first.get(uri) ?? '')
    const here = { ...plan, uri: this.#folder.uri(file) }
    return { ...value, params: { ...params, update: { ...update, plan: here } } }
  }

  #fileFor(uri: string): string | null {
    if (!this.#first.has(uri)) return null
    const known = this.#files.get(uri)
    if (known !== undefined) return known
    const name = nameIn(uri)
    const taken = new Set(this.#files.values())
    const file = taken.has(name) ? `${taken.size}-${name}` : name
    this.#files.set(uri, file)
    return file
  }
}

/** The plain name of a file, most of it as it was; a URI may hold anything. */
function nameIn(uri: string): string {
  const last =
    uri
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? ''
  const name = decoded(last).replaceAll(/[^\p{L}\p{N}._-]/gu, '_')
  return /^\.*$/.test(name) ? 'document' : name.slice(-80)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
