import { cutMark, deepestLevel } from './cut-depth.ts'

/**
 * A value as JSON on one line; `null` for values that JSON does not have. Never throws for its depth: a value that is too deep for
 * JSON.stringify is cut. `asWritten` replaces each text, but not keys.
 */
export function writeJson(value: unknown, asWritten?: (text: string) => string): string {
  const replacer =
    asWritten && ((_: string, each: unknown) => (typeof each === 'string' ? asWritten(each) : each))
  try {
    return JSON.stringify(value, replacer) ?? 'null'
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return JSON.stringify(upTo(value, deepestLevel), replacer) ?? 'null'
  }
}

// JSON itself escapes the C0 controls and lone surrogates. It allows these, which control a terminal or hide text: DEL and
// C1, bidi controls, line and paragraph separators, invisible operators, byte-order marks, tags.
const unsafe =
  /[\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g

/**
 * The same for JSON that people and other programs may read: it contains no terminal control and nothing invisible, and half a
 * surrogate pair is U+FFFD, since parsers such as that of jq refuse a document with one.
 */
export function writeShownJson(value: unknown): string {
  const json = writeJson(value)
  return escapeUnsafe(json.includes(String.raw`\ud`) ? json.replace(anyEscape, wholeEscape) : json)
}

/** JSON.stringify escapes a surrogate only where it is half a pair. */
const anyEscape = /\\(?:ud[89a-f][\da-f]{2}|.)/g
const wholeEscape = (escape: string): string => (escape.length > 2 ? '\ufffd' : escape)

/** JSON that means the same and contains no terminal control and nothing invisible. */
export function escapeUnsafe(json: string): string {
  return json.replace(unsafe, escaped)
}

function escaped(text: string): string {
  let escapes = ''
  for (let at = 0; at < text.length; at++)
    escapes += `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`
  return escapes
}

/** A copy, cut at a depth. */
function upTo(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return cutMark
  if (Array.isArray(value)) return value.map((item) => upTo(item, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, upTo(member, levels - 1)]))
}
