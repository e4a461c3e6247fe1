import { fail, ok, type Result } from '../../lib/result.ts'

/** A page that a browser may be sent to. */
export interface PageAddress {
  /** As it is shown and opened: ASCII without blanks, hosts of other scripts as `xn--…`. */
  readonly href: string
  /** With its port, when it names one. */
  readonly host: string
  /** Where the host begins in `href`. */
  readonly hostAt: number
  readonly isEncrypted: boolean
}

/**
 * Reads an address that an agent wrote, as browsers read it. What is wrong, in words, when it is not to be opened: only pages
 * of http and https are, since other schemes start programs with what somebody else wrote.
 */
export function pageAddress(url: string): Result<PageAddress, string> {
  if (!URL.canParse(url)) return fail('it is no address')
  const { href, host, protocol, username, password } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return fail('only http and https pages are')
  // https://bank.example@evil.example is a page of evil.example.
  if (username !== '' || password !== '') return fail('a name stands before its host, which hides the host')
  return ok({ href, host, hostAt: protocol.length + 2, isEncrypted: protocol === 'https:' })
}
