// What the package publishes as JSON Schema, for who reads what this program writes. Read when the package is built, and by no
// run of the program.
import * as z from 'zod/mini'
import { note } from '../app/notes/schema/note.ts'
import { described, named } from '../lib/described-schema.ts'
import { recordsBesideEvents, t } from '../protocol/trace/record-schema.ts'
import { traceHeader } from '../protocol/trace/trace-schema.ts'
import { jsonEvent } from './schema/json-event.ts'
import { lintDocument, ruleList } from './schema/lint-document.ts'
import { jsonSchemaVersion } from './schema/run-lines.ts'
import { firstLine } from './schema/fields.ts'

/** A line of a recording as this version writes it, the notes in it included. */
export const recordingLine = z.union([
  named('header', traceHeader, firstLine),
  ...recordsBesideEvents,
  described(z.strictObject({ t, event: note }), 'What the client and its user did, which no frame tells.'),
])

/** Each published schema, by the name of its file in `dist`. */
export const writtenSchemas: Readonly<Record<string, object>> = {
  'schema.json': {
    $id: `urn:acp-plan-tui:json:${jsonSchemaVersion}`,
    title: 'A line of `acp-plan-tui --format json`',
    ...z.toJSONSchema(jsonEvent),
  },
  'recording-schema.json': {
    $id: `urn:acp-plan-tui:recording:${traceHeader.shape.version.def.values[0]}`,
    title: 'A line of a recording made by `acp-plan-tui --record`',
    ...z.toJSONSchema(recordingLine),
  },
  'lint-schema.json': {
    $id: `urn:acp-plan-tui:lint:${lintDocument.shape.version.def.values[0]}`,
    title: 'The document of `acp-plan-tui lint --format json`',
    ...z.toJSONSchema(z.union([lintDocument, ruleList])),
  },
}
