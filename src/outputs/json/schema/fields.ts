import * as z from 'zod/mini'
import { described } from '../../../lib/described-schema.ts'

/** In every line. */
export const atMs = described(z.number().check(z.nonnegative()), 'Milliseconds since the start.')

/** In every line about a session. */
export const inSession = { atMs, session: described(z.string(), 'The id of the session.') }

export const count = z.number().check(z.nonnegative(), z.int())

/** A duration in milliseconds. */
export const milliseconds = z.number().check(z.nonnegative())

/** A field that is `true` or absent. */
export function flag(description: string): z.ZodMiniExactOptional<z.ZodMiniLiteral<true>> {
  return z.exactOptional(described(z.literal(true), description))
}
