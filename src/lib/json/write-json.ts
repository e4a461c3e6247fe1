import { cutMark, deepestLevel } from './cut-depth.ts'

/**
 * A value as JSON on one line; null for what JSON has no word for. Never throws for its depth: what was read is no deeper than its
 * reader lets it be, and anything else loses what nobody could read again. `asWritten`: what is written for each text in it, but
 * for keys.
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

/** A copy without what is nested deeper. */
function upTo(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return cutMark
  if (Array.isArray(value)) return value.map((item) => upTo(item, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, upTo(member, levels - 1)]))
}
