import * as z from 'zod/mini'
import { described, named } from '../../../lib/described-schema.ts'
import { atMs } from './fields.ts'

const remark = named(
  'remark',
  z.strictObject({ type: z.literal('remark'), atMs, words: described(z.string(), 'As on the screen.') }),
  'The program has said something to its user.',
)

export const remarkLines = [remark] as const
