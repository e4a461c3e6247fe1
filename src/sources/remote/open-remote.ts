import { Concealer } from '../../app/conceal/concealer.ts'
import type { RemoteAddress } from './remote-address.ts'
import type { RemoteHeader } from './remote-header.ts'
import {
  webConcealer,
  webRoute,
  type RemoteOptions,
  type WebRoute,
  waitsFor,
  deadline,
} from './web/web-route.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import type { OpenTransport, Transport, TransportEvents } from '../../app/ports/transport.ts'
import { Buffer } from 'node:buffer'
import { connect } from 'node:net'
import { networkCause } from '../network-cause.ts'
import { FlowControl } from '../flow-control.ts'
import type { LineTransportOptions, SocketAddress } from './transports/remote-transport.ts'

/**
 * A transport to a running agent. Each open is a new connection; cookies are kept from one to the next. A connection that ends by itself is
 * reported as `unreachable` before it was established, else as `disconnected`; after `end` and `killNow` nothing is reported.
 * No event contains the value of a header, or a credential.
 */
export function openRemote(address: RemoteAddress, options: RemoteOptions): OpenTransport {
  if (address.takes === 'lines') {
    const { clock, timeoutMs = null } = options
    const wait = { clock, connectMs: waitsFor(timeoutMs).socketMs }
    return address.open({
      ...wait,
      socket:
        (to, causes = {}) =>
        (events) =>
          openSocket({ to, causes, ...wait }, events),
    })
  }
  const route = webRoute(address, options)
  const open = openWhenLoaded(async () => (await address.transport.load())(route))
  return redialForInitialize(concealing(open, route))
}

/** Conceals the credentials that are sent to this address. A stream of lines gets none. */
export function concealerFor(address: RemoteAddress, headers: readonly RemoteHeader[]): Concealer {
  return address.takes === 'headers'
    ? webConcealer(address, headers)
    : new Concealer({ inMessages: [], inTexts: [] })
}

/** Conceals our credentials in all events of a transport, and restores them in what is sent. */
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

/** A transport whose module is imported when it is first opened. Messages sent meanwhile are queued. */
function openWhenLoaded(load: () => Promise<OpenTransport>): OpenTransport {
  let loaded: Promise<OpenTransport> | null = null
  return (events) => {
    loaded ??= load()
    let transport: Transport | null = null
    let waiting: string[] = []
    let isOver = false
    void loaded.then((open) => {
      if (isOver) return
      transport = open(events)
      for (const message of waiting) transport.send(message)
      waiting = []
    })
    return {
      isRunning: true,
      send(message, to) {
        if (transport !== null) transport.send(message, to)
        // No answer, since the agent has sent no request yet: `to` is not needed.
        else if (!isOver) waiting.push(message)
      },
      async end() {
        isOver = true
        await transport?.end()
      },
      killNow() {
        isOver = true
        transport?.killNow()
      },
    }
  }
}

/**
 * Opens a new connection for each `initialize` after the first: the client sends another one when the agent has answered the first with an
 * error, and a server refuses a second one on the same connection. `open`'s transports must report nothing after `end`.
 */
function redialForInitialize(open: OpenTransport): OpenTransport {
  return (events) => {
    const replaced = new Set<Promise<void>>()
    let current = open(events)
    let hasInitialized = false
    let isOver = false
    const redial = (): void => {
      const ended = current.end()
      replaced.add(ended)
      void ended.then(() => replaced.delete(ended))
      current = open(events)
    }
    return {
      isRunning: true,
      send(message, to) {
        if (isInitialize(message)) {
          if (hasInitialized && !isOver) redial()
          hasInitialized = true
        }
        current.send(message, to)
      },
      async end() {
        isOver = true
        await Promise.all([current.end(), ...replaced])
      },
      killNow() {
        isOver = true
        current.killNow()
      },
    }
  }
}

function isInitialize(message: string): boolean {
  // Saves parsing each message.
  if (!message.includes('"initialize"')) return false
  const value = jsonIn(message)
  return typeof value === 'object' && value !== null && 'method' in value && value.method === 'initialize'
}

/** How long the other side has to close the connection after us. */
const closeWaitMs = 1000
/** The silence after which the system sends keep-alive probes. */
const keepAliveAfterMs = 30_000

interface SocketOptions extends Pick<LineTransportOptions, 'clock' | 'connectMs'> {
  readonly to: SocketAddress
  /** Descriptions of error codes, where they differ from the general ones. */
  readonly causes: Readonly<Record<string, string>>
}

/** A connection to an agent behind a TCP port or a unix socket: the same lines as on stdio. */
function openSocket({ to, causes, clock, connectMs }: SocketOptions, events: TransportEvents): Transport {
  let isConnected = false
  let isEnding = false
  let failure: unknown = null
  const socket = connect('path' in to ? { path: to.path } : { host: to.host, port: to.port })
  socket.setNoDelay(true)
  socket.setKeepAlive(true, keepAliveAfterMs)
  const taken = deadline(clock, connectMs, 'answer')
  taken.signal.addEventListener('abort', () => socket.destroy(taken.failure))
  const flow = new FlowControl(socket, events.onStalled)
  socket.once('connect', () => {
    isConnected = true
    taken.met()
  })
  socket.on('data', (chunk: Buffer) => {
    flow.pace.lines(chunk, events.onBytes)
  })
  socket.on('error', (error) => {
    failure ??= error
  })
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      taken.met()
      resolve()
      const kind = isConnected ? 'disconnected' : 'unreachable'
      flow.pace.last(() => {
        const cause = failure === null ? 'the other side closed it' : networkCause(failure, causes)
        if (!isEnding) events.onEnded({ kind, address: to.shown, cause })
      })
    })
  })
  return {
    isRunning: true,
    send(message) {
      if (!socket.writable) return
      const line = Buffer.from(`${message}\n`)
      socket.write(line, flow.sent(line.length))
    },
    async end() {
      isEnding = true
      if (!isConnected) socket.destroy()
      flow.release()
      // Closes after all that was written.
      socket.end()
      const cancel = clock.after(closeWaitMs, () => socket.destroy(), 'alive')
      await closed
      cancel()
    },
    killNow() {
      isEnding = true
      socket.destroy()
    },
  }
}
