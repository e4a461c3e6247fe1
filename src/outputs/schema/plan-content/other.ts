import * as z from 'zod/mini'
import { described } from '../../../lib/described-schema.ts'

/** An unknown type of plan. */
export const otherContent = z.strictObject({
  type: z.literal('other'),
  planType: z.string(),
  payload: described(z.record(z.string(), z.unknown()), 'Its fields as they came.'),
})
