import { http } from './http.ts'
import type { RemoteTransport } from './remote-transport.ts'
import { tcp } from './tcp.ts'
import { unix } from './unix.ts'
import { webSocket } from './web-socket.ts'

/**
 * The transports to a running agent, in the order of help and errors. The first is the default.
 */
export const remoteTransports: readonly RemoteTransport[] = Object.values({
  webSocket,
  http,
  tcp,
  unix,
})
