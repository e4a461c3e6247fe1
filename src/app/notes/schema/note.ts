// The schema of `event` in a recording, and its only definition. The program imports only types from here, so that no
// run loads zod; the package publishes it with the schema of recordings, and tests validate every note that they
// write.
import * as z from 'zod/mini'
import type { DeepReadonly } from '../../../lib/described-schema.ts'
import { answerNotes, sessionNotes } from './session-notes.ts'
import { documentNote } from './document-note.ts'
import { linkNotes } from './link-notes.ts'

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
