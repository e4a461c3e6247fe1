import { allMatches, Secrets } from '../matching/literals.ts'
import { found, plainText, type Finding, type Place } from '../matching/finding.ts'
import { finderOf } from '../matching/pattern-rules.ts'
import { isMasked, maskLetters } from '../replacements/mask.ts'
import { beginsWord, characterKind, characterSet, endOfRun, runsIn, withoutEnd } from '../matching/runs.ts'
import { keyForms, keyShapes, type KeyForm } from './secret-rules.ts'
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

interface KnownSecrets {
  readonly secrets: Secrets
}

/** A word that is long enough for a key. */
interface LongWord {
  readonly start: number
  readonly word: string
}

/** A key after the name of a service, or after a name with a word for secrets: `heroku: "…"`, `my_secret_2 = …`. */
function findServiceKey(
  text: string,
  { start: wordStart, word }: LongWord,
  { secrets }: KnownSecrets,
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

/** A JSON web token: its first part at least, or the beginning of that at the end of a line. */
const jwt: KeyForm = {
  prefix: String.raw`(?<![\w-]{2})eyJ(?=[\w-]{8,8000}\.[\w-]{4}|[\w-]{4,8000}$)`,
  least: 12,
}
const forms = [...keyForms, jwt].map((form) => ({ form, start: new RegExp(form.prefix, 'y') }))
/** Finds where keys begin. */
const keyStart = new RegExp(forms.map(({ form }) => form.prefix).join('|'), 'g')
/** The same for keys that may contain slashes: for others a slash ends the word. */
const slashedKeyStart = new RegExp(
  keyForms.flatMap(({ prefix, isBase64 }) => (isBase64 === true ? [prefix] : [])).join('|'),
  'g',
)

/** Whether a text contains a key that is recognisable by its form. */
export function hasKey(text: string): boolean {
  return findKeys(text, plainText, { secrets: new Secrets() }).length > 0
}

/** Keys that are recognisable by their form: prefix and length stay. */
export function findKeys(text: string, place: Place, known: KnownSecrets): readonly Finding[] {
  const isGrowing = place === 'growing'
  if (text.length < shortestKey && !isGrowing) return []
  const findings = [...findPems(text, place, known)]
  let until = 0
  for (const { start: index, end } of runsIn(text, inKey, shortestKey)) {
    if (index < until) continue
    const word = text.slice(index, end)
    if (word.length < longestPlain && !signOfKey.test(word) && !endsLine(text, end)) continue
    until = findPrefixed(text, { start: index, word, isGrowing }, findings)
    findShaped({ start: index, word }, findings)
    const named = findServiceKey(text, { start: index, word }, known)
    if (named !== null) findings.push(named)
  }
  until = 0
  for (const { index } of mayBeSlashed(text) ? allMatches(slashedKeyStart, text) : []) {
    if (index < until) continue
    until = endOfRun(text, inBase64Key, index)
    findPrefixed(text, { start: index, word: text.slice(index, until), isGrowing }, findings)
  }
  const word = isGrowing ? (lastWord.exec(text.slice(-12))?.[0] ?? '') : ''
  if (word !== '') findPrefixed(text, { start: text.length - word.length, word, isGrowing }, findings)
  return findings
}

/** The end of the last one: it may continue in the next lines. */
function findPrefixed(
  text: string,
  { start: wordStart, word, isGrowing }: LongWord & { readonly isGrowing: boolean },
  findings: Finding[],
): number {
  let end = 0
  for (const match of allMatches(keyStart, word)) {
    const start = wordStart + match.index
    if (start < end || !beginsWord(text, start)) continue
    const form = forms.find((one) => isMatchAt(one.start, word, match.index))?.form
    if (form === undefined) continue
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
    const isCut = isGrowing && bodyStart + written.length === text.length
    // The beginning of a key at the end of a growing text.
    const least = isCut && form.isCommon !== true ? 1 : form.least
    const isKey =
      written.length >= least &&
      (form.isCommon !== true || looksRandom(written.replace(/\s+/g, ''))) &&
      (form !== jwt || written.includes('.'))
    // Another key may begin inside a mismatch, but a long word is not searched from each of its characters.
    if (isKey || written.length > longestLookedInto) end = bodyStart + written.length
    if (!isKey || isMasked(written)) continue
    const what = form === jwt ? 'token' : 'key'
    findings.push({ start, end, what, replacement: () => match[0] + maskLetters(written) })
  }
  return end
}

function isMatchAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
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

/** The content of PEM blocks (https://www.rfc-editor.org/rfc/rfc7468). */
const findPems = finderOf([
  {
    what: 'key',
    sign: /-----BEGIN /,
    pattern: /-----BEGIN [A-Z0-9 ]{1,60}-----(?<secret>[^]*?)(?=-----|$)/g,
    replaces: ({ secret }) => (isPemBody(secret) ? () => maskLetters(secret) : null),
  },
])

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
function endOfCutKey(text: string, at: number, missing: number): number {
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

/** The start of the word at the end of a line that contains the beginning of a key. */
export function keyAtEnd(text: string, lineStart: number, lineEnd: number): number | null {
  const end = text.charCodeAt(lineEnd - 1) === 0x0d ? lineEnd - 1 : lineEnd
  // Most lines end with punctuation, or in a short word.
  if (atEnd[text.charCodeAt(end - 1)] !== 1) return null
  let start = end - 1
  const first = Math.max(lineStart, end - longestWord)
  while (start > first && inWord[text.charCodeAt(start - 1)] === 1) start--
  if (end - start < shortestWord) return null
  const word = text.slice(start, end)
  return allMatches(keyStart, word).length > 0 ? start : null
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
