import * as z from 'zod/mini'

/** The schema with a sentence on what it holds, which is published with it. */
export function described<S extends z.ZodMiniType>(schema: S, description: string): S {
  return schema.check(z.describe(description))
}

/** The same for one that is published under a name of its own. */
export function named<S extends z.ZodMiniType>(id: string, schema: S, description: string): S {
  return schema.check(z.meta({ id, description }))
}
