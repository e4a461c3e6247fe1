import { listedWords } from '../../../lib/text/listed-words.ts'
import { remoteTransports } from '../transports/remote-transports.ts'
import type { RemoteTransport } from '../transports/remote-transport.ts'

/** The schemes of those that take headers, or of those that are streams of lines, without colons. */
export function schemesTaking(takes: RemoteTransport['takes']): readonly string[] {
  return remoteTransports.flatMap((transport) =>
    transport.takes === takes ? Object.keys(transport.schemes) : [],
  )
}

/** A scheme of each transport but the first, which an example shows. */
export function otherSchemes(): readonly string[] {
  return remoteTransports.slice(1).flatMap(({ schemes }) => Object.keys(schemes).slice(0, 1))
}

/** How each kind of address is written, in a sentence. */
export function addressForms(): string {
  return `An address is ${listedWords(
    remoteTransports.flatMap(({ schemes }) => Object.values(schemes)),
    'or',
  )}.`
}

/** A word that can be nothing but an address: `x://…`, or one of those that need no slashes. */
export function isLikeAddress(word: string): boolean {
  const scheme = /^([a-z]+):/i.exec(word)?.[1]?.toLowerCase()
  if (scheme === undefined) return false
  return (
    word.startsWith('://', scheme.length) ||
    remoteTransports.some(
      ({ schemes, help }) => Object.hasOwn(schemes, scheme) && !help.address.includes('://'),
    )
  )
}
