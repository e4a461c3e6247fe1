import { schemesTaking, remoteTransports } from '../../sources/remote/transports/remote-transports.ts'
import { waitsFor } from '../../sources/remote/deadline.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { helpColumns, wordsColumn } from './help-layout.ts'

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
    `Limits: ${socketMs / 1000} seconds for a connection (${schemesTaking('lines').join(', ')}), ` +
    `${handshakeMs / 1000} for the handshake of a WebSocket, ${answerMs / 1000} for the response to an HTTP request. ` +
    'A longer --timeout extends them; a shorter one ends the run earlier (status 3).'
  return wrapText(text, helpColumns).join('\n')
}
