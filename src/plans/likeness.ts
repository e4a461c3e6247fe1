const textCompared = 400

const asciiWords = /[a-z0-9]+/g
const words = /[\p{L}\p{N}\p{M}]+/gu
// Ideographs, kana and Thai stand without spaces between words: each character counts.
const unspaced = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])/gu
const isAscii = /^[\0-\x7f]*$/

/** The distinct words of a text without their English endings: "Splitting" is "split". */
export function stems(text: string): ReadonlySet<string> {
  const start = text.slice(0, textCompared).toLowerCase()
  const found = isAscii.test(start) ? start.match(asciiWords) : start.replace(unspaced, ' $1 ').match(words)
  const distinct = new Set<string>()
  for (const word of found ?? []) distinct.add(stem(word))
  return distinct
}

function stem(word: string): string {
  const root = word.slice(0, word.length - endingLength(word))
  const last = root.length - 1
  // The doubled letter of "splitting".
  return last > 0 && root[last] === root[last - 1] ? root.slice(0, last) : root
}

function endingLength(word: string): number {
  if (word.endsWith('ing')) return 3
  if (word.endsWith('ed') || word.endsWith('es')) return 2
  return word.endsWith('s') || word.endsWith('e') ? 1 : 0
}

/** How much two texts share, by their stems: 1 for the same words, 0 for none (Dice's coefficient). */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const all = one.size + other.size
  if (all === 0) return 0
  let shared = 0
  for (const word of one) if (other.has(word)) shared++
  return (2 * shared) / all
}

const enoughToTell = 20
const nearlyAll = 0.85

/** Two texts of some length that differ in one place only, and little: a quick look that spares taking them apart. */
export function isNearlySame(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length)
  const shortest = Math.min(one.length, other.length)
  if (longest < enoughToTell || shortest < longest * nearlyAll || longest > textCompared) return false
  let start = 0
  while (start < shortest && one.charCodeAt(start) === other.charCodeAt(start)) start++
  let end = 0
  while (
    end < shortest - start &&
    one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end)
  )
    end++
  return start + end >= longest * nearlyAll
}
