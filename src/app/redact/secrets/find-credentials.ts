import { allMatches, type Secrets } from '../matching/literals.ts'
import type { Finding, Place } from '../matching/finding.ts'
import { isPlaceholder, looksSecret, authorization, maskValue } from '../replacements/mask.ts'
import { secretName, type SecretKind, beginsAboutValue, isAboutValue, isLabel } from './secret-names.ts'
import { namedRules, nextLine, type NamedRule } from './secret-rules.ts'
import { endOfMatches } from '../matching/runs.ts'
import { lateRegExp } from '../../../lib/memo.ts'

const names =
  '(?:passw(?:or)?d|passwort|passphrase|passcode|pwd?|pass|secrets?|tokens?|jwt|pat|otp|auth|signature|bearer|authorization|cookie|' +
  'credentials?|creds|mnemonic|phrase|contribsys__com|(?:api|access|private|secret|signing|encryption|account|auth|master|ssh)[_ -]?keys?)'
const rules: readonly NamedRule[] = Object.values(namedRules)
const named = new RegExp(`${names}(?:${rules.map(({ between }) => `(${between})`).join('|')})`, 'gi')
const leadsOn = new RegExp(
  String.raw`${names}${nextLine}$|(?:^|\n)[ \t]*login[ \t]{1,16}\S{1,128}[ \t]*\r?$`,
  'i',
)
/** The end of a line that is enough to see a name in. */
const longestLead = 400
const option = /--[\w-]{1,64}$/
const shortOption = /(?:^|[\s"'`])-[A-Za-z][\w-]{2,64}$/
/** A name, and what may stand before it in the same line. */
const longestName = 96
const percentEncoded = /%(?:25){0,3}[\da-f]{2}/gi
const nameBefore = /[A-Za-z][\w.-]{0,64}$/
const openQuote = /\\{0,8}["'`]/y
const unquoted = /[^\s"'`,;&(){}[\]<>|\\]{1,600}/y
const authorizationValue = /(?:[A-Za-z][A-Za-z0-9-]{2,20}[ \t]+)?[^\s"'`\\,;<>]{4,4000}/y
const firstCookie = /[^=;\s"'`\\]{1,200}=/y
const cookiePart = /(?<==)(["'])[^;\s"'`\\]{1,4000}\1|[^;\s"'`\\]{1,4000}|;[ \t]{0,16}[^=;\s"'`\\]{1,200}=?/y
const propertyPath = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/
/** Several words that are a secret together. */
const phraseName = /(?:seed|recovery|secret|pass)[ _-]?phrase$|mnemonic$/i
const phrase = /[a-z]{2,12}(?:[ \t]+[a-z]{2,12}){2,23}(?=[ \t]*$)/my
/** The text after a password: the end, or the rest of a sentence. */
const clauseEnd = /[ \t]*(?:$|[,;)}\]"'`|]|[ \t](?:#|\/\/|(?:and|or|then|for|on|in|at|to|is|please)\b))/my
/** Longer values are not examined. */
const longestValue = 600

/** Secrets that follow a name for one: `password = …`, `API_KEY=…`, `--token …`, `Authorization: …`. */
export function findCredentials(
  text: string,
  place: Place,
  { secrets }: { readonly secrets: Secrets },
): readonly Finding[] {
  const findings: Finding[] = []
  let cookiesEnd = 0
  for (const match of allMatches(named, text)) {
    const index = match.findIndex((group, at) => at > 0 && group !== undefined)
    const between = match[index] ?? ''
    const rule: NamedRule = rules[index - 1] ?? namedRules.option
    const valueAt = match.index + match[0].length
    const nameEnd = valueAt - between.length
    const left = text.slice(Math.max(0, nameEnd - longestName), nameEnd).replace(percentEncoded, ' ')
    if (rule.after?.test(left) === false) continue
    const name = nameBefore.exec(left)?.[0] ?? ''
    const isLong = option.test(left)
    const isOption = isLong || shortOption.test(left)
    if (!isOption && between.trim() === '') continue
    const nameKind = phraseName.test(left) || isSpacedKey(left) ? 'sure' : secretName(name)
    // A cookie with a name of this kind was found with the other cookies.
    if (nameKind === 'cookie' && match.index < cookiesEnd) continue
    if (nameKind === null || (!isLong && between.trim() === '' && nameKind !== 'sure')) continue
    // The value of an option is certain.
    const kind = isLong && nameKind === 'likely' ? 'sure' : nameKind
    const isWord = nameKind === 'sure'
    const read = valueAfterName(text, valueAt, { kind, rule, between, isWord, isOption, left, place })
    if (read === null) continue
    const { start, value, isVague } = read
    if (kind === 'cookie') cookiesEnd = start + value.length
    const masked = maskValue(value, kind)
    if (masked !== null) findings.push(secrets.found('secret', start, value, { masked, isVague }))
  }
  return findings
}

interface Named {
  readonly kind: SecretKind
  readonly rule: NamedRule
  /** The text between name and value. */
  readonly between: string
  /** The value may be a plain word, since the name is explicit. */
  readonly isWord: boolean
  readonly isOption: boolean
  /** The text before the value, with the name. */
  readonly left: string
  readonly place: Place
}

interface Value {
  readonly start: number
  readonly value: string
  readonly isVague: boolean
}

/** “API key: …”, in two words. */
function isSpacedKey(left: string): boolean {
  return /(?:^|[^\w.-])(?:api|access|private|secret|signing|encryption|account|auth|master|ssh) keys?$/i.test(
    left,
  )
}

function valueAfterName(text: string, at: number, given: Named): Value | null {
  const { kind, rule, between, isWord, isOption, left, place } = given
  if (rule.value !== undefined) {
    const written = matchAt(rule.value, text, at) ?? ''
    const value = written.trim()
    const isSecret = isWord ? !isLabel(value) : looksSecret(value, 12)
    if (!isSecret || /[${}]/.test(value) || isPlaceholder(value)) return null
    return { start: at + written.indexOf(value), value, isVague: isWord }
  }
  if (kind === 'authorization' || kind === 'cookie') {
    const start = at + (matchAt(openQuote, text, at)?.length ?? 0)
    const value = kind === 'cookie' ? cookiesAt(text, start) : matchAt(authorizationValue, text, start)
    if (value === null || value === '') return null
    // In a sentence, neither has the form that it has in a header.
    const isHeader =
      kind === 'cookie'
        ? value.includes('=')
        : authorization.test(value) || looksSecret(value.replace(/^\S+\s+/, ''), 8)
    return isHeader ? { start, value, isVague: false } : null
  }
  const quote = matchAt(openQuote, text, at)
  if (quote !== null) {
    const start = at + quote.length
    const end = text.slice(start, start + longestValue).indexOf(quote)
    const value = end === -1 ? '' : text.slice(start, start + end)
    // Text in backquotes is code, and text in quotes may be a label.
    const isSecret =
      !/\s/.test(value) || (isWord && !quote.includes('`') && (isVariable(left, between) || !isLabel(value)))
    if (value.length < 3 || /[\n\r${}]/.test(value) || !isSecret) return null
    const isCertain = rule === namedRules.assignment || rule === namedRules.option
    if (!isCertain && saysNoSecret(value) && /^[A-Z]?[a-z]+$/.test(value)) return null
    return { start, value, isVague: /\s/.test(value) }
  }
  const words = phraseName.test(left) ? matchAt(phrase, text, at) : null
  if (words !== null && isPhrase(words)) return { start: at, value: words, isVague: true }
  const value = (matchAt(unquoted, text, at) ?? '').replace(/[.:!?]+$/, '')
  if (value.length < 4 || propertyPath.test(value) || isPlaceholder(value)) return null
  // A function call returns the value.
  if (text[at + value.length] === '(') return null
  // `API_KEY=value` is certain; in a sentence or a program a word may be something else.
  if ((between === '=' && kind === 'sure') || looksSecret(value, 6))
    return { start: at, value, isVague: false }
  if (rule.isProse === true && !between.includes(':')) return null
  return isWord && isWordSecret(text, { start: at, value }, { isOption, place })
    ? { start: at, value, isVague: true }
    : null
}

/** `PASSWORD="my dog"` is not a label. */
function isVariable(left: string, between: string): boolean {
  return between === '=' && /(?:^|[^A-Za-z])[A-Z][A-Z0-9_]{3,64}$/.test(left)
}

/** Whether words are a secret phrase: twelve or more, or fewer that are not a sentence about one. */
function isPhrase(words: string): boolean {
  const all = words.split(/\s+/)
  return all.length >= 12 ? all.every((word) => word.length >= 3) : !all.some((word) => isAboutValue(word))
}

const letterOrDigit = lateRegExp(String.raw`^[\p{L}\d]`, 'u')

/** Whether a word tells something about a secret, or names one. */
function saysNoSecret(word: string): boolean {
  return isAboutValue(word) || secretName(word) !== null || /^don$|n't$/.test(word)
}

/** Whether a word is the named secret, and not a word about it, a type, or a variable's name. */
function isWordSecret(
  text: string,
  { start, value }: { readonly start: number; readonly value: string },
  { isOption, place }: { readonly isOption: boolean; readonly place: Place },
): boolean {
  const end = start + value.length
  if (/^[\d.]+$/.test(value)) return /^\d{4,}$/.test(value)
  if (!letterOrDigit().test(value) || /[(<[&*:]/.test(text[end] ?? '') || saysNoSecret(value)) return false
  if (place === 'growing' && end === text.length && beginsAboutValue(value)) return false
  if (isOption) return !value.startsWith('-')
  if (matchAt(clauseEnd, text, end) === null) return false
  // A variable's name in a list of arguments or properties.
  return !(/[,;)}\]]/.test(text[end] ?? '') && /[a-z][A-Z]|_/.test(value))
}

/** `name=value; name=value; flag`, any number. */
function cookiesAt(text: string, start: number): string {
  const first = matchAt(firstCookie, text, start)
  return first === null ? '' : text.slice(start, endOfMatches(text, cookiePart, start + first.length))
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

/** The start of the line in which a line, or several that are read together, ends with a name whose value is in the next one; null: none. */
export function nameAtEnd(text: string, lineStart: number, lineEnd: number): number | null {
  const start = Math.max(lineStart, lineEnd - longestLead)
  const match = leadsOn.exec(text.slice(start, lineEnd))
  return match === null ? null : text.lastIndexOf('\n', start + match.index) + 1
}
