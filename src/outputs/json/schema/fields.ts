import * as z from 'zod/mini'
import { described } from '../../../lib/described-schema.ts'

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
