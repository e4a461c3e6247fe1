import * as z from 'zod/mini'

/** A file; what is in it is told by `document`. */
export const fileContent = z.strictObject({ type: z.literal('file'), uri: z.string() })
