import { writeShownJson } from '../../lib/json/write-json.ts'
import type { JsonEvent } from '../schema/json-event.ts'

/** The event as a line of JSON that parses to the same event and contains no terminal control. */
export function jsonLine(event: JsonEvent): string {
  return writeShownJson(event)
}

/** A time in whole milliseconds; null: nobody tells. */
export function wholeMs(atMs: number | null): number | null {
  return atMs === null ? null : Math.round(atMs)
}
