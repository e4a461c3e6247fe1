import { listedWords } from '../../../lib/text/listed-words.ts'
import { meantHint } from '../../../lib/text/usage-error.ts'

/** Suggests the key of an object that is nearest to a mistyped one, or lists all keys. */
export function keyHint(typed: string, keys: readonly string[]): string {
  return meantHint(typed, keys, `What may stand here is ${listedWords(keys, 'and')}.`)
}

/** Suggests the name in the script that is nearest to a mistyped one, or lists all names. */
export function nameHint(typed: string, names: readonly string[]): string {
  const all = `There ${names.length === 1 ? 'is' : 'are'} ${listedWords(names, 'and')}.`
  return meantHint(typed, names, names.length === 0 ? 'There are none.' : all)
}
