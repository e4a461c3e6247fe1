import { allMatches } from './all-matches.ts'
import type { Finding, TextPlace } from './finding.ts'
import { isMasked, maskLetters } from './mask.ts'
import { beginsWord } from './word-bounds.ts'

interface KeyForm {
  /** An expression for what shows whose key it is; it stays. */
  readonly prefix: string
  /** Characters that follow at least. */
  readonly least: number
  /** Words of programs begin so too (`sk-learn`, `npm_config`): digits or capitals must be there, and no further words. */
  readonly isCommon?: true
}

const forms: readonly KeyForm[] = [
  { prefix: String.raw`sk-(?:ant-(?:[a-z]{3,6}\d{2}-)?|proj-|svcacct-|admin-|or-v1-|kimi-|lf-)`, least: 8 },
  { prefix: 'sk-', least: 16, isCommon: true },
  { prefix: '[srp]k_(?:live|test)_', least: 8 },
  { prefix: 'gh[opsur]_', least: 16 },
  { prefix: 'github_pat_', least: 16 },
  { prefix: 'gl(?:pat|ptt|dt|soat|rt|ft|cbt|agent)-', least: 16 },
  { prefix: 'xox[abceoprs]-', least: 8 },
  { prefix: 'xapp-', least: 16 },
  { prefix: '(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])', least: 16, isCommon: true },
  { prefix: 'AIza', least: 30 },
  { prefix: 'ya29\\.', least: 16 },
  { prefix: 'GOCSPX-', least: 16 },
  {
    prefix: '(?:npm|hf|gsk|nvapi|r8|tvly|pplx|lin_api|ntn|figd|dckr_pat|pul|sbp|vcp)[_-]',
    least: 20,
    isCommon: true,
  },
  { prefix: '(?:xai|fal|fw|csk|tgp_v1|voyage|jina|mem0|phc|lsv2_[a-z]{2})[_-]', least: 20, isCommon: true },
  { prefix: 'pypi-', least: 24, isCommon: true },
  { prefix: 'SG\\.', least: 24 },
  { prefix: 'do[opr]_v1_', least: 24 },
  { prefix: 'shp(?:at|ca|pa|ss)_', least: 24 },
  { prefix: 'sntry[su]_', least: 24 },
  { prefix: 'gl(?:sa|c)_', least: 24 },
  { prefix: 'whsec_', least: 16 },
  { prefix: 'EAAC', least: 40, isCommon: true },
  { prefix: 'AGE-SECRET-KEY-1', least: 20 },
  { prefix: 'hv[sbr]\\.', least: 20 },
  { prefix: 'ATATT3', least: 30 },
  { prefix: 'dapi', least: 32, isCommon: true },
]

const prefixed = new RegExp(forms.map(({ prefix }) => `(${prefix})`).join('|'), 'g')
const longestLookedInto = 200
const body = /[A-Za-z0-9_.~+=-]+/y
const jwt =
  /(?:(?<![A-Za-z0-9_-])|(?<=\\[nrt]))eyJ[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?/g
const pemStart = /-----BEGIN [A-Z0-9 ]{1,60}-----/g

/** Keys that show by their form what they are: their prefix and their length stay. */
export function findKeys(text: string, place: TextPlace): readonly Finding[] {
  return [...findPems(text), ...findJwts(text), ...findPrefixed(text, place)]
}

function findPrefixed(text: string, place: TextPlace): readonly Finding[] {
  const findings: Finding[] = []
  let end = 0
  for (const match of allMatches(prefixed, text)) {
    const index = forms.findIndex((_, at) => match[at + 1] !== undefined)
    const form = forms[index]
    const start = match.index
    if (form === undefined || start < end || !beginsWord(text, start)) continue
    const bodyStart = start + match[0].length
    body.lastIndex = bodyStart
    const written = (body.exec(text)?.[0] ?? '').replace(/[.~+=-]+$/, '')
    const isCut = place.isGrowing && bodyStart + written.length === text.length
    // The beginning of a key, at the end of a text that goes on.
    const least = isCut && form.isCommon !== true ? 1 : form.least
    const isKey = written.length >= least && (form.isCommon !== true || looksRandom(written))
    // In what is none another may begin, but a long word is not gone through from each place in it.
    if (isKey || written.length > longestLookedInto) end = bodyStart + written.length
    if (!isKey || isMasked(written)) continue
    findings.push({ start, end, what: 'key', replacement: () => match[0] + maskLetters(written) })
  }
  return findings
}

function looksRandom(written: string): boolean {
  const parts = written.split(/[_.-]+/)
  return (
    parts.length <= 4 &&
    parts.some((part) => part.length >= 12 && /\d/.test(part)) &&
    /[A-Za-z]/.test(written)
  )
}

function findJwts(text: string): readonly Finding[] {
  if (!text.includes('eyJ')) return []
  const findings: Finding[] = []
  for (const match of allMatches(jwt, text)) {
    const [token] = match
    const start = match.index
    if (!beginsWord(text, start) || isMasked(token.slice(3))) continue
    findings.push({
      start,
      end: start + token.length,
      what: 'token',
      replacement: () => `eyJ${maskLetters(token.slice(3))}`,
    })
  }
  return findings
}

/** What stands between the lines that begin and end a PEM block (https://www.rfc-editor.org/rfc/rfc7468). */
function findPems(text: string): readonly Finding[] {
  if (!hasPem(text)) return []
  const findings: Finding[] = []
  let next = 0
  for (const match of allMatches(pemStart, text)) {
    const start = match.index + match[0].length
    if (start < next) continue
    const ending = text.indexOf('-----', start)
    const end = ending === -1 ? text.length : ending
    const written = text.slice(start, end)
    next = end
    if (isMasked(written)) continue
    findings.push({ start, end, what: 'key', replacement: () => maskLetters(written) })
  }
  return findings
}

/** Whether a PEM block begins in a text: no other key has line breaks in it. */
export function hasPem(text: string): boolean {
  return text.includes('-----BEGIN ')
}

/** Where a PEM block begins that does not end; null when there is none. */
export function openPem(text: string): number | null {
  const begin = text.lastIndexOf('-----BEGIN ')
  return begin === -1 || text.includes('-----END ', begin) ? null : begin
}
