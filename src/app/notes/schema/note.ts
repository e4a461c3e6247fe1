// The schema of `event` in a recording, and its only definition. The program imports only types from here, so that no
// run loads zod; the package publishes it with the schema of recordings, and tests validate every note that they
// write.
import * as z from 'zod/mini'
import { type DeepReadonly, described, named } from '../../../lib/described-schema.ts'
import { answerNotes, sessionNotes, linkNotes } from './session-notes.ts'

const count = z.number().check(z.nonnegative())
const path = z.string()
const cause = z.string()
const limit = z.number()

const reason = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal([
      'missing',
      'not-in-a-folder',
      'unreadable',
      'directory',
      'link-loop',
      'name-too-long',
      'on-another-machine',
    ]),
    path,
  }),
  z.strictObject({ kind: z.literal('device'), path, device: z.literal(['pipe', 'socket', 'device']) }),
  z.strictObject({ kind: z.literal('read-failed'), path, cause }),
  z.strictObject({ kind: z.literal('link-leads-out'), path, folder: z.string() }),
  z.strictObject({ kind: z.literal(['binary', 'relative', 'needs-permission', 'not-recorded']) }),
  z.strictObject({ kind: z.literal('path-without-scheme'), suggestion: z.exactOptional(z.string()) }),
  z.strictObject({ kind: z.literal(['bad-uri', 'fetch-failed']), cause }),
  z.strictObject({ kind: z.literal('other-host'), host: z.string() }),
  z.strictObject({ kind: z.literal('unknown-scheme'), scheme: z.string() }),
  z.strictObject({ kind: z.literal('fetch-refused'), status: z.number() }),
  z.strictObject({ kind: z.literal('fetch-timeout'), afterMs: z.number() }),
  z.strictObject({ kind: z.literal(['too-many-redirects', 'too-many-open']), limit }),
  z.strictObject({ kind: z.literal('bad-redirect'), target: z.string() }),
])

/** The note of the document of a `file` plan, so that a replay can show it elsewhere. */
export const documentNote = named(
  'document',
  z.discriminatedUnion('state', [
    z.strictObject({
      type: z.literal('document'),
      state: z.literal('shown'),
      uri: z.string(),
      text: z.string(),
      format: z.literal(['markdown', 'json', 'source', 'plain']),
      language: z.exactOptional(z.string()),
      sizeBytes: count,
      truncatedToBytes: z.exactOptional(
        described(count, 'So many bytes are in `text`, which is only its beginning.'),
      ),
      replacedCharacters: z.exactOptional(
        described(count, 'So many unreadable places were replaced by U+FFFD.'),
      ),
      fetchedFrom: z.exactOptional(described(z.string(), 'Where redirects led to.')),
    }),
    z.strictObject({ type: z.literal('document'), state: z.literal('unavailable'), uri: z.string(), reason }),
  ]),
  'The document of a `file` plan was read, or cannot be.',
)

export type DocumentNote = DeepReadonly<z.output<typeof documentNote>>

const eventNote = z.discriminatedUnion('type', [...linkNotes, ...sessionNotes, ...answerNotes])

/** One note. Unknown fields are not allowed. */
export const note = z.discriminatedUnion('type', [
  ...linkNotes,
  ...sessionNotes,
  ...answerNotes,
  documentNote,
])

/** The note of an event: the event without its time, which is in the record. */
export type EventNote = DeepReadonly<z.output<typeof eventNote>>
