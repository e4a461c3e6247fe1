import schema1 from '@agentclientprotocol/sdk/schema/v1/schema.unstable.json'
import schema2 from '@agentclientprotocol/sdk/schema/v2/schema.unstable.json'
import { memoWeak } from '../../lib/memo.ts'
import type { ProtocolVersion } from '../wire/message.ts'

/** The part of JSON Schema that the protocol's schemas use. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly const?: string | number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly minLength?: number
  readonly contentEncoding?: string
  readonly format?: 'uri'
  /** The method whose request, response or notification it describes, and which side handles it. */
  readonly 'x-method'?: string
  readonly 'x-side'?: string
  /** It must be an absolute path. */
  readonly absolute?: true
  /** It is not in the stable schema of the version. */
  readonly unstable?: true
}

export type Definitions = Readonly<Record<string, Schema>>

/** The definitions that the SDK ships, stable and unstable; the build leaves out what rejects nothing, and marks what is unstable. */
export const definitionsOf: Readonly<Record<ProtocolVersion, Definitions>> = {
  1: definitionsIn(schema1),
  2: definitionsIn(schema2),
}

function definitionsIn({ $defs }: { readonly $defs: unknown }): Definitions {
  return $defs as Definitions
}

/** How the branch of a union is chosen, so that a fault is told about one branch, and not about all. */
export type UnionPlan = { readonly isNullable: boolean } & (
  | { readonly by: 'nothing'; readonly branch: Schema }
  /** `isOpen`: other words may come later, and those that begin with an underscore are free. */
  | { readonly by: 'word'; readonly words: ReadonlySet<string>; readonly isOpen: boolean }
  | {
      readonly by: 'tag'
      readonly tag: string
      readonly variants: ReadonlyMap<string, Schema>
      /** For words that are not known; null: there is none. */
      readonly other: Schema | null
      /** For objects without the tag; null: there is none. */
      readonly untagged: Schema | null
    }
  | { readonly by: 'shape'; readonly branches: readonly Schema[] }
)

/** Computed once for each union. */
export const unionPlan = memoWeak((union: readonly Schema[]): UnionPlan => {
  const branches = union.filter(({ type }) => type !== 'null')
  const isNullable = branches.length < union.length
  const [first, second] = branches
  if (first !== undefined && second === undefined) return { isNullable, by: 'nothing', branch: first }
  if (branches.every(({ type }) => type === 'string')) {
    const words = new Set(branches.flatMap((each) => (typeof each.const === 'string' ? [each.const] : [])))
    if (words.size > 0) return { isNullable, by: 'word', words, isOpen: words.size < branches.length }
  }
  const tag = branches.map(tagOf).find((each) => each !== null)
  return tag === undefined
    ? { isNullable, by: 'shape', branches }
    : { isNullable, by: 'tag', tag, ...byTag(branches, tag) }
})

function tagOf({ properties = {} }: Schema): string | null {
  return Object.entries(properties).find(([, field]) => typeof field.const === 'string')?.[0] ?? null
}

function byTag(
  branches: readonly Schema[],
  tag: string,
): Pick<Extract<UnionPlan, { by: 'tag' }>, 'variants' | 'other' | 'untagged'> {
  const variants = new Map<string, Schema>()
  let [other, untagged]: [Schema | null, Schema | null] = [null, null]
  for (const branch of branches) {
    const field = branch.properties?.[tag]
    if (typeof field?.const === 'string') variants.set(field.const, branch)
    else if (field?.type === 'string') other = branch
    else untagged = branch
  }
  return { variants, other, untagged }
}

interface ResolvedSchema {
  readonly schema: Schema
  /** The name of its definition; null: it has none of its own. */
  readonly name: string | null
}

const resolvedSchemas = new WeakMap<Schema, ResolvedSchema>()

/** A schema with what it refers to in its place. */
export function resolved(schema: Schema, definitions: Definitions): ResolvedSchema {
  const known = resolvedSchemas.get(schema)
  if (known !== undefined) return known
  const result = referredTo(schema, definitions)
  resolvedSchemas.set(schema, result)
  return result
}

function referredTo(schema: Schema, definitions: Definitions): ResolvedSchema {
  let [found, name]: [Schema, string | null] = [schema, null]
  while (found.$ref !== undefined) {
    name = found.$ref.slice(found.$ref.lastIndexOf('/') + 1)
    found = definitions[name] ?? {}
  }
  return { schema: found, name }
}
