import type { RedactConfig, Surroundings } from '../../app/redact/redact-config.ts'
import { ok, type Result } from '../../lib/result.ts'
import { readRedactList } from './redact-list.ts'
import { surroundingsHere } from './surroundings-here.ts'
import type { UsageError } from '../../lib/usage-error.ts'
import type { Privacy } from '../../render/render-trace.ts'

const nobody: Surroundings = { homes: [], workingDirectories: [], users: [], hosts: [] }

/** What `--redact` names, everything where it names nothing. `searchesHere`: the names of this machine must not be in results. */
export async function readPrivacy(
  lists: readonly string[],
  searchesHere: boolean,
): Promise<Result<Privacy, UsageError>> {
  const list = await readRedactList(lists)
  if (!list.ok) return list
  // Not replaced: on another machine the same recording would become something else.
  const redacted: RedactConfig = { ...list.value, surroundings: nobody }
  return ok({ redacted, searched: searchesHere ? [{ ...redacted, surroundings: namesHere() }] : [] })
}

/** `/root` is the same on every machine: in a recording it says nothing of this one. */
function namesHere(): Surroundings {
  const here = surroundingsHere([])
  return { ...here, homes: here.homes.filter((home) => !/^(?:\/var)?\/root\/?$/.test(home)) }
}
