import { ok, type Result } from '../../../lib/result.ts'
import { badPort, didYouMean, isPort, wrongAddress, type AddressProblem } from '../address/address-problem.ts'
import type { LineAddress, LineTransport } from './remote-transport.ts'

export const tcp: LineTransport = {
  schemes: { tcp: 'tcp://HOST:PORT' },
  help: { address: 'tcp://HOST:PORT', is: 'lines over a TCP connection' },
  guessScheme: (scheme) => (/^t|^(raw|socket|ip)/.test(scheme) ? 'tcp' : null),
  takes: 'lines',
  read: readTcp,
}

function readTcp(text: string): Result<LineAddress, AddressProblem> {
  const [, slashes = '', authority = '', rest = ''] = /^tcp:(\/*)([^/?#]*)(.*)$/i.exec(text) ?? []
  const host = authority.replace(/:[^:\]]*$/, '')
  const port = authority.slice(host.length + 1)
  const wrong = (what: string, meant: string): Result<never, AddressProblem> =>
    wrongAddress(text, what, didYouMean(meant))
  if (authority === '') return wrong('has no host', 'tcp://HOST:PORT')
  if (authority.includes('@')) {
    const what = 'has a user name, but plain TCP has no login'
    return wrong(what, `tcp://${authority.replace(/^.*@/, '')}`)
  }
  if (slashes !== '//') return wrong('has no “//” before its host', `tcp://${authority}`)
  if (host === '') return wrong('has no host', `tcp://HOST:${port}`)
  if (authority === host) return wrong('has no port', `tcp://${host}:PORT`)
  if (!isPort(port)) return wrong(badPort, `tcp://${host}:PORT`)
  // The URL parser checks the host only for schemes that it knows.
  if (!URL.canParse(`http://${authority}`)) {
    const meant = host.includes(':') ? `tcp://[${host.replace(/[[\]]/g, '')}]:${port}` : 'tcp://HOST:PORT'
    return wrong('has an invalid host name', meant)
  }
  if (rest !== '' && rest !== '/')
    return wrong('has a path, but a TCP address has none', `tcp://${authority}`)
  const shown = `tcp://${host.toLowerCase()}:${Number(port)}`
  const place = { host: host.replace(/^\[|\]$/g, ''), port: Number(port), shown }
  return ok({ shown, open: ({ socket }) => socket(place) })
}
