import { readFileSync } from 'node:fs'
import type { RemoteTransport } from '../../../src/sources/remote/transports/remote-transport.ts'
import { codeIn, manual } from '../../support/manual.ts'

const security = readFileSync(new URL('../../../.github/SECURITY.md', import.meta.url), 'utf8')

/** Sentences that name all schemes of a kind, and must go on to. */
const sentences = [
  ['README', manual, 'headers', /\n([^\n.]*) speak the protocol's remote transports/],
  ['README', manual, 'lines', /remote transports, ([^\n.]*) carry the same lines as stdio/],
  ['README', manual, 'lines', /Sockets \(([^)]*)\) take none/],
  ['README', manual, 'lines', /\| a connection to ([^|]*) \| 10 s \|/],
  ['SECURITY', security, 'lines', /to another host that it redirects to, not over ([^.]*)\./],
] as const

/** Where the documents do not name the schemes that there are: nowhere, that is. */
export function wrongInDocuments(transports: readonly RemoteTransport[]): readonly string[] {
  return sentences.flatMap(([name, text, takes, sentence]) => {
    const [, list] = sentence.exec(text) ?? []
    if (list === undefined) return [`${name} has no ${String(sentence)}`]
    const told = codeIn(list).map((code) => code.replace(/:$/, ''))
    const known = transports.flatMap((each) => (each.takes === takes ? Object.keys(each.schemes) : []))
    return [
      ...known.filter((scheme) => !told.includes(scheme)).map((scheme) => `${name} lacks ${scheme}: ${list}`),
      ...told
        .filter((scheme) => !known.includes(scheme))
        .map((scheme) => `${name} tells of ${scheme}: ${list}`),
    ]
  })
}
