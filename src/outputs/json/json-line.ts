import { writeJson } from '../../lib/json/write-json.ts'
import type { JsonEvent } from './schema/json-event.ts'

// JSON itself escapes the C0 controls and lone surrogates. It allows these, which control a terminal or hide text: DEL and
// C1, bidi controls, line and paragraph separators, invisible operators, byte-order marks, tags.
const unsafe =
  /[\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g

/** The event as a line of JSON that parses to the same event and contains no terminal control. */
export function jsonLine(event: JsonEvent): string {
  return escapeUnsafe(writeJson(event))
}

/** JSON that means the same and contains no terminal control. */
export function escapeUnsafe(json: string): string {
  return json.replace(unsafe, escaped)
}

function escaped(text: string): string {
  let escapes = ''
  for (let at = 0; at < text.length; at++) {
    escapes += `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`
  }
  return escapes
}
