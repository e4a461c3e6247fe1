import { Buffer } from 'node:buffer'
import type { Credentials } from '../../../app/conceal/concealer.ts'
import { hasKey } from '../../../app/redact/secrets/find-keys.ts'
import { isSecretParameter } from '../../../app/redact/secrets/secret-names.ts'
import type { RemoteHeader } from './remote-header.ts'

/** What is kept secret in messages too is long enough to stand there for nothing else. */
const shortestInMessages = 8
const secretish = /auth|token|key|secret|cookie|passw|credential/i
/** Shorter ones (`X-Debug: 1`) keep no secret, and texts would be full of stars. */
const shortestInTexts = 4
/** A name that is as long as a token may be one, whatever the password beside it. */
const shortestTokenName = 16

/**
 * What is secret in what we send to a server. Of each header the value, without its scheme (`Bearer`), of cookies each value,
 * of a login its password, and of the URL the values in its query. In errors all of these count, in messages those that
 * their name or their form says to be secret.
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

/** By the name, or by the form in which well-known services write their keys. */
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

/** Of `Credential=…, Signature="…"` the values whose names say that they are secret. */
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

/** Names and values. What stands there alone may be a token itself. */
function queryParts(url: string): readonly (readonly [string, string])[] {
  return [...new URL(url).searchParams].flatMap(([name, value]) =>
    value === '' ? [['token', name] as const] : [[name, value] as const],
  )
}
