import { lateRegExp } from '../memo.ts'

/**
 * A text for comparing with words of our own, never for display: what looks alike is the same afterwards. Invisible characters and
 * accents are removed, letters of other scripts and styles become the Latin ones that they look like, case is folded, and everything
 * between words is one space. `l`, `1`, `I` and `|` all become `i`, so words to compare with have to be folded, too.
 */
export function foldLookAlikes(text: string): string {
  const lower = (isPlain.test(text) ? text : latinized(text)).toLowerCase().replace(/['’]/g, '')
  return withoutTwins(lower.replace(/[1|]/g, 'l').replaceAll('0', 'o')).replace(separators(), ' ').trim()
}

/** A regular expression for folded texts, made when it is needed; `source` has its words in lower case, and no digits among them. */
export function foldedPattern(source: string): () => RegExp {
  let made: RegExp | null = null
  return () => (made ??= new RegExp(withoutTwins(latinized(source)), 'u'))
}

/** Letters that look alike in many typefaces. */
function withoutTwins(lower: string): string {
  return lower.replaceAll('l', 'i').replaceAll('rn', 'm').replaceAll('vv', 'w')
}

const isPlain = /^[\x20-\x7e]*$/
const separators = lateRegExp(String.raw`[^\p{L}\p{N}]+`, 'gu')
const notSeen = lateRegExp(String.raw`[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\p{M}]+`, 'gu')
const foreign = lateRegExp(String.raw`[^\x00-\x7f]`, 'gu')
// Tabs and line breaks are seen, as gaps; JavaScript's \s also has a byte-order mark.
const gaps = /(?:[^\S\ufeff]|[\u0085\u2800])+/g

function latinized(text: string): string {
  // Marks are removed before, too: decomposing takes a time that is quadratic in the marks of one letter.
  return text
    .replace(gaps, ' ')
    .replace(notSeen(), '')
    .normalize('NFKD')
    .replace(notSeen(), '')
    .replace(foreign(), (character) => latinOf(character))
}

function latinOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const first = enclosed.find((start) => code >= start && code < start + 26)
  if (first !== undefined) return String.fromCharCode(0x61 + code - first)
  return latin.get(character) ?? latin.get(character.toUpperCase()) ?? character
}

/** Where alphabets of enclosed letters begin that Unicode does not decompose: circles, squares, and the halves of flags. */
const enclosed: readonly number[] = [0x1f150, 0x1f170, 0x1f1e6]

/** Letters that look like a Latin one: Cyrillic, Greek, Armenian, Cherokee, small capitals, and Latin ones with strokes. */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аАαΑɑᴀᎪɐ',
  b: 'ВвЬьΒβʙᏴƅЪъ',
  c: 'сСϲϹςᴄᏟƈ',
  d: 'ԁԀᴅᎠđĐɗɖ',
  e: 'еЕεΕᴇᎬɛҽєЄəǝ',
  f: 'ϝſƒꜰғҒ',
  g: 'ɡɢᏀԌɠ',
  h: 'һҺНнΗʜᎻħĦ',
  i: 'іІιΙɪıᎥӏӀɩ׀ǀ',
  j: 'јЈϳᴊᎫȷ',
  k: 'кКκΚᴋᏦқ',
  l: 'ʟᏞłŁⅼ',
  m: 'мМΜᴍᎷ',
  n: 'ηΝɴпПոռ',
  o: 'оОοΟσօՕᴏøØөӨ๐০',
  p: 'рРρΡᴘᏢƿ',
  q: 'ԛԚզ',
  r: 'гГʀᏒᴦɾ',
  s: 'ѕЅꜱᏚʂ',
  t: 'тТτΤᴛᎢŧŦ',
  u: 'υսᴜʋμ',
  v: 'νѵѴᴠᏙ',
  w: 'ԝԜωᴡᎳшШѡ',
  x: 'хХχΧ×',
  y: 'уУүҮγΥʏᎽɣ',
  z: 'ΖᴢᏃƶ',
}

const latin: ReadonlyMap<string, string> = new Map(
  Object.entries(lookAlikes).flatMap(([letter, likes]) =>
    Array.from(likes, (like): readonly [string, string] => [like, letter]),
  ),
)
