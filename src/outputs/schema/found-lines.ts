import * as z from 'zod/mini'
import { type DeepReadonly, described } from '../../lib/described-schema.ts'
import { count, line, isoTime } from './fields.ts'

const found = line('found', 'A session of another program, as `attach --list --json` lists it.', {
  host: described(
    z.nullable(z.string()),
    'The other machine that it is on, as --host names it; null: this one.',
  ),
  kind: described(z.enum(['tap', 'acpx', 'trace', 'claude-code', 'codex']), 'What wrote it.'),
  id: described(z.string(), 'The id of the session, or the name of a tap. `KIND:ID` names it for `attach`.'),
  path: described(z.string(), 'Its file, folder or socket.'),
  pid: described(z.nullable(z.number()), 'The process that writes it; null: unknown, or it has ended.'),
  agent: z.string(),
  folder: described(z.nullable(z.string()), 'The folder that the agent works in; null: unknown.'),
  label: described(z.nullable(z.string()), 'The name that its user gave it.'),
  changedAt: isoTime,
  inferred: described(z.boolean(), 'Its plans are inferred from its log.'),
  doing: described(
    z.nullable(z.enum(['waits', 'works', 'rests'])),
    'What its agent does; `waits`: for its user. null: it was not read.',
  ),
  about: described(z.nullable(z.string()), 'What it waits for, or the step that it works on.'),
  plan: described(
    z.nullable(
      z.strictObject({
        title: z.string(),
        progress: z.nullable(z.strictObject({ done: count, total: count })),
      }),
    ),
    'The plan that has changed last; null: it has none, or was not read.',
  ),
})

export const foundLines = [found] as const

export type JsonFound = DeepReadonly<z.output<typeof found>>
