import { isObject, type JsonObject } from '../wire/message.ts'
import { type Definitions, type Schema, resolved, unionPlan, type UnionPlan } from './protocol-schema.ts'
import { listedWords } from '../../lib/text/wording.ts'
import { nearest } from '../../lib/text/usage-error.ts'

export type JsonPath = readonly (string | number)[]

/** How a value differs from its schema, which rejects the first three. */
export type FaultKind =
  | 'missing'
  | 'type'
  | 'value'
  /** A word with an underscore, where the version has no words of others. */
  | 'custom'
  /** A word that the schema leaves to later versions. */
  | 'reserved'
  /** A path that is not absolute: the schema says so only in words. */
  | 'relative'
  /** A field that the schema does not have. */
  | 'extra'
  /** A field or variant that only the unstable schema has. */
  | 'unstable'

export interface SchemaFault {
  readonly kind: FaultKind
  readonly path: JsonPath
  /** The definition that says so. */
  readonly definition: string
  /** What stands there; undefined: nothing. */
  readonly value: unknown
  /** In words; '' for what the schema does not reject. */
  readonly expected: string
}

/** Faults that are looked for in one value. */
const maxFaults = 100
/** Items of a list that are compared: those after so many are like them, and the readers of plans read them all. */
const maxItems = 10_000

/**
 * Compares a value with a definition. Of a union, only the branch that the value names is told about. Fields whose names begin with
 * an underscore are free. Never throws.
 */
export function checkValue(
  value: unknown,
  definition: string,
  definitions: Definitions,
  root: string,
): readonly SchemaFault[] {
  const check = new ValueCheck(definitions, root)
  check.against(definitions[definition] ?? {}, value, definition)
  return check.faults
}

/** The names that the parts of an object's schema have. */
interface Known {
  readonly names: Set<string>
  /** It may have any other field. */
  isOpen: boolean
  /** The definition that has named fields last. */
  definition: string
}

class ValueCheck {
  faults: SchemaFault[] = []
  readonly #definitions: Definitions
  readonly #path: (string | number)[]

  constructor(definitions: Definitions, root: string) {
    this.#definitions = definitions
    this.#path = [root]
  }

  /** `known`: the schema is a part of that of an object, whose other parts are checked, too. */
  against(given: Schema, value: unknown, within: string, known?: Known): void {
    if (this.faults.length >= maxFaults) return
    const { schema, name } = resolved(given, this.#definitions)
    const definition = name ?? within
    if (schema.type !== undefined && !hasType(value, schema.type))
      return this.#fault('type', definition, value, expectedWords(schema, this.#definitions))
    this.#limits(schema, value, definition)
    if (Array.isArray(value)) this.#items(schema, value, definition)
    const own = isObject(value) ? (known ?? { names: new Set(), isOpen: false, definition }) : undefined
    if (own !== undefined && isObject(value)) this.#fields(schema, value, { definition, known: own })
    for (const part of schema.allOf ?? []) this.against(part, value, definition, own)
    const union = schema.anyOf ?? schema.oneOf
    if (union !== undefined) this.#union(unionPlan(union), value, definition, own)
    if (known === undefined && own !== undefined && isObject(value)) this.#extras(value, own)
  }

  #limits(schema: Schema, value: unknown, definition: string): void {
    if (schema.const !== undefined && value !== schema.const)
      this.#fault('value', definition, value, String(schema.const))
    if (schema.absolute === true && typeof value === 'string' && !absolutePath.test(value))
      this.#fault('relative', definition, value, 'an absolute path')
    const limit = brokenLimit(schema, value)
    if (limit !== null) this.#fault('value', definition, value, limit)
  }

  #items({ items }: Schema, list: readonly unknown[], definition: string): void {
    if (items === undefined) return
    for (const [index, item] of list.slice(0, maxItems).entries()) {
      this.#path.push(index)
      this.against(items, item, definition)
      this.#path.pop()
    }
  }

  #fields(
    { properties, required = [], additionalProperties }: Schema,
    object: JsonObject,
    { definition, known }: { readonly definition: string; readonly known: Known },
  ): void {
    if (properties !== undefined) known.definition = definition
    for (const name of required) {
      if (valueAt(object, name) !== undefined) continue
      const field = properties?.[name]
      const expected = field === undefined ? 'a value' : expectedWords(field, this.#definitions)
      this.#at(name, () => this.#fault('missing', definition, undefined, expected))
    }
    for (const name in properties) {
      const field = properties[name]
      known.names.add(name)
      const value = valueAt(object, name)
      if (field === undefined || value === undefined) continue
      this.#path.push(name)
      if (field.unstable === true) this.#fault('unstable', definition, value, '')
      this.against(field, value, definition)
      this.#path.pop()
    }
    if (additionalProperties === undefined || additionalProperties === false) return
    known.isOpen = true
    if (additionalProperties === true) return
    for (const [name, value] of Object.entries(object))
      if (!known.names.has(name)) this.#at(name, () => this.against(additionalProperties, value, definition))
  }

  #extras(object: JsonObject, { names, isOpen, definition }: Known): void {
    if (isOpen || names.size === 0) return
    for (const name in object)
      if (!names.has(name) && !name.startsWith('_'))
        this.#at(name, () => this.#fault('extra', definition, object[name], ''))
  }

  #union(plan: UnionPlan, value: unknown, definition: string, known?: Known): void {
    if (value === null && plan.isNullable) return
    switch (plan.by) {
      case 'nothing':
        return this.against(plan.branch, value, definition, known)
      case 'word':
        return this.#word(plan, value, definition)
      case 'tag':
        return this.#tagged(plan, value, { definition, known })
      case 'shape':
        return this.#shaped(plan.branches, value, { definition, known })
    }
  }

  #word(
    { words, isOpen }: Pick<Extract<UnionPlan, { by: 'word' }>, 'words' | 'isOpen'>,
    value: unknown,
    definition: string,
  ): void {
    if (typeof value === 'string' && words.has(value)) return
    if (!isOpen || typeof value !== 'string') return this.#wrongWord(value, words, definition)
    const expected = knownWords(words, true, value)
    if (!value.startsWith('_')) this.#fault('reserved', definition, value, expected)
  }

  #tagged(
    { tag, variants, other, untagged }: Extract<UnionPlan, { by: 'tag' }>,
    value: unknown,
    { definition, known }: { readonly definition: string; readonly known: Known | undefined },
  ): void {
    if (!isObject(value)) return this.#fault('type', definition, value, 'an object')
    const word = valueAt(value, tag)
    const variant = typeof word === 'string' ? variants.get(word) : undefined
    known?.names.add(tag)
    if (variant !== undefined) {
      if (variant.unstable === true) this.#at(tag, () => this.#fault('unstable', definition, word, ''))
      return this.against(variant, value, definition, known)
    }
    if (typeof word === 'string' && other !== null) {
      const expected = knownWords(variants.keys(), true, word)
      if (!word.startsWith('_')) this.#at(tag, () => this.#fault('reserved', definition, word, expected))
      // What a variant that nobody knows may hold is its own.
      if (known !== undefined) known.isOpen = true
      return this.against(other, value, definition, known)
    }
    if (untagged !== null && (typeof word === 'string' || (word ?? null) === null))
      return this.against(untagged, value, definition, known)
    if (known !== undefined) known.isOpen = true
    this.#at(tag, () => this.#wrongWord(word, variants.keys(), definition))
  }

  /** A word that is not among those that a version has. */
  #wrongWord(word: unknown, words: Iterable<string>, definition: string): void {
    const expected = knownWords(words, false, word)
    if (word === undefined) this.#fault('missing', definition, word, expected)
    else if (typeof word !== 'string') this.#fault('type', definition, word, expected)
    else this.#fault(word.startsWith('_') ? 'custom' : 'value', definition, word, expected)
  }

  /** Nothing names the branch: the one that fits best is told about. */
  #shaped(
    branches: readonly Schema[],
    value: unknown,
    { definition, known }: { readonly definition: string; readonly known: Known | undefined },
  ): void {
    const fitting = branches.filter((branch) => fitsType(value, resolved(branch, this.#definitions).schema))
    if (fitting.length === 0) {
      const expected = expectedWords({ anyOf: branches }, this.#definitions)
      return this.#fault('type', definition, value, expected)
    }
    const before = this.faults
    let best: { readonly faults: SchemaFault[]; readonly known: Known | undefined } | null = null
    for (const branch of fitting) {
      this.faults = []
      const own = known === undefined ? undefined : { ...known, names: new Set(known.names) }
      this.against(branch, value, definition, own)
      if (best === null || rejections(this.faults) < rejections(best.faults))
        best = { faults: this.faults, known: own }
      if (rejections(best.faults) === 0) break
    }
    this.faults = [...before, ...(best?.faults ?? [])]
    if (known === undefined || best?.known === undefined) return
    for (const name of best.known.names) known.names.add(name)
    known.isOpen ||= best.known.isOpen
    known.definition = best.known.definition
  }

  #at(name: string, act: () => void): void {
    this.#path.push(name)
    act()
    this.#path.pop()
  }

  /** One fault a place: the parts of a schema may say the same. */
  #fault(kind: FaultKind, definition: string, value: unknown, expected: string): void {
    const path = [...this.#path]
    const isTold = this.faults.some(
      (each) =>
        isRejection(each.kind) === isRejection(kind) &&
        each.path.length === path.length &&
        each.path.every((step, at) => step === path[at]),
    )
    if (!isTold) this.faults.push({ kind, path, definition, value, expected })
  }
}

/** Whether the schema of the version rejects the value. */
export function isRejection(kind: FaultKind): boolean {
  return kind === 'missing' || kind === 'type' || kind === 'value'
}

function rejections(faults: readonly SchemaFault[]): number {
  return faults.filter(({ kind }) => isRejection(kind)).length
}

/** `__proto__` and the like are names as others. */
function valueAt(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

function fitsType(value: unknown, { type, allOf }: Schema): boolean {
  return type === undefined ? allOf === undefined || isObject(value) : hasType(value, type)
}

function hasType(value: unknown, type: string | readonly string[]): boolean {
  return typeof type === 'string' ? isOfType(value, type) : type.some((each) => isOfType(value, each))
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return isObject(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}

/** Of the machine that the agent runs on, which may be any. */
const absolutePath = /^(?:\/|\\\\|[a-z]:[\\/])/i

const base64 = /^[\w+/-]*={0,2}$/

/** What a value should be that is beyond a limit; null: it is not. */
function brokenLimit(schema: Schema, value: unknown): string | null {
  const { minimum, maximum, minItems, minLength, contentEncoding, format } = schema
  if (typeof value === 'number') {
    if (minimum !== undefined && value < minimum) return `a number from ${minimum}`
    if (maximum !== undefined && value > maximum) return `a number up to ${maximum}`
  } else if (typeof value === 'string') {
    if (minLength !== undefined && value.length < minLength) return 'a text that is not empty'
    if (format === 'uri' && !URL.canParse(value)) return 'a URI'
    if (contentEncoding === 'base64' && (value.length % 4 !== 0 || !base64.test(value)))
      return 'a text in base64'
  } else if (Array.isArray(value) && minItems !== undefined && value.length < minItems)
    return 'a list that is not empty'
  return null
}

/** What a schema expects, for people: `a string`, `pending, in_progress or completed`, `null or a list`. */
function expectedWords(schema: Schema, definitions: Definitions): string {
  return listedWords([...new Set(alternatives(schema, definitions))], 'or')
}

function alternatives(given: Schema, definitions: Definitions): readonly string[] {
  const { schema } = resolved(given, definitions)
  const union = schema.anyOf ?? schema.oneOf
  if (schema.const !== undefined) return [String(schema.const)]
  if (schema.type !== undefined) return [schema.type].flat().map(typeWords)
  if (union !== undefined) {
    const plan = unionPlan(union)
    const branches =
      plan.by === 'word'
        ? wordAlternatives(plan.words, plan.isOpen)
        : union.filter(({ type }) => type !== 'null').flatMap((branch) => alternatives(branch, definitions))
    return plan.isNullable ? [...branches, 'null'] : branches
  }
  return (schema.allOf ?? []).flatMap((part) => alternatives(part, definitions))
}

/** Words that are listed; the rest is counted. */
const maxWords = 8

/** The words that a union knows, for one that it does not know: of many, the nearest one. */
function knownWords(words: Iterable<string>, isOpen: boolean, seen: unknown): string {
  const all = [...words]
  const near =
    all.length > maxWords && typeof seen === 'string' ? nearest(seen.slice(0, longestWord), all) : null
  return near === null
    ? listedWords(wordAlternatives(all, isOpen), 'or')
    : `${near}, or one of ${all.length - 1} others`
}

/** Longer ones are no typing mistakes. */
const longestWord = 60

function wordAlternatives(words: Iterable<string>, isOpen: boolean): readonly string[] {
  const all = [...words]
  const more = all.length - maxWords
  const listed = more > 1 ? [...all.slice(0, maxWords), `${more} others`] : all
  return isOpen ? [...listed, 'a word that begins with _'] : listed
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function typeWords(type: string): string {
  return typeNames[type] ?? type
}
