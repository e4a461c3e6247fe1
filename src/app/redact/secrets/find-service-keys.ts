import { found, type Finding } from '../matching/finding.ts'
import { isMasked, mask } from '../replacements/mask.ts'
import { secretWordIn } from './secret-names.ts'
import type { Secrets } from './secrets.ts'

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
export interface LongWord {
  readonly start: number
  readonly word: string
}

/** A key after the name of a service, or after a name with a word for secrets: `heroku: "…"`, `my_secret_2 = …`. */
export function findServiceKey(
  text: string,
  { start: wordStart, word }: LongWord,
  secrets: Secrets,
): Finding | null {
  if (word.length < shortest || word.length > longest) return null
  // `name=value` is one word.
  const from = word.lastIndexOf('=', word.length - 4) + 1
  const start = wordStart + from
  const nameEnd = endOfName(text, start)
  if (nameEnd === null) return null
  const written = word.slice(from).replace(/[.~+-]+$/, '')
  if (isMasked(written) || !/\d|[a-z][A-Z]/.test(written)) return null
  const name = nameUpTo(text, nameEnd)
  if (name === '' || harmless.test(name)) return null
  const isNamed = services.test(name)
    ? looksDrawn(written, true)
    : secretWordIn(name) && looksDrawn(written, false) && !uuid.test(written) && !isHash(name, written)
  if (!isNamed) return null
  secrets.learn(written)
  return found('secret', start, written, mask)
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

/** The end of the name that a value belongs to: `name = `, `"name": "`, `<name>`, `name("`; null: none. */
function endOfName(text: string, at: number): number | null {
  let end = skipBack(text, at, isQuote)
  end = skipBack(text, end, isBlank)
  const operator = skipBack(text, end, isOperator)
  if (operator === end || end - operator > 4) return null
  end = skipBack(text, operator, isBlank)
  return skipBack(text, end, isQuote)
}

function nameUpTo(text: string, end: number): string {
  const word = text.slice(Math.max(0, end - 64), end)
  const name = /[A-Za-z_$][\w.-]*$/.exec(word)?.[0] ?? ''
  // `var discordToken string = …`: the type is between the two.
  if (!/^(?:string|str|text|char)$/i.test(name)) return name
  return /([A-Za-z_$][\w.-]*)[ \t:]{1,4}[A-Za-z]+$/.exec(word)?.[1] ?? ''
}

const longestSkip = 6

function skipBack(text: string, at: number, isSkipped: (character: string) => boolean): number {
  let end = at
  while (end > 0 && at - end < longestSkip && isSkipped(text[end - 1] ?? '')) end--
  return end
}

function isQuote(character: string): boolean {
  return character === '"' || character === "'" || character === '`' || character === '\\'
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t'
}

function isOperator(character: string): boolean {
  return character !== '' && '=:>,(|?+.'.includes(character)
}
