import { Buffer } from 'node:buffer'
import type { Credentials } from '../../../app/conceal/concealer.ts'
import { hasKey } from '../../../app/redact/secrets/find-keys.ts'
import { isSecretParameter } from '../../../app/redact/secrets/secret-names.ts'
import type { RemoteHeader } from './remote-header.ts'

/** Shorter values are not concealed in messages, where they may well mean something else. */
const shortestInMessages = 8
const secretish = /auth|token|key|secret|cookie|passw|credential/i
/** Shorter values (`X-Debug: 1`) are no secrets, and would be found everywhere. */
const shortestInTexts = 4
/** A user name of this length may be a token. */
const shortestTokenName = 16

/**
 * The secrets in what is sent to a server: the value of each header without its scheme (`Bearer`), each cookie's value, the password
 * of a login, and the values in the URL's query. In texts all of them are concealed, in messages only those whose name or format
 * is that of a credential.
 */
export function credentialsOf(headers: readonly RemoteHeader[], url: string): Credentials {
  const given = [
    ...headers.flatMap(({ name, value }) => partsOf(name, value).map((part) => [name, part] as const)),
    ...queryParts(url),
  ]
  const longEnough = (least: number): readonly string[] =>
    given.filter(([, value]) => value.length >= least).map(([, value]) => value)
  return {
    inTexts: longEnough(shortestInTexts),
    inMessages: given
      .filter(([name, value]) => value.length >= shortestInMessages && isSecret(name, value))
      .map(([, value]) => value),
  }
}

/** By its name, or by the format of well-known services' keys. */
function isSecret(name: string, value: string): boolean {
  return secretish.test(name) || isSecretParameter(name) || hasKey(value)
}

function partsOf(name: string, value: string): readonly string[] {
  if (/cookie/i.test(name)) return value.split(';').map((cookie) => withoutQuotes(afterEquals(cookie)))
  const [, scheme = '', secret] = /^([\w-]+)\s+(.+)$/.exec(value) ?? []
  if (secret === undefined) return [value]
  if (!/authorization$/i.test(name)) return [value, secret]
  if (scheme.toLowerCase() !== 'basic') return [secret, ...parametersOf(secret)]
  const pair = Buffer.from(secret, 'base64').toString('utf8')
  const user = pair.slice(0, Math.max(pair.indexOf(':'), 0))
  const password = pair.slice(pair.indexOf(':') + 1)
  const isTokenName = password === '' || user.length >= shortestTokenName
  return [secret, pair, password, ...(isTokenName ? [user] : [])]
}

/** The values of `Credential=…, Signature="…"` whose names are those of secrets. */
function parametersOf(text: string): readonly string[] {
  return text
    .split(/[\s,;]+/)
    .filter((part) => /^\w*(?:token|key|secret|credential|signature|response|passw)\w*=/i.test(part))
    .map((part) => withoutQuotes(afterEquals(part)))
}

function afterEquals(text: string): string {
  return text.slice(text.indexOf('=') + 1).trim()
}

function withoutQuotes(text: string): string {
  return text.replace(/^"(.*)"$/, '$1')
}

/** Names and values of the query. A name without a value may be a token itself. */
function queryParts(url: string): readonly (readonly [string, string])[] {
  return [...new URL(url).searchParams].flatMap(([name, value]) =>
    value === '' ? [['token', name] as const] : [[name, value] as const],
  )
}
