import * as z from 'zod/mini'
import { named } from '../../../lib/described-schema.ts'

/** The schema of the notes of one type, with its other fields. It is published under the type. */
export function eventNote<T extends string, F extends Readonly<Record<string, z.ZodMiniType>>>(
  type: T,
  description: string,
  fields: F,
): z.ZodMiniObject<{ type: z.ZodMiniLiteral<T> } & F, z.core.$strict> {
  return named(type, z.strictObject({ type: z.literal(type), ...fields }), description)
}
