import * as z from 'zod/mini'

/** Steps in a table. */
export const _table = z.strictObject({
  type: z.literal('table'),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
})
