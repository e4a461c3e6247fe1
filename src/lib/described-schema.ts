import * as z from 'zod/mini'

/** The schema with a description, which is published with it. */
export function described<S extends z.ZodMiniType>(schema: S, description: string): S {
  return schema.check(z.describe(description))
}

/** The schema with a description and an id, under which it is published as a definition. */
export function named<S extends z.ZodMiniType>(id: string, schema: S, description: string): S {
  return schema.check(z.meta({ id, description }))
}

/** The key `$schema` of a file that a user writes. */
export const schemaPlace = z.optional(described(z.unknown(), 'The place of this schema, for editors.'))

/** The type with all properties and lists `readonly`, at any depth; types inferred from a schema are not. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T
