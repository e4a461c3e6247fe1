import * as z from 'zod/mini'

/** The schema with a sentence on what it holds, which is published with it. */
export function described<S extends z.ZodMiniType>(schema: S, description: string): S {
  return schema.check(z.describe(description))
}

/** What every line has. */
export const atMs = described(z.number().check(z.nonnegative()), 'Milliseconds since the start.')

/** What every line about a session has. */
export const inSession = { atMs, session: described(z.string(), 'The id of the session.') }

export const count = z.number().check(z.nonnegative(), z.int())

/** A duration in milliseconds. */
export const milliseconds = z.number().check(z.nonnegative())

/** It is there where it is so, and else not. */
export function flag(description: string): z.ZodMiniExactOptional<z.ZodMiniLiteral<true>> {
  return z.exactOptional(described(z.literal(true), description))
}
