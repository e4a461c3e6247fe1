import { listedWords } from '../../../lib/text/listed-words.ts'
import { nearest } from '../../../lib/text/nearest.ts'

/** Which of the keys of an object was most likely meant; all of them where none is near. */
export function keyHint(typed: string, keys: readonly string[]): string {
  const meant = nearest(typed, keys)
  return meant === null ? `What may stand here is ${listedWords(keys, 'and')}.` : `Did you mean “${meant}”?`
}

/** The same for names of things that a script has, of which there may be none. */
export function nameHint(typed: string, names: readonly string[]): string {
  const meant = nearest(typed, names)
  if (meant !== null) return `Did you mean “${meant}”?`
  return names.length === 0
    ? 'There are none.'
    : `There ${names.length === 1 ? 'is' : 'are'} ${listedWords(names, 'and')}.`
}
