import { http } from './http.ts'
import type { RemoteTransport } from './remote-transport.ts'
import { tcp } from './tcp.ts'
import { unix } from './unix.ts'
import { webSocket } from './web-socket.ts'

/**
 * All ways to an agent that already runs, in the order in which people are told of them: the first one is meant where an
 * address says nothing else. What else is to be known of one is in its file.
 */
export const remoteTransports: readonly RemoteTransport[] = Object.values({
  webSocket,
  http,
  tcp,
  unix,
})
