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

/** A copy, cut at a depth. */
function upTo(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return cutMark
  if (Array.isArray(value)) return value.map((item) => upTo(item, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, upTo(member, levels - 1)]))
}
