import { createConcealer, type Concealer } from '../../app/conceal/concealer.ts'
import type { OpenTransport } from '../../app/transport.ts'
import type { Clock } from '../../lib/clock.ts'
import { waitsFor } from './deadline.ts'
import { openLater } from './later-transport.ts'
import { redialForInitialize } from './redial.ts'
import type { RemoteAddress } from './remote-address.ts'
import type { RemoteHeader } from './remote-header.ts'
import { openSocket } from './socket-transport.ts'
import { webConcealer, webRoute, type WebRoute } from './web-route.ts'

export interface RemoteOptions {
  /** Sent with every request over HTTP and with the WebSocket's handshake; TCP and unix sockets have no place for them. */
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
  const parts = { headers, clock, timeoutMs }
  switch (address.kind) {
    case 'tcp':
    case 'unix':
      return openSocket(address, { clock, connectMs: waitsFor(timeoutMs).socketMs })
    case 'websocket': {
      const route = webRoute(address, parts)
      const open = openLater(async () => (await import('./websocket-transport.ts')).openWebSocket(route))
      return redialForInitialize(concealing(open, route))
    }
    case 'http': {
      const route = webRoute(address, parts)
      const open = openLater(async () => (await import('./http-transport.ts')).openHttp(route))
      return redialForInitialize(concealing(open, route))
    }
  }
}

/** Conceals what we send to this address. To a socket we send no credential, whatever is set. */
export function concealerFor(address: RemoteAddress, headers: readonly RemoteHeader[]): Concealer {
  const isWeb = address.kind === 'websocket' || address.kind === 'http'
  return isWeb ? webConcealer(address, headers) : createConcealer({ inMessages: [], inTexts: [] })
}

/** All that is reported is as it came, but for our own credentials. */
function concealing(open: OpenTransport, { concealer }: WebRoute): OpenTransport {
  return (events) => {
    const transport = open({
      ...events,
      onFrame: (frame, kind) => events.onFrame(concealer.message(frame), kind),
      onEnded: (end) => events.onEnded('cause' in end ? { ...end, cause: concealer.text(end.cause) } : end),
    })
    return {
      isRunning: transport.isRunning,
      send: (message) => transport.send(concealer.restored(message)),
      end: async () => await transport.end(),
      killNow: () => transport.killNow(),
    }
  }
}
