import { posix, win32 } from 'node:path'
import { fail, ok, type Result } from '../../lib/result.ts'
import { listedWords } from '../../lib/text/wording.ts'
import { parseFileMap } from '../../sources/plan-file/locate-document.ts'
import { parseAddress, type RemoteAddress } from '../../sources/remote/remote-address.ts'
import { schemesTaking } from '../../sources/remote/transports/remote-transports.ts'
import { concealerFor, openRemote } from '../../sources/remote/open-remote.ts'
import { parseHeader, readTokenFile } from '../../sources/remote/remote-header.ts'
import { type AgentToWatch, noFolderHere } from './agent-to-watch.ts'
import { workingFolder } from '../../system/user-environment.ts'
import type { Flags } from '../arguments/flags.ts'
import { systemClock } from '../host/host.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'

export interface ConnectRequest {
  readonly url: string
  readonly flags: Flags
  /** As typed. Headers are secrets: nothing may show or record their values. */
  readonly headers: readonly string[]
  readonly fileMaps: readonly string[]
}

export function remoteAgent(connect: ConnectRequest): Result<AgentToWatch, UsageError> {
  const address = parseAddress(connect.url)
  if (!address.ok) return address
  const headers = allRead('--header', connect.headers.map(parseHeader))
  if (!headers.ok) return headers
  const maps = allRead(
    '--map-files',
    connect.fileMaps.map((text) => parseFileMap(text, workingFolder())),
  )
  if (!maps.ok) return maps
  const { takes, shown } = address.value
  const { cwd } = connect.flags
  const folders = [
    ...(cwd === null ? [] : [`--cwd=${cwd}`]),
    ...maps.value.map(({ remote, local }) => `--map-files=${remote === '' ? '/' : remote}=${local}`),
  ]
  // Headers and queries may hold a credential.
  const isOpen = connect.headers.length === 0 && !shown.endsWith('?…') && !hasCredentials(address.value)
  if (takes === 'lines') {
    const option =
      connect.headers.length > 0
        ? '--header'
        : connect.flags.settings.tokenFile === undefined
          ? null
          : '--token-file'
    if (option !== null)
      return usage(
        `${option} cannot be used with ${shown}`,
        `Headers and tokens go over ${listedWords(
          schemesTaking('headers').map((scheme) => `${scheme}:`),
          'and',
        )} only.`,
      )
  }
  return ok({
    called: shown,
    fallbackName: shown,
    again: isOpen ? { name: shown, argv: ['connect', ...folders, connect.url] } : null,
    startedAs: [shown],
    command: [],
    isRemote: true,
    planTools: 'elsewhere',
    demo: null,
    files: { type: 'remote', maps: maps.value },
    defaultPrompts: [],
    folder: remoteFolder,
    access({ tokenFile, timeoutMs }) {
      // `--header` overrides the token. Streams of lines have no headers: a token file from a setting is ignored.
      const files = tokenFile === null || takes === 'lines' ? [] : [readTokenFile(tokenFile)]
      const token = allRead('--token-file', files)
      if (!token.ok) return token
      const all = [...token.value, ...headers.value]
      return ok({
        open: openRemote(address.value, { headers: all, clock: systemClock, timeoutMs }),
        concealer: concealerFor(address.value, all),
      })
    },
  })
}

function hasCredentials(address: RemoteAddress): boolean {
  return address.takes === 'headers' && address.credentials !== null
}

/** The values of an option that may be repeated, or the first problem. */
function allRead<Value>(
  option: string,
  read: readonly Result<Value, UsageError>[],
): Result<readonly Value[], UsageError> {
  const values: Value[] = []
  for (const each of read) {
    if (!each.ok) return fail({ ...each.problem, message: `${option}: ${each.problem.message}` })
    values.push(each.value)
  }
  return ok(values)
}

/** A folder on the agent's machine, which cannot be checked here. */
function remoteFolder(given: string | null): Result<string, UsageError> {
  if (given === null) {
    const here = workingFolder()
    return here === null ? fail(noFolderHere) : ok(here)
  }
  if (posix.isAbsolute(given) || win32.isAbsolute(given)) return ok(given)
  return usage(
    `--cwd ${given} is not an absolute path`,
    "It is a folder on the agent's machine, for example `--cwd /srv/site`.",
  )
}
