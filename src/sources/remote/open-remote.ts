import { createConcealer, type Concealer } from '../../app/conceal/concealer.ts'
import type { OpenTransport } from '../../app/ports/transport.ts'
import type { Clock } from '../../lib/clock.ts'
import { waitsFor } from './deadline.ts'
import { openLater } from './later-transport.ts'
import { redialForInitialize } from './redial.ts'
import type { RemoteAddress } from './address/remote-address.ts'
import type { RemoteHeader } from './credentials/remote-header.ts'
import { openSocket } from './socket-transport.ts'
import { webConcealer, webRoute, type WebRoute } from './web/web-route.ts'

export interface RemoteOptions {
  /** Sent with every request over HTTP and with the WebSocket's handshake; streams of lines have no place for them. */
  readonly headers: readonly RemoteHeader[]
  readonly clock: Clock
  /** How long the user lets the agent be silent: no wait for the network is shorter. null: as long as is usual. */
  readonly timeoutMs?: number | null
}

/**
 * The way to an agent that already runs. Each open is a connection of its own; cookies are kept from one to the next. An end
 * that we did not ask for is `unreachable` when there was no connection yet, and else `disconnected`; after `end` and
 * `killNow` nothing is reported. No header's value and no credential is in anything reported.
 */
export function openRemote(
  address: RemoteAddress,
  { headers, clock, timeoutMs = null }: RemoteOptions,
): OpenTransport {
  if (address.takes === 'lines') {
    const connectMs = waitsFor(timeoutMs).socketMs
    return address.open({
      clock,
      connectMs,
      socket: (to, causes = {}) => openSocket({ to, causes }, { clock, connectMs }),
    })
  }
  const route = webRoute(address, { headers, clock, timeoutMs })
  const open = openLater(async () => (await address.transport.load())(route))
  return redialForInitialize(concealing(open, route))
}

/** Conceals what we send to this address. To a stream of lines we send no credential, whatever is set. */
export function concealerFor(address: RemoteAddress, headers: readonly RemoteHeader[]): Concealer {
  return address.takes === 'headers'
    ? webConcealer(address, headers)
    : createConcealer({ inMessages: [], inTexts: [] })
}

/** All that is reported is as it came, but for our own credentials. */
function concealing(open: OpenTransport, { concealer }: WebRoute): OpenTransport {
  return (events) => {
    const transport = open({
      ...events,
      onFrame: (frame, kind, from) => events.onFrame(concealer.message(frame), kind, from),
      onEnded: (end) => events.onEnded('cause' in end ? { ...end, cause: concealer.text(end.cause) } : end),
    })
    return {
      isRunning: transport.isRunning,
      send: (message, to) => transport.send(concealer.restored(message), to),
      end: async () => await transport.end(),
      killNow: () => transport.killNow(),
    }
  }
}
