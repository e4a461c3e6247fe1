import type { WebTransport } from './remote-transport.ts'

export const webSocket: WebTransport = {
  schemes: { ws: 'ws://HOST:PORT', wss: 'wss://…' },
  help: { address: 'ws://HOST:PORT/PATH', is: 'WebSocket; wss:// with TLS' },
  guessScheme: (scheme) => (scheme.length > 2 && scheme.endsWith('s') ? 'wss' : null),
  takes: 'headers',
  load: async () => (await import('../websocket/websocket-transport.ts')).openWebSocket,
}
