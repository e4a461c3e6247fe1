import * as z from 'zod/mini'

/** A file; its content is in the `document` lines. */
export const fileContent = z.strictObject({ type: z.literal('file'), uri: z.string() })
