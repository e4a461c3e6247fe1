import { fail, ok, type Result } from '../../../lib/result.ts'

/** A header of the requests to a remote agent. Its value is secret: it is sent, and never shown. */
export interface RemoteHeader {
  readonly name: string
  readonly value: string
}

/** An error in a header, and how to fix it. Neither quotes the value. */
export interface HeaderProblem {
  readonly message: string
  readonly hint: string
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

/** Parses `NAME: VALUE` as in RFC 9110, ASCII only. https://www.rfc-editor.org/rfc/rfc9110#section-5 */
export function parseHeader(text: string): Result<RemoteHeader, HeaderProblem> {
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
    return fail({ message: `the value of “${name}” has characters in it that are not ASCII`, hint })
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
