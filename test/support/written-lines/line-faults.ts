// Checks lines of JSON and of recordings against their schemas.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fromJSONSchema } from 'zod'
import * as z from 'zod/mini'
import { note } from '../../../src/app/notes/schema/note.ts'
import { jsonEvent } from '../../../src/outputs/schema/json-event.ts'
import { traceHeader, traceRecord } from '../../../src/protocol/trace/trace-schema.ts'

// zod/mini has no error messages by default.
z.config(z.locales.en())

/** Why a line does not match its schema, with the line; null if it matches. */
export type FaultOf = (line: string) => string | null

/** The schemas of what a program writes. */
export interface Schemas {
  readonly jsonLine: FaultOf
  readonly recordingLine: FaultOf
}

export const ourSchemas: Schemas = { jsonLine: jsonLineFault, recordingLine: recordingLineFault }

/** The schemas that a program has published in its `dist`. */
export function publishedIn(dist: string): Schemas {
  const read = (name: string): FaultOf => {
    const published = JSON.parse(readFileSync(path.join(dist, name), 'utf8')) as Parameters<
      typeof fromJSONSchema
    >[0]
    const schema = fromJSONSchema(published)
    return (line) => faultOf(`a line of the program in ${dist}`, schema, line)
  }
  return { jsonLine: read('schema.json'), recordingLine: read('recording-schema.json') }
}

/** Why a line of `--format json` does not match its schema; null if it matches. */
export function jsonLineFault(line: string): string | null {
  return faultOf('a line of JSON', jsonEvent, line)
}

/** The same for a line of a recording, and for the note in it. */
export function recordingLineFault(line: string): string | null {
  const isHeader = line.startsWith('{"trace"')
  const fault = faultOf('a line of a recording', isHeader ? traceHeader : traceRecord, line)
  if (fault !== null || isHeader) return fault
  const { event } = JSON.parse(line) as { readonly event?: unknown }
  return event === undefined ? null : noteFault(event)
}

/** The same for a note alone. */
export function noteFault(event: unknown): string | null {
  return faultOf('a note of a recording', note, JSON.stringify(event))
}

function faultOf(what: string, schema: z.core.$ZodType, line: string): string | null {
  const value = parsed(line)
  const read = value === undefined ? null : z.safeParse(schema, value)
  if (read?.success === true) return null
  const why = read === null ? 'it is no JSON' : z.prettifyError(read.error)
  return `${what} does not match its schema: ${why}\n${line.slice(0, 2000)}`
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
