import { fail, ok, type Result } from '../../lib/result.ts'

/** A page that a browser may open. */
export interface PageAddress {
  /** As shown and opened: ASCII without blanks, other scripts as `xn--…`. */
  readonly href: string
  /** With its port, if it has one. */
  readonly host: string
  /** The offset of the host in `href`. */
  readonly hostAt: number
  readonly isEncrypted: boolean
}

/**
 * Parses an agent's URL as browsers do. Fails, with the reason, for anything but http and https: other schemes start
 * programs with foreign input.
 */
export function pageAddress(url: string): Result<PageAddress, string> {
  if (!URL.canParse(url)) return fail('it is not a URL')
  const { href, host, protocol, username, password } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return fail('only http and https are opened')
  // https://bank.example@evil.example is a page of evil.example.
  if (username !== '' || password !== '') return fail('a user name before the host hides the host')
  return ok({ href, host, hostAt: protocol.length + 2, isEncrypted: protocol === 'https:' })
}
