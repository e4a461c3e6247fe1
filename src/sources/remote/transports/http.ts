import type { WebTransport } from './remote-transport.ts'

export const http: WebTransport = {
  schemes: { http: 'http://…', https: 'https://…' },
  help: { address: 'http://HOST:PORT/PATH', is: 'HTTP with event streams; https:// with TLS' },
  guessScheme: (scheme) => (/^h|^web$/.test(scheme) ? (scheme.endsWith('s') ? 'https' : 'http') : null),
  takes: 'headers',
  load: async () => (await import('../http/http-transport.ts')).openHttp,
}
