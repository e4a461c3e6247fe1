import { allMatches } from '../matching/all-matches.ts'
import { characterSet, characterKind } from '../matching/runs.ts'

/** A key with a recognisable prefix. */
export interface KeyForm {
  /** An expression for the prefix, which stays visible. */
  readonly prefix: string
  /** Minimum number of characters after the prefix. */
  readonly least: number
  /**
   * Words of programs begin so, too (`sk-learn`, `npm_config`): a long part with digits among its letters is
   * required, or one too long for a word, and no further words.
   */
  readonly isCommon?: true
  /** May contain slashes. */
  readonly isBase64?: true
  /** The length of a complete key: it does not continue in the next line. */
  readonly whole?: number
}

/** A key that is recognisable by its whole shape. */
export interface KeyShape {
  /** A substring of all such keys: most words are never matched against the whole expression. */
  readonly sign: string
  /** The first group, if there is one, is the secret part. Matched against single words. */
  readonly shape: RegExp
  /** Requires capitals, small letters and digits: else it may be a path in a program. */
  readonly isMixed?: true
}

const keyForms: readonly KeyForm[] = [
  { prefix: String.raw`sk-ant-(?:api|admin)\d{2}-`, least: 8, whole: 95 },
  { prefix: String.raw`sk-(?:ant-(?:[a-z]{3,6}\d{2}-)?|proj-|svcacct-|admin-|or-v1-|kimi-|lf-)`, least: 8 },
  { prefix: 'sk-', least: 16, isCommon: true },
  { prefix: '[srp]k_(?:live|test|prod)_', least: 8 },
  { prefix: 'gh[opsur]_', least: 16, whole: 36 },
  { prefix: 'github_pat_', least: 16, whole: 82 },
  { prefix: 'gl(?:pat|ptt|dt|soat|rt|ft|cbt|agent|ffct|imt|oas)-', least: 16 },
  { prefix: 'GR1348941', least: 16 },
  { prefix: '_gitlab_session=', least: 16 },
  { prefix: String.raw`xoxe\.xox[bp]-`, least: 8 },
  { prefix: 'xox[abceoprs]-', least: 8 },
  { prefix: 'xapp-', least: 16 },
  { prefix: '(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])', least: 16, isCommon: true, whole: 16 },
  { prefix: 'AIza', least: 30, whole: 35 },
  { prefix: 'ya29\\.', least: 16 },
  { prefix: 'GOCSPX-', least: 16 },
  { prefix: 'hf_', least: 20, isCommon: true, whole: 34 },
  { prefix: 'api_org_', least: 30, isCommon: true },
  { prefix: 'dckr_(?:pat|oat)_', least: 16 },
  {
    prefix: '(?:npm|gsk|nvapi|r8|tvly|pplx|lin_api|lin_oauth|ntn|figd|pul|pnu|sbp|vcp|vck)[_-]',
    least: 20,
    isCommon: true,
  },
  {
    prefix:
      '(?:xai|fal|fw|csk|tgp_v1|voyage|jina|mem0|ph[cx]|lsv2_[a-z]{2}|cf[ak]t?|cfut|rnd|secret|ico|dnkey)[_-]',
    least: 20,
    isCommon: true,
  },
  { prefix: 'pypi-', least: 24, isCommon: true },
  { prefix: 'SG\\.', least: 24 },
  { prefix: 'xkeysib-', least: 24 },
  { prefix: 'do[opr]_v1_', least: 24 },
  { prefix: 'shp(?:at|ca|pa|ss)_', least: 24 },
  { prefix: 'shippo_(?:live|test)_', least: 24 },
  { prefix: 'duffel_(?:live|test)_', least: 24 },
  { prefix: 'FLW(?:SECK|PUBK)(?:_TEST)?-', least: 12 },
  { prefix: 'sntry[su]_', least: 24 },
  { prefix: 'gl(?:sa|c)_', least: 24 },
  { prefix: 'whsec_', least: 16 },
  { prefix: 'EAA[ABCM]', least: 22, isCommon: true },
  { prefix: 'sq0(?:atp|csp|idp|idb)-', least: 16 },
  { prefix: 'EZ[AT]K', least: 30, isCommon: true },
  { prefix: 'AGE-SECRET-KEY-1', least: 20 },
  { prefix: 'hv[sbr]\\.', least: 20 },
  { prefix: 'ATATT3', least: 30 },
  { prefix: 'dapi', least: 32, isCommon: true },
  { prefix: 'NR(?:AK|II|JS|RA|BR)-', least: 16 },
  { prefix: 'HRKU-', least: 24 },
  { prefix: 'PMAK-', least: 24 },
  { prefix: 'rubygems_', least: 24, isCommon: true },
  { prefix: '(?:CLOJARS|clojars)_', least: 24, isCommon: true },
  { prefix: 'f(?:o1|m1[ar]|m2)_', least: 32, isBase64: true },
  { prefix: 'fio-u-', least: 24 },
  { prefix: 'ops_eyJ', least: 40, isBase64: true },
  { prefix: 'p8e-', least: 24 },
  { prefix: 'LTAI', least: 12, isCommon: true },
  { prefix: 'AKCp', least: 40, isCommon: true },
  { prefix: 'cmVmd', least: 40, isCommon: true },
  { prefix: 'ZXlK', least: 40, isCommon: true },
  { prefix: 'eyJrIjoi', least: 40 },
  { prefix: String.raw`dp\.(?:pt|ct|st|sa|scim|audit)\.`, least: 24 },
  { prefix: String.raw`dt0[cs]\d{2}\.`, least: 24 },
  { prefix: 's-s4t2(?:ud|af)-', least: 32 },
  { prefix: 'sha256~', least: 30 },
  { prefix: 'pscale_(?:tkn|oauth|pw)_', least: 24 },
  { prefix: 'rdme_', least: 32, isCommon: true },
  { prefix: 'tk-us-', least: 32, isCommon: true },
  { prefix: 'sm_[aps]at_', least: 16 },
  { prefix: 'sgp_', least: 32, isCommon: true },
  { prefix: 'tfp_', least: 32, isCommon: true },
  { prefix: 'AQVN', least: 32, isCommon: true },
  { prefix: '(?:pub)?key-(?=[0-9a-f]{32}(?![0-9A-Za-z]))', least: 32 },
  { prefix: 'v1\\.0-(?=[0-9a-f]{24}-)', least: 24 },
  { prefix: '(?:SK|AC)(?=[0-9a-f]{32}(?![0-9A-Za-z]))', least: 32 },
  { prefix: '4b1d', least: 38, isCommon: true },
  { prefix: String.raw`sl\.`, least: 100, isCommon: true },
]

export const keyShapes: readonly KeyShape[] = [
  { sign: '-us', shape: /^([0-9a-f]{32})-us\d{1,2}$/ },
  { sign: '-', shape: /^[0-9a-h]{32}-[0-9a-h]{8}-[0-9a-h]{8}$/ },
  { sign: '.', shape: /^[MNO][\w-]{22,27}\.[\w-]{6,7}\.[\w-]{27,40}$/, isMixed: true },
  { sign: 'A3-', shape: /^A3-([A-Z0-9]{6}-[A-Z0-9]{6,11}(?:-[A-Z0-9]{5}){3,4})$/ },
  { sign: 'at.', shape: /^[ps]at\.([\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20})$/ },
  { sign: 'atlasv1', shape: /^[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40,80}$/ },
  { sign: '_mmk', shape: /^[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk$/ },
  { sign: 'Q~', shape: /^(?:[\w.-]{1,40}=)?([\w~.]{3}\dQ~[\w~.-]{31,34})$/, isMixed: true },
  { sign: '.acc', shape: /^(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-].{30,160}$/ },
  { sign: 's.', shape: /^s\.([A-Za-z0-9]{24})$/, isMixed: true },
  { sign: 'API-', shape: /^API-([A-Z0-9]{26})$/ },
  { sign: '_', shape: /^(?:live|test)_(?:pub_)?([0-9a-f]{31,35})$/ },
  { sign: 'live_', shape: /^live_([\w=-]{40})$/, isMixed: true },
  { sign: 'access-', shape: /^access-(?:sandbox|development|production)-([0-9a-f-]{36})$/ },
  { sign: 'pk.', shape: /^[ps]k\.([A-Za-z0-9]{50,90}\.[\w-]{22})$/ },
  { sign: 't1.', shape: /^t1\.([\w-]+={0,2}\.[\w-]{86}={0,2})$/ },
]

/** Finds where keys begin. */
export const keyStart = new RegExp(keyForms.map(({ prefix }) => prefix).join('|'), 'g')
const forms = keyForms.map((form) => ({ form, start: new RegExp(form.prefix, 'y') }))

/** The form of the key that begins at a match of `keyStart`. */
export function keyFormAt(text: string, at: number): KeyForm | null {
  for (const { form, start } of forms) {
    start.lastIndex = at
    if (start.test(text)) return form
  }
  return null
}

const tokenStart = /eyJ[\w-]{4}/
/** What a terminal, a mail or a quote inserts between two parts of a wrapped key, and the second part. */
const nextPart = /\r?\n[ \t]{0,8}([\w+/=.-]{4,4000})(?=[\s"'`,;)\]}<]|$)/y
const partsJoined = 8
const inWord = characterSet(/[\w.~+/=-]/)
const atEnd = characterSet(/[A-Za-z0-9._-]/)
const shortestWord = 6
const longestWord = 4000

/**
 * The end of a key that may have been wrapped at this offset: behind its last part. It continues in the next line if
 * that begins with a random-looking word, or with `missing` characters, if a minimum is known.
 */
export function endOfCutKey(text: string, at: number, missing = 0): number {
  let end = at
  for (let count = 0; count < partsJoined; count++) {
    const code = text.charCodeAt(end)
    if (code !== 0x0a && code !== 0x0d) break
    nextPart.lastIndex = end
    const [whole = '', part = ''] = nextPart.exec(text) ?? []
    if (!looksLikePart(part) && !(count === 0 && isMissing(part, missing))) break
    end += whole.length
  }
  return end
}

/** Whether the line ends with a key that may continue in the next one. */
export function endsInKey(text: string, lineStart: number, lineEnd: number): boolean {
  return keyAtEnd(text, lineStart, lineEnd) !== null
}

/** The start of a key that ends with the last whole line of a text, and whose next part is incomplete; null: none. */
export function openKey(text: string): number | null {
  const lineStart = text.lastIndexOf('\n') + 1
  if (lineStart === 0 || !/^[ \t]{0,8}[\w+/=.-]{0,4000}$/.test(text.slice(lineStart))) return null
  return keyAtEnd(text, text.lastIndexOf('\n', lineStart - 2) + 1, lineStart - 1)
}

/** The start of the word at the end of a line that contains the beginning of a key. */
function keyAtEnd(text: string, lineStart: number, lineEnd: number): number | null {
  const end = text.charCodeAt(lineEnd - 1) === 0x0d ? lineEnd - 1 : lineEnd
  // Most lines end with punctuation, or in a short word.
  if (atEnd[text.charCodeAt(end - 1)] !== 1) return null
  let start = end - 1
  const first = Math.max(lineStart, end - longestWord)
  while (start > first && inWord[text.charCodeAt(start - 1)] === 1) start--
  if (end - start < shortestWord) return null
  const word = text.slice(start, end)
  return allMatches(keyStart, word).length > 0 || tokenStart.test(word) ? start : null
}

function isMissing(part: string, missing: number): boolean {
  return part.length === missing || (missing > 0 && /\d/.test(part) && /[A-Za-z]/.test(part))
}

/** Whether a word may be a part of a key: digits among letters, or mixed case. */
function looksLikePart(word: string): boolean {
  let changes = 0
  let digits = 0
  let last = ''
  for (const character of word) {
    const kind = characterKind(character)
    if (kind === 'digit') digits++
    // A capital at the beginning of a word does not count as a change.
    if (last !== '' && kind !== last && !(last === 'upper' && kind === 'lower')) changes++
    last = kind
  }
  return (
    word.length > digits &&
    (digits > 0 ? changes >= 2 : changes >= 2 && word.length >= 8 && !/[./]/.test(word))
  )
}
