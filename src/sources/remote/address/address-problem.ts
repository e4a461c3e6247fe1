import { shortened } from '../../../lib/text/listed-words.ts'
import { fail, type Result } from '../../../lib/result.ts'

/** An error in an address, and the nearest valid one. Neither quotes credentials or a query. */
export interface AddressProblem {
  readonly message: string
  readonly hint: string
}

export const badPort = 'has an invalid port (1 to 65535)'

export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}

export function wrongAddress(text: string, what: string, hint: string): Result<never, AddressProblem> {
  return fail({ message: `the address “${shownAddress(text)}” ${what}`, hint })
}

export function didYouMean(meant: string): string {
  return `Did you mean ${shownAddress(meant)}?`
}

const shownLimit = 200

/** A text that may be a URL, without what may be secret in it. A password may have any character, so all up to the last “@” is removed. */
export function shownAddress(text: string): string {
  const plain = text.replace(/^([a-z][a-z0-9+.-]*:\/+)?.*@/i, '$1').replace(/[?#].*/, '?…')
  return shortened(plain, shownLimit)
}
