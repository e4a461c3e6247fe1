import { writeJson } from '../../lib/json/write-json.ts'
import type { RemoteHeader } from './remote-header.ts'

/** Shorter ones (`X-Debug: 1`) keep no secret, and texts would be full of stars. */
const shortestSecret = 4

/**
 * Takes secrets out of texts that others wrote: a server may repeat in an error what it was sent. Of each header the whole
 * value counts, and what follows its scheme (`Bearer`); of the URL the values in its query.
 */
export function concealer(headers: readonly RemoteHeader[], url: string): (text: string) => string {
  const secrets = [...headers.flatMap(({ value }) => partsOf(value)), ...queryValues(url)]
    .filter((secret) => secret.length >= shortestSecret)
    // A secret may be a part of another.
    .sort((one, other) => other.length - one.length)
  return (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
}

/** What is kept secret in messages too has a name that says so, and is long enough to stand there for nothing else. */
const secretName = /auth|token|key|secret|cookie|passw|credential/i
const shortestCredential = 8

/**
 * Takes credentials out of messages: an agent may repeat in an error what it was sent. Only what is named like one, and no
 * mere number, so that a message stays what it is.
 */
export function frameConcealer(headers: readonly RemoteHeader[], url: string): (frame: Buffer) => Buffer {
  const named = [
    ...headers.map(({ name, value }) => [name, value] as const),
    ...new URL(url).searchParams.entries(),
  ].filter(([name]) => secretName.test(name))
  const secrets = named
    .flatMap(([name, value]) => (/cookie/i.test(name) ? cookieValues(value) : partsOf(value)))
    .filter((secret) => secret.length >= shortestCredential && !/^\d+$/.test(secret))
    .map((secret) => Buffer.from(writeJson(secret).slice(1, -1)))
  const longestFirst = secrets.toSorted((one, other) => other.length - one.length)
  return (frame) => longestFirst.reduce(withoutSecret, frame)
}

function withoutSecret(frame: Buffer, secret: Buffer): Buffer {
  let at = frame.indexOf(secret)
  if (at < 0) return frame
  const kept: Buffer[] = []
  let from = 0
  for (; at >= 0; at = frame.indexOf(secret, from)) {
    kept.push(frame.subarray(from, at), stars)
    from = at + secret.length
  }
  return Buffer.concat([...kept, frame.subarray(from)])
}

const stars = Buffer.from('***')

function cookieValues(value: string): readonly string[] {
  return value.split(';').map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim())
}

function partsOf(value: string): readonly string[] {
  const [, scheme = '', secret] = /^(\w+)\s+(.+)$/.exec(value) ?? []
  if (secret === undefined) return [value]
  if (scheme.toLowerCase() !== 'basic') return [value, secret]
  const pair = Buffer.from(secret, 'base64').toString('utf8')
  return [value, secret, pair, pair.slice(pair.indexOf(':') + 1)]
}

function queryValues(url: string): readonly string[] {
  const { search, searchParams } = new URL(url)
  return [search.slice(1), ...searchParams.values()]
}
