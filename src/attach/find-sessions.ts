import { stat } from 'node:fs/promises'
import { listedWords } from '../lib/text/wording.ts'
import { ok, type Result } from '../lib/result.ts'
import { usage, type UsageError } from '../lib/text/usage-error.ts'
import { openTraceFile } from '../sources/trace-file/open-trace-file.ts'
import type {
  FoundSession,
  ObservedKind,
  ObservedFolders,
  ObservedHosts,
} from '../app/ports/observed-source.ts'

export type ObservedKinds = readonly ObservedKind[]

/** What `attach` shows: one session, all, or the list of them. */
export type AttachTarget =
  | { readonly type: 'session'; readonly found: FoundSession }
  | { readonly type: 'all' }
  | { readonly type: 'list' }

export interface AttachRequest {
  readonly kinds: ObservedKinds
  /** With the present time. */
  readonly places: () => ObservedFolders
  /** Their kinds are among `kinds`; null: there are none. */
  readonly hosts?: ObservedHosts | null | undefined
}

/** The sessions of all kinds, the newest first. Never throws. */
export async function findSessions(
  kinds: ObservedKinds,
  places: ObservedFolders,
): Promise<readonly FoundSession[]> {
  // A kind that fails all the same must not hide the others.
  const all = await Promise.all(kinds.map(async (kind) => await kind.find(places).catch(() => [])))
  return all.flat().toSorted((one, other) => other.changedAtMs - one.changedAtMs)
}

export function kindOf(kinds: ObservedKinds, { kind: name, host }: FoundSession): ObservedKind {
  const kind = kinds.find((each) => each.name === name && each.host === host)
  if (kind === undefined) throw new Error(`there is no kind ${name}`)
  return kind
}

/** Where none of the newest sessions is meant, so many of each kind are looked at. */
const namedAtMost = 5000

/** What the user has named: `path` is absolute, and there is something at it, or null. */
export interface NamedSession {
  readonly what: string
  readonly path: string | null
}

/** The session that the user has named: by a path, a name, the number of a process, or an id or its beginning. */
export async function findNamed(
  { what, path }: NamedSession,
  kinds: ObservedKinds,
  places: ObservedFolders,
): Promise<Result<FoundSession, UsageError>> {
  const newest = await findSessions(kinds, places)
  const ofNewest = sessionsNamed(what, newest)
  const isSought = ofNewest.length === 0 && path === null
  const all = isSought ? await findSessions(kinds, { ...places, atMost: namedAtMost }) : newest
  const named = isSought ? sessionsNamed(what, all) : ofNewest
  const [only, ...more] = named
  if (only !== undefined && more.length === 0) return ok(only)
  if (path !== null) {
    for (const kind of kinds) {
      const found = await kind.recognise(path, places)
      if (found !== null) return ok(found)
    }
    return usage(
      `${what} cannot be observed: ${await faultAt(path)}`,
      `It can be ${listedWords(
        kinds.map(({ named }) => named),
        'or',
      )}.`,
    )
  }
  if (only === undefined) return usage(`there is no session “${what}”`, hintOf(all))
  return usage(`“${what}” means ${named.length} sessions`, `Name one of them: ${shortList(named)}.`)
}

/** What is wrong with something that no kind knows. */
async function faultAt(path: string): Promise<string> {
  const stats = await stat(path).catch(() => null)
  if (stats?.isFIFO() === true) return 'it is a pipe, which can be read once only: `replay` reads it'
  if (stats?.isSocket() === true) return 'it is a socket that nothing known here listens at'
  const clock = { nowMs: () => 0, wallMs: () => 0, after: () => () => undefined }
  const file = await openTraceFile({ path, follows: false, clock })
  if (!file.ok) return file.problem.message
  file.value.close()
  return 'nothing in it is known here'
}

/** The fewest characters that an id is found by. */
const leastOfId = 4

/**
 * The sessions that a word names: as a whole, else the beginning of their ids. `KIND:WORD` looks in one kind only, `HOST/WORD` on one
 * machine only.
 */
function sessionsNamed(what: string, all: readonly FoundSession[]): readonly FoundSession[] {
  const whole = all.filter((found) =>
    namesOf(found).some((name) => [name, `${found.kind}:${name}`].includes(withoutHost(what, found))),
  )
  if (whole.length > 0 || what.length < leastOfId) return whole
  return all.filter((found) =>
    [found.id, `${found.kind}:${found.id}`].some((name) => name.startsWith(withoutHost(what, found))),
  )
}

function namesOf({ id, label, pid }: FoundSession): readonly (string | null)[] {
  return [id, label, pid === null ? null : String(pid)]
}

function withoutHost(what: string, { host }: FoundSession): string {
  return host !== undefined && what.startsWith(`${host}/`) ? what.slice(host.length + 1) : what
}

function hintOf(all: readonly FoundSession[]): string {
  return all.length === 0
    ? 'Nothing was found. A recording or a log is named by its file.'
    : `There is ${shortList(all)}. \`acp-plan-tui attach\` lists them all.`
}

const listedAtMost = 5

function shortList(sessions: readonly FoundSession[]): string {
  const names = sessions.slice(0, listedAtMost).map(({ kind, id, label, host, path }) => {
    const isAlone = sessions.filter((each) => each.kind === kind && each.id === id).length === 1
    const name =
      isAlone || host !== undefined
        ? `${host === undefined ? '' : `${host}/`}${kind}:${id.slice(0, 60)}`
        : path
    return label === null ? name : `${name} (${label.slice(0, 40)})`
  })
  const left = sessions.length - names.length
  return listedWords(left > 0 ? [...names, `${left} more`] : names, 'and')
}
