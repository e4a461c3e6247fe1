import { listedWords } from '../../../lib/text/listed-words.ts'
import { nearest } from '../../../lib/text/nearest.ts'

/** Suggests the key of an object that is nearest to a mistyped one, or lists all keys. */
export function keyHint(typed: string, keys: readonly string[]): string {
  const meant = nearest(typed, keys)
  return meant === null ? `What may stand here is ${listedWords(keys, 'and')}.` : `Did you mean “${meant}”?`
}

/** Suggests the name in the script that is nearest to a mistyped one, or lists all names. */
export function nameHint(typed: string, names: readonly string[]): string {
  const meant = nearest(typed, names)
  if (meant !== null) return `Did you mean “${meant}”?`
  return names.length === 0
    ? 'There are none.'
    : `There ${names.length === 1 ? 'is' : 'are'} ${listedWords(names, 'and')}.`
}
