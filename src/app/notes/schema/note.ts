// What stands as `event` in a recording: its only source. The program takes the types from here, and nothing else, so that no
// run loads it; the package publishes it with the schema of recordings, and tests hold every note that they write against it.
import * as z from 'zod/mini'
import type { DeepReadonly } from '../../../lib/deep-readonly.ts'
import { answerNotes } from './answer-notes.ts'
import { documentNote } from './document-note.ts'
import { linkNotes } from './link-notes.ts'
import { sessionNotes } from './session-notes.ts'

const eventNote = z.discriminatedUnion('type', [...linkNotes, ...sessionNotes, ...answerNotes])

/** One note. Nothing that is not said here may stand in it. */
export const note = z.discriminatedUnion('type', [
  ...linkNotes,
  ...sessionNotes,
  ...answerNotes,
  documentNote,
])

/** The note of an event: the event without its time, which its record has. */
export type EventNote = DeepReadonly<z.output<typeof eventNote>>
