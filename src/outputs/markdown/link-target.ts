const allowed = /^(?:https?|mailto):/i
/** Up to here a scheme would stand. */
const beginning = /^(?:&#|[^/?#])*/
/** What a reader of markdown, or of the HTML that is made of it, turns into other characters before it looks for a scheme. */
const disguised = /[\\\s]|&(?:#|\w+;)/

/**
 * Whether an address in markdown may be a link's: http, https or mailto, or a place relative to the document. One that names
 * another computer without a scheme (`//host`) is none, since where it leads depends on where the document lies.
 */
export function isHarmlessTarget(target: string): boolean {
  if (target.startsWith('//') || target.includes('\\')) return false
  const [scheme = ''] = beginning.exec(target) ?? []
  if (disguised.test(scheme)) return false
  return !scheme.includes(':') || allowed.test(scheme)
}
