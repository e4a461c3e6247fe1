import * as z from 'zod/mini'
import { described, named } from '../../lib/described-schema.ts'

/** In every line. */
export const atMs = described(
  z.nullable(z.number().check(z.nonnegative())),
  'Milliseconds since the start; null: nobody tells, as in a log without times.',
)

/** In every line about a session. */
export const inSession = { atMs, session: described(z.string(), 'The id of the session.') }

export const firstLine = 'The first line.'

export const isoTime = described(z.iso.datetime(), 'ISO 8601, UTC.')

export const count = z.number().check(z.nonnegative(), z.int())

/** A duration in milliseconds. */
export const milliseconds = z.number().check(z.nonnegative())

/** A field that is `true` or absent. */
export function flag(description: string): z.ZodMiniExactOptional<z.ZodMiniLiteral<true>> {
  return z.exactOptional(described(z.literal(true), description))
}

/** The fields of a line, without its `type` and `atMs`. */
type Fields = Readonly<Record<string, z.ZodMiniType>>

type Line<T extends string, F extends Fields> = z.ZodMiniObject<
  { type: z.ZodMiniLiteral<T>; atMs: typeof atMs } & F,
  z.core.$strict
>

/** A line of this type, which has these fields and no others. */
export function line<T extends string, F extends Fields>(
  type: T,
  description: string,
  fields: F,
): Line<T, F> {
  return named(type, z.strictObject({ type: z.literal(type), atMs, ...fields }), description)
}
