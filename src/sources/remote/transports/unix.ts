import { Buffer } from 'node:buffer'
import { ok, type Result } from '../../../lib/result.ts'
import { didYouMean, wrongAddress, type AddressProblem } from '../address/address-problem.ts'
import type { LineAddress, LineTransport } from './remote-transport.ts'

export const unix: LineTransport = {
  schemes: { unix: 'unix:/PATH' },
  help: { address: 'unix:PATH', is: 'lines over a unix socket' },
  // A path without a scheme has an error of its own, which names this one.
  guessScheme: () => null,
  takes: 'lines',
  read: readUnix,
}

/** The limit of a socket's address. The system would truncate a longer one, and connect to another socket. */
const pathLimit = process.platform === 'linux' ? 107 : 103

const causes: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  ECONNREFUSED: 'the socket exists, but nothing listens on it',
  ENOENT: 'there is no such socket',
  ENOTDIR: 'a part of the path is not a folder',
  ENOTSOCK: 'that is not a socket',
  EPERM: 'permission denied',
}

function readUnix(text: string): Result<LineAddress, AddressProblem> {
  const [, slashes = '', path = ''] = /^unix:(\/*)(.*)$/i.exec(text) ?? []
  if (path === '') return wrongAddress(text, 'names no socket', didYouMean('unix:/PATH'))
  // In `unix://path/x` the first name would be a host.
  if (slashes.length !== 1 && slashes.length !== 3) {
    const what = 'must have the absolute path of the socket'
    return wrongAddress(text, what, didYouMean(`unix:/${path}`))
  }
  if (Buffer.byteLength(path) + 1 > pathLimit) {
    const what = `is too long: a socket’s path has at most ${pathLimit} bytes`
    return wrongAddress(text, what, 'A symbolic link to its folder makes it shorter.')
  }
  const shown = `unix:/${path}`
  return ok({ shown, open: ({ socket }) => socket({ path: `/${path}`, shown }, causes) })
}
