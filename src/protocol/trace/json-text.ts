import { deepestLevel } from '../../lib/json/cut-depth.ts'
import { readJson, type JsonReading } from '../../lib/json/read-json.ts'
import { writeJson } from '../../lib/json/write-json.ts'

/**
 * How deep a record may be nested: what a message may, and where it stands in its record. So what is too deep in a message is left
 * to who reads that, from a recording as it was read when it came.
 */
export const recordLevels = deepestLevel + 16

/** A record, or several, from the text of a line; null when it is no JSON. */
export function readRecordText(text: string): JsonReading | null {
  return readJson(text, recordLevels)
}

/** A value as the text of a line; null: there is none. */
export function lineOf(value: unknown): string | null {
  return value === undefined ? null : writeJson(value)
}
