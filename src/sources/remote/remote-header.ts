import { fail, ok, type Result } from '../../lib/result.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import { hasKey } from '../../app/redact/secrets/find-keys.ts'
import { looksSecret } from '../../app/redact/replacements/mask.ts'
import { readRegularFile, type FileFault } from '../../system/regular-file.ts'
import { Buffer } from 'node:buffer'
import type { Credentials } from '../../app/conceal/concealer.ts'
import { isSecretParameter } from '../../app/redact/secrets/secret-names.ts'

/** A header of the requests to a remote agent. Its value is secret: it is sent, and never shown. */
export interface RemoteHeader {
  readonly name: string
  readonly value: string
}

/** Headers that the transport sets itself. */
const ownHeaders: ReadonlySet<string> = new Set([
  'accept',
  'acp-connection-id',
  'acp-session-id',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'last-event-id',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const hint = 'A header is written NAME: VALUE, for example --header "Authorization: Bearer TOKEN".'

/** Parses `NAME: VALUE` as in RFC 9110, ASCII only. Problems never quote the value. https://www.rfc-editor.org/rfc/rfc9110#section-5 */
export function parseHeader(text: string): Result<RemoteHeader, UsageError> {
  const colon = text.indexOf(':')
  if (colon === -1) return fail({ message: 'the header has no colon after its name', hint })
  const name = text.slice(0, colon).trim()
  if (name === '') return fail({ message: 'the header has no name before its colon', hint })
  // Not quoted, since it may be a part of a secret.
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
    return fail({ message: 'the header name has invalid characters', hint })
  }
  const lower = name.toLowerCase()
  if (ownHeaders.has(lower) || lower.startsWith('sec-websocket-')) {
    return fail({
      message: `the header “${name}” is set by the connection itself`,
      hint: 'Leave it out.',
    })
  }
  const value = text.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')
  if (value === '') {
    const message = `the header “${name}” has no value`
    return fail({ message, hint: 'Is a variable in it not set?' })
  }
  if (/[\r\n]/.test(value)) return fail({ message: `the value of “${name}” has line breaks in it`, hint })
  if (!/^[\t\x20-\x7e]*$/.test(value)) {
    return fail({ message: `the value of “${name}” has characters in it that are no printable ASCII`, hint })
  }
  return ok({ name, value })
}

/**
 * The headers as one object. The values of a repeated name are joined as HTTP does for lists; of several `Authorization` headers
 * the last one counts.
 */
export function headerRecord(headers: readonly RemoteHeader[]): Readonly<Record<string, string>> {
  const values = new Map<string, RemoteHeader>()
  for (const { name, value } of headers) {
    const key = name.toLowerCase()
    const before = key === 'authorization' ? undefined : values.get(key)
    const separator = key === 'cookie' ? '; ' : ', '
    values.set(
      key,
      before === undefined ? { name, value } : { name, value: before.value + separator + value },
    )
  }
  return Object.fromEntries([...values.values()].map(({ name, value }) => [name, value]))
}

/** No server accepts a longer token: most allow 8 to 16 KiB for all headers. */
const limitBytes = 8 * 1024

/**
 * Reads a token from a file into an `Authorization: Bearer` header. White space around the token is removed; more than one word
 * is an error. Problems never quote the content.
 */
export function readTokenFile(path: string): Result<RemoteHeader, UsageError> {
  const read = readRegularFile(path, limitBytes)
  if (!read.ok) return isTokenItself(path) ? tokenItself : problem(path, faultWords(read.problem))
  const token = read.value
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trim()
  if (token === '') return problem(path, 'is empty')
  if (/^[\t\r\n\x20-\x7e]*$/.test(token)) {
    if (/[\r\n]/.test(token)) return problem(path, 'has more than one line')
    if (/^bearer\s/i.test(token)) return problem(path, 'begins with “Bearer”, which is added here')
    if (/\s/.test(token)) return problem(path, 'has more than one word')
    return ok({ name: 'Authorization', value: `Bearer ${token}` })
  }
  return problem(path, 'has characters that are invalid in a token')
}

/** The path looks like a token, which must not be quoted in the message. */
function isTokenItself(path: string): boolean {
  return !/[\\/]/.test(path) && (hasKey(path) || (path.length >= 24 && looksSecret(path, 24)))
}

const tokenItself = fail({
  message: 'the token file does not exist, and its name looks like a token',
  hint: "Write the token into a file and give the file's name: others can see command lines.",
})

function problem(path: string, what: string): Result<never, UsageError> {
  return fail({
    message: `the token file “${path}” ${what}`,
    hint: 'It must contain the token and nothing else.',
  })
}

function faultWords(fault: FileFault): string {
  switch (fault.kind) {
    case 'missing':
      return fault.isImpossible === true ? 'has a name that is too long for a file' : 'does not exist'
    case 'folder':
      return 'is a folder'
    case 'irregular':
      return `is a ${fault.what}, and only a regular file is read`
    case 'too-long':
      return 'is too long for a token'
    case 'forbidden':
      return 'is not readable for you'
    case 'unreadable':
      return `cannot be read (${fault.code})`
  }
}

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
