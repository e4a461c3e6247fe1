import type { Finding } from '../matching/finding.ts'
import { inCaseOf } from './find-names.ts'
import { Literals } from '../matching/literals.ts'
import { isCommonFolder, isPlainWord } from './plain-words.ts'

const namesKept = 64
/** A word that is shorter may be any word. */
const shortestWord = 6
const shortestName = 5

/** Names of folders that agents work in, which are found wherever they stand, where they are more than a common word. */
export class ProjectNames {
  readonly #names = new Literals(namesKept, { isWords: true })
  readonly #aliases = new Map<string, string>()

  get size(): number {
    return this.#names.size
  }

  get haveLineBreak(): boolean {
    return this.#names.haveLineBreak
  }

  learn(name: string, alias: string): void {
    if (!isTelling(name) || this.#names.has(name)) return
    this.#names.add(name)
    this.#aliases.set(name.toLowerCase(), alias)
  }

  find(text: string): readonly Finding[] {
    return this.#names.find(text).map(({ start, end, literal }) => ({
      start,
      end,
      what: 'name of a project',
      isVague: true,
      replacement: () =>
        inCaseOf(text.slice(start, end), this.#aliases.get(literal.toLowerCase()) ?? 'project'),
    }))
  }
}

/** Whether a name says something of somebody: `secret-project` does, `src` and `my-app` do not. */
function isTelling(name: string): boolean {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const telling = words.filter((word) => word.length >= 3 && /\p{L}/u.test(word) && !isCommon(word))
  if (words.length > 1) return name.length >= shortestName && telling.length > 0
  return (
    telling.length > 0 && (name.length >= shortestWord || (/\d/.test(name) && name.length >= shortestName))
  )
}

function isCommon(word: string): boolean {
  return isCommonFolder(word) || isPlainWord(word) || isCommonFolder(word.replace(/(?:s|\d+)$/, ''))
}
