import path from 'node:path'
import { ok, type Result } from '../../../lib/result.ts'
import {
  didYouMean,
  wrongAddress,
  type AddressProblem,
  type LineAddress,
  type LineTransport,
} from './remote-transport.ts'

/** A socket in the folder where the programs of a user have theirs. */
export const runtimeFolder: LineTransport = {
  schemes: { run: 'run:NAME' },
  help: { address: 'run:NAME', is: 'lines over a socket in $XDG_RUNTIME_DIR' },
  guessScheme: (scheme) => (scheme.startsWith('ru') ? 'run' : null),
  takes: 'lines',
  read,
}

function read(text: string): Result<LineAddress, AddressProblem> {
  const name = text.slice('run:'.length)
  const folder = process.env['XDG_RUNTIME_DIR'] ?? ''
  if (name === '' || name.includes('/'))
    return wrongAddress(text, 'must have the name of a socket', didYouMean('run:NAME'))
  if (!path.isAbsolute(folder))
    return wrongAddress(text, 'needs the folder that XDG_RUNTIME_DIR names', 'Is that variable not set?')
  const shown = `run:${name}`
  const place = { path: path.join(folder, name), shown }
  return ok({ shown, open: ({ socket }) => socket(place, { ENOENT: 'there is no such socket' }) })
}
