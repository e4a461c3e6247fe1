import { isMasked, isReference, looksSecret, mask, maskLetters } from './mask.ts'
import type { SecretName } from '../secrets/secret-names.ts'

const scheme = /^(\s*(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate|AWS4-HMAC-SHA256)\s+)(.+)$/is
const endOfCookieName = /[^=;\s"']=/g
const cookieContent = /[^;\s"']{1,4000}/y
const cookieAttribute = /(?:^|[=;\s"'])(?:path|domain|expires|max-age|samesite|version)=$/i
const longestAttribute = 10
/** Prefixes that show whose key it is. */
const keyPrefix =
  /^(?:sk-(?:ant-(?:[a-z]{3,6}\d{2}-)?|proj-)?|gh[opsur]_|github_pat_|glpat-|xox[abceoprs]-|AKIA|eyJ)/

/** Masks the value of a field whose name marks it as secret; null if there is nothing to hide. */
export function maskValue(value: string, kind: SecretName): string | null {
  if (value.trim() === '' || isMasked(value) || isReference(value)) return null
  const masked = maskAs(value, kind)
  return masked === value ? null : masked
}

function maskAs(value: string, kind: SecretName): string {
  switch (kind) {
    case 'sure':
      return maskWhole(value)
    case 'likely':
      return looksSecret(value, 12) ? maskWhole(value) : value
    case 'authorization': {
      const [, before = '', credentials = value] = scheme.exec(value) ?? []
      return isMasked(credentials) || isReference(credentials) ? value : before + maskWhole(credentials)
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
  endOfCookieName.lastIndex = 0
  while (endOfCookieName.test(value)) {
    const start = endOfCookieName.lastIndex
    const end = endOfContent(value, start)
    const content = value.slice(start, end)
    const isAttribute = cookieAttribute.test(value.slice(Math.max(0, start - longestAttribute), start))
    if (!isAttribute && !isMasked(content)) {
      masked += value.slice(from, start) + mask(content)
      from = end
    }
    endOfCookieName.lastIndex = end
  }
  return from === 0 ? value : masked + value.slice(from)
}

/** In pieces: a regular expression overflows its stack on a long one. */
function endOfContent(value: string, start: number): number {
  let end = start
  for (cookieContent.lastIndex = start; cookieContent.test(value);) end = cookieContent.lastIndex
  return end
}
