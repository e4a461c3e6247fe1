import * as z from 'zod/mini'
import { described } from '../../../lib/described-schema.ts'
import { count } from '../fields.ts'

const lines = 'Lines that came and went between the first and the last that differ.'

export const markdownContent = z.strictObject({
  type: z.literal('markdown'),
  text: z.string(),
  linesAdded: described(count, lines),
  linesRemoved: described(count, lines),
})
