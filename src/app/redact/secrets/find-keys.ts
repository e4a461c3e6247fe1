import { allMatches, Secrets } from '../matching/literals.ts'
import { endOfCutKey, keyFormAt, keyStart, slashedKeyStart } from './key-forms.ts'
import { found, plainText, type Finding, type TextContext } from '../matching/finding.ts'
import { isMasked, maskLetters } from '../replacements/mask.ts'
import { characterSet, endOfRun, runsIn, withoutEnd, beginsWord } from '../matching/runs.ts'
import { keyShapes } from './secret-rules.ts'
import { secretWordIn } from './secret-names.ts'

/** Services whose keys look like any number or hash: only the name identifies them. */
const services = new RegExp(
  (
    'adafruit adobe airtable algolia alibaba asana atlassian confluence jira beamer bitbucket bittrex meraki cloudflare codecov cohere ' +
    'coinbase confluent contentful datadog discord droneci dropbox etsy facebook fastly finicity finnhub flickr freshbooks gitter gocardless ' +
    'heroku hubspot intercom jfrog artifactory bintray xray kraken kucoin launchdarkly linear linked[-_]?in lob mailchimp mailgun mapbox ' +
    'mattermost message[-_]?bird netlify new[-_]?relic nytimes newyorktimes okta plaid private[-_]?ai rapidapi sendbird sentry snyk sonar ' +
    'sourcegraph squarespace sumo telegr travis twilio twitch twitter typeform yandex zendesk'
  )
    .split(' ')
    .join('|'),
  'i',
)
/** Names of values that are never keys. */
const harmless =
  /(?:sha\d{0,3}|commit|hash|digest|checksum|etag|revision|version|release|branch|tag|url|uri|endpoint|host|region|path|file|dir|email|user|username|name|title|date|time|size|length|count|color|icon|image|port|public[-_]?key|pub[-_]?key|project|org|team|channel|page|issue|build|event|trace|span|request|session|message|fingerprint|integrity|model|accessor|(?:primary|foreign|partition|sort|cache|idempotency|object|row|registry|bucket|schema|sequence|hot|storage|translation|i18n)[-_]?key|key[-_]?(?:hash|id|name|path|code|alias|length|size|type|ring)|\w*credentials?[-_]?id)$/i
const shortest = 14
const longest = 200
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A word that is long enough for a key. */
interface LongWord {
  readonly start: number
  readonly word: string
}

/** A key after the name of a service, or after a name with a word for secrets: `heroku: "…"`, `my_secret_2 = …`. */
function findServiceKey(
  text: string,
  { start: wordStart, word }: LongWord,
  secrets: Secrets,
): Finding | null {
  if (word.length < shortest || word.length > longest) return null
  // `name=value` is one word.
  const from = word.lastIndexOf('=', word.length - 4) + 1
  const start = wordStart + from
  const written = word.slice(from).replace(/[.~+-]+$/, '')
  if (isMasked(written) || !/\d|[a-z][A-Z]/.test(written)) return null
  nameOfValue.lastIndex = start
  const name = nameOfValue.exec(text)?.[1] ?? ''
  if (name === '' || harmless.test(name)) return null
  const isNamed = services.test(name)
    ? looksDrawn(written, true)
    : secretWordIn(name) && looksDrawn(written, false) && !uuid.test(written) && !isHash(name, written)
  return isNamed ? secrets.found('secret', start, written) : null
}

/** Random: digits alternate with letters; `countsCase`: or capitals with small letters. */
function looksDrawn(written: string, countsCase: boolean): boolean {
  if (written.length < shortest) return false
  if (uuid.test(written)) return true
  let changes = 0
  let letters = 0
  let last = 0
  for (let at = 0; at < written.length; at++) {
    const code = written.charCodeAt(at)
    const isUpper = code >= 65 && code <= 90
    const kind =
      code >= 48 && code <= 57
        ? 1
        : isUpper && countsCase
          ? 3
          : code >= 65 && code !== 95 && code !== 126
            ? 2
            : 0
    if (kind > 1) letters++
    if (kind !== 0 && last !== 0 && kind !== last) changes++
    if (kind !== 0) last = kind
  }
  return letters > 0 && changes >= 4 && !/\.\d|\d\./.test(written.slice(0, 8))
}

function isHash(name: string, written: string): boolean {
  return /hash|sum|sha|md5/i.test(name) && /^[0-9a-f]+$/i.test(written)
}

/**
 * The name that a value belongs to: `name = `, `"name": "`, `<name>`, `name("`, `var name string = `. Matched backwards from the value, so
 * distant text costs nothing.
 */
const nameOfValue =
  /(?<=([A-Z_$][\w.-]{0,63})(?:[ \t:]{1,4}(?:string|str|text|char))?["'`\\]{0,6}[ \t]{0,6}(?<![=:>,(|?+.])[=:>,(|?+.]{1,4}[ \t]{0,6}["'`\\]{0,6})/iy

/** Only words that are long enough for a key are compared with the forms of keys. */
const inKey = characterSet(/[A-Za-z0-9_.~+=-]/)
/** Most words of a program have none of these; a key without them is longer than such words. */
const signOfKey = /[0-9_~-]|A(?:KIA|SIA|BIA|CCA)/
const slashedSigns = ['whsec_', 'sntrys_', 'glc_', 'fo1_', 'fm1', 'fm2_', 'ops_eyJ']
const longestPlain = 24
const shortestKey = 12
const lastWord = /[A-Za-z0-9_.~+=-]{4,11}$/
const longestLookedInto = 200
const longestLookedAt = 4096
const shortestShaped = 26
/** Some keys contain slashes; several of them may be joined by commas. */
const inBase64Key = characterSet(/[A-Za-z0-9_.~+/=,-]/)
const notAtEnd = characterSet(/[.,~+=-]/)
const inToken = characterSet(/[A-Za-z0-9_-]/)
/** Its beginning: a JWT may have any length. */
const jwt = /eyJ(?:(?<![A-Za-z0-9_-]eyJ)|(?<=\\[nrt]eyJ))[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{4}/g
const cutJwt = /eyJ[A-Za-z0-9_-]{4,8000}(?=\r?\n)/g
const pemStart = /-----BEGIN [A-Z0-9 ]{1,60}-----/g

/** Whether a text contains a key that is recognisable by its form. */
export function hasKey(text: string): boolean {
  return findKeys(text, plainText, new Secrets()).length > 0
}

/** Keys that are recognisable by their form: prefix and length stay. */
export function findKeys(text: string, place: TextContext, secrets: Secrets): readonly Finding[] {
  if (text.length < shortestKey && !place.isGrowing) return []
  const findings = [...findPems(text), ...findJwts(text)]
  const last = place.isGrowing ? lastWord.exec(text.slice(-12)) : null
  let until = 0
  for (const { start: index, end } of runsIn(text, inKey, shortestKey)) {
    if (index < until) continue
    const word = text.slice(index, end)
    if (word.length < longestPlain && !signOfKey.test(word) && !endsLine(text, end)) continue
    until = findPrefixed(text, { start: index, word, place }, findings)
    findShaped({ start: index, word }, findings)
    const named = findServiceKey(text, { start: index, word }, secrets)
    if (named !== null) findings.push(named)
  }
  until = 0
  for (const { index } of mayBeSlashed(text) ? allMatches(slashedKeyStart, text) : []) {
    if (index < until) continue
    until = endOfRun(text, inBase64Key, index)
    findPrefixed(text, { start: index, word: text.slice(index, until), place }, findings)
  }
  if (last !== null) {
    const word = last[0]
    findPrefixed(text, { start: text.length - word.length, word, place }, findings)
  }
  return findings
}

/** The end of the last one: it may continue in the next lines. */
function findPrefixed(
  text: string,
  { start: wordStart, word, place }: LongWord & { readonly place: TextContext },
  findings: Finding[],
): number {
  let end = 0
  for (const match of allMatches(keyStart, word)) {
    const start = wordStart + match.index
    if (start < end || !beginsWord(text, start)) continue
    const form = keyFormAt(word, match.index)
    if (form === null) continue
    const bodyStart = start + match[0].length
    const bodyEnd = endOfRun(text, form.isBase64 === true ? inBase64Key : inKey, bodyStart)
    const first = withoutEnd(text.slice(bodyStart, bodyEnd), notAtEnd)
    const isWhole = form.whole !== undefined && first.length >= form.whole
    const written = isWhole
      ? first
      : text.slice(
          bodyStart,
          endOfCutKey(text, bodyStart + first.length, Math.max(0, (form.whole ?? form.least) - first.length)),
        )
    const isCut = place.isGrowing && bodyStart + written.length === text.length
    // The beginning of a key at the end of a growing text.
    const least = isCut && form.isCommon !== true ? 1 : form.least
    const isKey =
      written.length >= least && (form.isCommon !== true || looksRandom(written.replace(/\s+/g, '')))
    // Another key may begin inside a mismatch, but a long word is not searched from each of its characters.
    if (isKey || written.length > longestLookedInto) end = bodyStart + written.length
    if (!isKey || isMasked(written)) continue
    findings.push({ start, end, what: 'key', replacement: () => match[0] + maskLetters(written) })
  }
  return end
}

/** Sooner than a search with their expression. */
function mayBeSlashed(text: string): boolean {
  return slashedSigns.some((sign) => text.includes(sign))
}

function endsLine(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 0x0a || code === 0x0d
}

/** Unlike words of a program: long parts with digits, or a part too long for a word. */
function looksRandom(written: string): boolean {
  const parts = written.slice(0, longestLookedAt).split(/[_.-]+/)
  const [first = ''] = parts
  return (
    /[A-Za-z]/.test(written) &&
    parts.length <= 4 &&
    (parts.some((part) => part.length >= 12 && /\d/.test(part)) || (parts.length === 1 && first.length >= 24))
  )
}

function findShaped({ start, word }: LongWord, findings: Finding[]): void {
  if (word.length < shortestShaped || word.length > longestLookedInto || !/\d/.test(word)) return
  for (const { sign, shape, isMixed } of keyShapes) {
    if (!word.includes(sign)) continue
    // `name=value` is one word.
    const from = word.lastIndexOf('=', word.length - 4) + 1
    for (const offset of from === 0 ? [0] : [0, from]) {
      const match = shape.exec(word.slice(offset).replace(/[.=-]+$/, ''))
      if (match === null) continue
      const written = match[1] ?? match[0]
      if (isMasked(written) || (isMixed === true && !isMixedUp(written))) continue
      const at = start + offset + match[0].lastIndexOf(written)
      findings.push(found('key', at, written, maskLetters))
      return
    }
  }
}

function isMixedUp(written: string): boolean {
  return /[a-z]/.test(written) && /[A-Z]/.test(written) && /\d/.test(written)
}

function findJwts(text: string): readonly Finding[] {
  if (!text.includes('eyJ')) return []
  const findings: Finding[] = []
  const add = (start: number, end: number): void => {
    const token = text.slice(start, end)
    const rest = token.slice(3)
    if (beginsWord(text, start) && !isMasked(rest))
      findings.push(found('token', start, token, () => `eyJ${maskLetters(rest)}`))
  }
  let tokenEnd = 0
  for (const match of allMatches(jwt, text)) {
    if (match.index < tokenEnd) continue
    tokenEnd = endOfRun(text, inToken, match.index + match[0].length)
    if (text[tokenEnd] === '.') tokenEnd = endOfRun(text, inToken, tokenEnd + 1)
    add(match.index, endOfCutKey(text, tokenEnd))
  }
  if (!text.includes('\n')) return findings
  let until = 0
  for (const match of allMatches(cutJwt, text)) {
    if (match.index < until) continue
    const end = endOfCutKey(text, match.index + match[0].length)
    until = end
    if (text.slice(match.index, end).includes('.')) add(match.index, end)
  }
  return findings
}

/** The content of PEM blocks (https://www.rfc-editor.org/rfc/rfc7468). */
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
    if (isPemBody(written)) findings.push(found('key', start, written, maskLetters))
  }
  return findings
}

/** Whether there is more than masks: on a screen, there are signs for line breaks between them, colours and parts of other rows. */
function isPemBody(written: string): boolean {
  const text = written.replaceAll(/(?:\u001b|\\u001b)\[[\d;?]{0,16}[A-Za-z]|⏎/g, '')
  if (isMasked(text)) return false
  if (/^[\w\s\\+/=,:.-]*$/.test(text)) return true
  const words = text.match(/[A-Za-z0-9+/=]{12,}/g) ?? []
  return words.some(
    (word) => !isMasked(word) && (/\d/.test(word) || (/[A-Z]{2}/.test(word) && /[a-z]/.test(word))),
  )
}

/** Whether a text contains the beginning of a PEM block: other keys have no line breaks unless they were wrapped. */
export function hasPem(text: string): boolean {
  return text.includes('-----BEGIN ')
}

/** The start of an unclosed PEM block; null: none. */
export function openPem(text: string): number | null {
  // Searching from the end is slow, and rarely needed.
  if (!hasPem(text)) return null
  const begin = text.lastIndexOf('-----BEGIN ')
  return text.includes('-----END ', begin) ? null : begin
}
