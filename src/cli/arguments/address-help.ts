import { schemesTaking } from '../../sources/remote/address/address-forms.ts'
import { waitsFor } from '../../sources/remote/deadline.ts'
import { remoteTransports } from '../../sources/remote/transports/remote-transports.ts'
import { filledLines, helpColumns, wordsColumn } from './help-layout.ts'

/** The forms of addresses with their transports, for the help of `connect`. */
export function addressTable(): string {
  return remoteTransports
    .map(({ help }) => `  ${help.address.padEnd(wordsColumn - 4)}  ${help.is}`)
    .join('\n')
}

/** The timeouts of a connection. */
export function waitsHelp(): string {
  const { socketMs, handshakeMs, answerMs } = waitsFor(null)
  const text =
    `A server has ${socketMs / 1000} seconds to take a connection (${schemesTaking('lines').join(', ')}), ` +
    `${handshakeMs / 1000} for the handshake of a WebSocket, and ${answerMs / 1000} to answer a request by HTTP. ` +
    'A longer --timeout gives it longer; with a shorter one the run ends after that (status 3).'
  return filledLines(text.split(' '), helpColumns).join('\n')
}
