import * as z from 'zod/mini'
import { described } from '../../lib/described-schema.ts'
import { line } from './fields.ts'

const remark = line('remark', 'The program has said something to its user.', {
  words: described(z.string(), 'As on the screen.'),
})

export const remarkLines = [remark] as const
