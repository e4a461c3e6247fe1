import { allMatches } from './all-matches.ts'
import type { Finding } from './finding.ts'
import { isMasked, isReference, looksSecret, mask } from './mask.ts'
import { maskValue } from './mask-value.ts'
import { secretName, type SecretName } from './secret-names.ts'
import type { Secrets } from './secrets.ts'

const named =
  /(?:passw(?:or)?d|passphrase|passcode|pwd|pass|secrets?|tokens?|jwt|pat|otp|signature|bearer|authorization|cookie|credentials?|(?:api|access|private|secret|signing|encryption|account|auth|master|ssh)[_-]?keys?)(["'`\\]{0,8}[ \t]{0,4}(?::=|=>|[:=])[ \t]{0,4}|[ \t]{1,4})/gi
const nameBefore = /[A-Za-z][\w.-]{0,64}$/
const openQuote = /\\{0,8}["'`]/y
const unquoted = /[^\s"'`,;&(){}[\]<>|\\]{1,600}/y
const authorizationValue = /(?:[A-Za-z][A-Za-z0-9-]{2,20}[ \t]+)?[^\s"'`\\,;<>]{4,4000}/y
const authorization = /^(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate|AWS4-HMAC-SHA256)[ \t]/i
const cookieValue = /[^=;\s"'`\\]{1,200}=[^;\s"'`\\]*(?:;[ \t]*[^=;\s"'`\\]{1,200}(?:=[^;\s"'`\\]*)?)*/y
const propertyPath = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/
const bearer = /\b(Bearer|Basic)[ \t]+([A-Za-z0-9._~+/=-]{8,4000})/g
/** Values that are looked at. */
const longestValue = 600

/** Secrets that a name before them tells: `password = …`, `API_KEY=…`, `--token …`, `Authorization: …`. */
export function findCredentials(text: string, secrets: Secrets): readonly Finding[] {
  const findings: Finding[] = []
  for (const match of allMatches(named, text)) {
    const [whole, between = ''] = match
    const valueAt = match.index + whole.length
    const nameEnd = valueAt - between.length
    const left = text.slice(Math.max(0, nameEnd - 66), nameEnd)
    const name = nameBefore.exec(left)?.[0] ?? ''
    const isOption = /--[\w-]{1,64}$/.test(left)
    if (!isOption && between.trim() === '') continue
    const said = secretName(name)
    if (said === null) continue
    // What an option is given is what it is called.
    const kind = isOption && said === 'likely' ? 'sure' : said
    const found = valueOf(text, valueAt, { kind, between })
    if (found === null) continue
    const masked = maskValue(found.value, found.kind)
    if (masked === null) continue
    secrets.learn(found.value)
    const end = found.start + found.value.length
    findings.push({ start: found.start, end, what: 'secret', replacement: () => masked })
  }
  for (const match of allMatches(bearer, text)) {
    const [whole, scheme = '', value = ''] = match
    if (!looksSecret(value, 8) || isMasked(value)) continue
    secrets.learn(value)
    const end = match.index + whole.length
    const isKnownForm = scheme === 'Bearer'
    const masked = isKnownForm ? maskValue(value, 'sure') : mask(value)
    if (masked !== null)
      findings.push({ start: end - value.length, end, what: 'token', replacement: () => masked })
  }
  return findings
}

interface Named {
  readonly kind: SecretName
  /** What stands between the name and the value. */
  readonly between: string
}

interface Value {
  readonly start: number
  readonly value: string
  readonly kind: SecretName
}

function valueOf(text: string, at: number, { kind, between }: Named): Value | null {
  if (kind === 'authorization' || kind === 'cookie') {
    const start = at + (matchAt(openQuote, text, at)?.length ?? 0)
    const value = matchAt(kind === 'cookie' ? cookieValue : authorizationValue, text, start)
    if (value === null) return null
    // In a sentence neither has the form that it has in a header.
    const isHeader =
      kind === 'cookie' ? value.includes('=') : authorization.test(value) || looksSecret(value, 8)
    return isHeader ? { start, value, kind } : null
  }
  const quote = matchAt(openQuote, text, at)
  if (quote !== null) {
    const start = at + quote.length
    const end = text.slice(start, start + longestValue).indexOf(quote)
    const value = end === -1 ? '' : text.slice(start, start + end)
    // Text in quotes is a label, and code in backquotes is code.
    return value.length < 3 || /[\s${}]/.test(value) ? null : { start, value, kind }
  }
  const value = (matchAt(unquoted, text, at) ?? '').replace(/[.:!?]+$/, '')
  if (value.length < 4 || propertyPath.test(value) || isReference(value)) return null
  // `API_KEY=value` is meant so; in a sentence, or a program, only what looks like a secret is one.
  const isAssigned = between === '=' && kind === 'sure'
  return isAssigned || looksSecret(value, 6) ? { start: at, value, kind } : null
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}
