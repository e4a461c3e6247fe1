import { endOfMatches } from '../matching/runs.ts'
import type { SecretKind } from '../secrets/secret-names.ts'

/** Longer values are not references, and the beginning of a value is enough to classify it. */
const longestLookedAt = 4096

/** Replaces a value completely, by as many x; short ones do not reveal their length. */
export function mask(value: string): string {
  return 'x'.repeat(Math.min(Math.max(value.length, 8), 4096))
}

/** The same, but keeps separators and line breaks, for values of a known form. */
export function maskLetters(value: string): string {
  return value.replace(
    /(\\{1,16}[nrt])|[^\s\\.-]{1,256}/g,
    (characters, escape?: string) => escape ?? 'x'.repeat(characters.length),
  )
}

export function isMasked(value: string): boolean {
  return !/[^xX\s.*…_-]/.test(value.replace(/(?<!\\)\\{1,16}[nrt]/g, ''))
}

/** Whether a value refers to another one that is inserted later, or says that there is none. */
export function isPlaceholder(value: string): boolean {
  if (value.length > longestLookedAt) return false
  return (
    /^(?:\$[A-Z_][A-Z0-9_]*|\$[{(].*|\$env:\w+|%\w+%|<[^<>]*>|\{\{.*\}\}|\[[^[\]]*\])$/.test(value) ||
    // A file that holds it.
    /^(?:~|\.{1,2})?(?:\/[\w.@-]+){2,}$/.test(value) ||
    /^(?:process\.env|os\.environ|env[.:]|secrets\.|vault:|op:\/\/)/i.test(value) ||
    /^(?:[A-Z]+_){0,4}(?:TOKEN|KEY|SECRET|PASSWORD|CREDENTIALS)$/.test(value) ||
    /^(?:true|false|null|none|nil|undefined|yes|no|on|off|required|optional|string|redacted|hidden|include|omit|same-origin)$/i.test(
      value,
    )
  )
}

/** Whether a word looks random: digits or signs among the letters, or mixed case. */
export function looksSecret(whole: string, least: number): boolean {
  if (whole.length < least || /\s/.test(whole)) return false
  const value = whole.slice(0, longestLookedAt)
  const hasDigit = /\d/.test(value)
  const hasLetter = /[A-Za-z]/.test(value)
  if (hasDigit && hasLetter)
    return !/^(?:v?\d+(?:\.\w+)*|0x[\da-f]{1,6}|\d+(?:px|em|ms|s|kb|mb|gb|k|m))$/i.test(value)
  return (
    hasLetter && (/[!@#^&*+=~?]/.test(value) || (/[a-z][A-Z].*[a-z][A-Z]/.test(value) && value.length >= 16))
  )
}

const schemes =
  'Bearer|Basic|Token|Digest|DPoP|Hawk|HOBA|OAuth|NTLM|PrivateToken|Negotiate|AWS4-HMAC-SHA256|SCRAM-SHA-(?:1|256)|vapid|ApiKey|Splunk|' +
  'SSWS|GenieKey|Bot|SharedKey(?:Lite)?|GoogleLogin|Key'
/** The start of the value of the header `Authorization`. */
export const authorization = new RegExp(`^(?:${schemes})[ \\t]`, 'i')
/** Others are told from a value by the blank. */
const scheme = /^(\s*[A-Za-z][\w-]{2,30}\s+)(.+)$/s
/** The last character of a cookie's name, and its `=`. */
const cookieNameEnd = /[^=;\s"']=/g
const cookieContent = /[^;\s]{1,4000}/y
const cookieAttribute = /(?:^|[=;\s"'])(?:path|domain|expires|max-age|samesite|version)=$/i
/** `samesite=`, and the delimiter before it. */
const longestAttribute = 10
/** Well-known prefixes, left readable: they show which service a key is for. */
const keyPrefix =
  /^(?:sk-(?:ant-(?:[a-z]{3,6}\d{2}-)?|proj-)?|gh[opsur]_|github_pat_|glpat-|xox[abceoprs]-|AKIA|eyJ)/

/** Masks the value of a field whose name marks it as secret; null if there is nothing to hide. */
export function maskValue(value: string, kind: SecretKind): string | null {
  if (value.trim() === '' || isMasked(value) || isPlaceholder(value)) return null
  const masked = maskAs(value, kind)
  return masked === value ? null : masked
}

function maskAs(value: string, kind: SecretKind): string {
  switch (kind) {
    case 'sure':
      return maskWhole(value)
    case 'likely':
      return looksSecret(value, 12) ? maskWhole(value) : value
    case 'authorization': {
      const [, before = '', credentials = value] = scheme.exec(value) ?? []
      return isMasked(credentials) || isPlaceholder(credentials) ? value : before + maskWhole(credentials)
    }
    case 'cookie':
      return maskCookies(value)
  }
}

function maskWhole(value: string): string {
  const prefix = keyPrefix.exec(value)?.[0] ?? ''
  if (value.includes('-----BEGIN ')) return value.replace(/[A-Za-z0-9+/=]{12,}/g, (line) => maskLetters(line))
  return prefix === '' ? mask(value) : prefix + maskLetters(value.slice(prefix.length))
}

function maskCookies(value: string): string {
  if (!value.includes('=')) return mask(value)
  let masked = ''
  let from = 0
  const firstEnd = value.indexOf(';')
  const first = firstEnd === -1 ? '' : value.slice(0, firstEnd).trim()
  if (!first.includes('=') && !isMasked(first) && !isPlaceholder(first)) {
    masked = mask(first)
    from = firstEnd
  }
  cookieNameEnd.lastIndex = from
  while (cookieNameEnd.test(value)) {
    const nameEnd = cookieNameEnd.lastIndex
    const { start, end, next } = cookieContentAt(value, nameEnd)
    const content = value.slice(start, end)
    const isAttribute = cookieAttribute.test(value.slice(Math.max(0, nameEnd - longestAttribute), nameEnd))
    if (!isAttribute && !isMasked(content)) {
      masked += value.slice(from, start) + mask(content)
      from = end
    }
    cookieNameEnd.lastIndex = next
  }
  return from === 0 ? value : masked + value.slice(from)
}

/** Where the content of a cookie starts and ends, without the quotes around it, and where the search for the next cookie starts. */
function cookieContentAt(
  value: string,
  at: number,
): { readonly start: number; readonly end: number; readonly next: number } {
  const sign = value[at]
  const quote = sign === '"' || sign === "'" ? value.indexOf(sign, at + 1) : -1
  const next = endOfMatches(value, cookieContent, quote === -1 ? at : quote + 1)
  return quote !== -1 && next === quote + 1
    ? { start: at + 1, end: quote, next }
    : { start: at, end: next, next }
}
