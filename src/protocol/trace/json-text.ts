import { deepestLevel } from '../../lib/json/cut-depth.ts'
import { readJson, type JsonReading } from '../../lib/json/read-json.ts'
import { writeJson } from '../../lib/json/write-json.ts'

/**
 * The depth of a record: that of a message plus that of the record around it. A message that is too deep is left to
 * the reader of messages, so that a recording is read as it was live.
 */
export const recordLevels = deepestLevel + 16

/** Parses a line that holds one or more records; null if it is not JSON. */
export function readRecordText(text: string): JsonReading | null {
  return readJson(text, recordLevels)
}

/** A value as JSON text; null for undefined. */
export function lineOf(value: unknown): string | null {
  return value === undefined ? null : writeJson(value)
}
