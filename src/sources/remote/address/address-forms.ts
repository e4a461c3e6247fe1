import { listedWords } from '../../../lib/text/listed-words.ts'
import { remoteTransports } from '../transports/remote-transports.ts'
import type { RemoteTransport } from '../transports/remote-transport.ts'

/** The schemes, without colons, of the transports that send headers, or of those that are streams of lines. */
export function schemesTaking(takes: RemoteTransport['takes']): readonly string[] {
  return remoteTransports.flatMap((transport) =>
    transport.takes === takes ? Object.keys(transport.schemes) : [],
  )
}

/** The first scheme of each transport but the first, which is the one in the example. */
export function otherSchemes(): readonly string[] {
  return remoteTransports.slice(1).flatMap(({ schemes }) => Object.keys(schemes).slice(0, 1))
}

/** A sentence with the form of each kind of address. */
export function addressForms(): string {
  return `An address is ${listedWords(
    remoteTransports.flatMap(({ schemes }) => Object.values(schemes)),
    'or',
  )}.`
}

/** Whether a word can only be an address: `x://…`, or one of a scheme without slashes. */
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
