import { fail, ok, type Result } from '../../../lib/result.ts'
import { addressForms } from './address-forms.ts'
import { didYouMean, shortened, wrongAddress, type AddressProblem } from './address-problem.ts'
import type { LineAddress, WebTransport } from '../transports/remote-transport.ts'
import { remoteTransports } from '../transports/remote-transports.ts'
import { readWebAddress, type WebAddress } from './web-address.ts'

/** The address of a running agent. `shown`: the address without credentials and query. */
export type RemoteAddress =
  | (WebAddress & { readonly takes: 'headers'; readonly transport: WebTransport })
  | (LineAddress & { readonly takes: 'lines' })

/** Parses an address as it was typed. */
export function parseAddress(text: string): Result<RemoteAddress, AddressProblem> {
  if (text === '') return fail({ message: 'the address is empty', hint: addressForms() })
  if (/[\p{Cc}\s]/u.test(text))
    return wrongAddress(text, 'has spaces or control characters in it', addressForms())
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  const transport = remoteTransports.find(
    ({ schemes }) => scheme !== undefined && Object.hasOwn(schemes, scheme),
  )
  if (transport === undefined) return parseUnknown(text, scheme)
  if (transport.takes === 'headers') {
    const read = readWebAddress(text)
    return read.ok ? ok({ ...read.value, takes: 'headers', transport }) : read
  }
  const read = transport.read(text)
  return read.ok ? ok({ ...read.value, takes: 'lines' }) : read
}

function parseUnknown(text: string, scheme: string | undefined): Result<never, AddressProblem> {
  if (/^[/~.]/.test(text)) {
    const what = 'is a path; the address of a socket is written unix:/PATH'
    return wrongAddress(text, what, didYouMean(`unix:${absolute(text)}`))
  }
  const hasSlashes = scheme !== undefined && text.slice(scheme.length + 1).startsWith('//')
  if (scheme === 'file') {
    const path = text.slice(scheme.length + 1).replace(/^\/*/, '/')
    const what = 'names a file; a socket is written unix:/PATH'
    return wrongAddress(text, what, didYouMean(`unix:${path}`))
  }
  if (hasSlashes) {
    const rest = text.slice(scheme.length + 3)
    const what = `begins with “${scheme}:”, which is no way to an agent`
    const hint = `Did you mean ${guessedScheme(scheme)}://${shortened(rest)}? ${addressForms()}`
    return wrongAddress(text, what, hint)
  }
  // The URL parser reads `localhost:8080` as a URL with the scheme `localhost`.
  const bare = shortened(text)
  const meant = didYouMean(`ws://${bare}`)
  const hint = /:\d+$/.test(text) ? `${meant} Or tcp://${bare}.` : meant
  return wrongAddress(text, 'does not say how to get there', hint)
}

/** The known scheme that is most like an unknown one. The last transports have the most specific guesses; the default is WebSocket. */
function guessedScheme(scheme: string): string {
  for (const transport of remoteTransports.toReversed()) {
    const guess = transport.guessScheme(scheme)
    if (guess !== null) return guess
  }
  return 'ws'
}

function absolute(path: string): string {
  return path.startsWith('/') ? path : '/PATH'
}
