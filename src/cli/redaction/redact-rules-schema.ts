// `zod/mini` has the same checks and takes a third of the start-up time of `zod`.
import * as z from 'zod/mini'

const literal = z.strictObject({ literal: z.string(), ignoreCase: z.optional(z.boolean()) })
const pattern = z.strictObject({ pattern: z.string() })

/** A file of rules for `--redact`: further replacements, and texts that are kept. */
export const redactRulesSchema = z.strictObject({
  $schema: z.optional(z.string()),
  /** Without a replacement, each character becomes an x. */
  rules: z.optional(
    z.array(
      z.union([
        z.strictObject({ ...literal.shape, replacement: z.optional(z.string()) }),
        z.strictObject({ ...pattern.shape, replacement: z.optional(z.string()) }),
      ]),
    ),
  ),
  allow: z.optional(z.array(z.union([z.string(), literal, pattern]))),
})

export type RedactRulesFile = z.infer<typeof redactRulesSchema>
