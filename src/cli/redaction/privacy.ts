import type { RedactConfig, Surroundings } from '../../app/redact/redact-config.ts'
import { ok, type Result } from '../../lib/result.ts'
import { readRedactList } from './redact-list.ts'
import { surroundingsHere } from './surroundings-here.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import type { Privacy } from '../../render/render-trace.ts'

const noNames: Surroundings = { homes: [], workingDirectories: [], users: [], hosts: [] }

/** The redaction of `render`: the classes and rules of `--redact`. `searchesHere`: names of this machine in a result are an error. */
export async function readPrivacy(
  lists: readonly string[],
  searchesHere: boolean,
): Promise<Result<Privacy, UsageError>> {
  const list = await readRedactList(lists)
  if (!list.ok) return list
  // Not replaced: the result would depend on the machine.
  const redacted: RedactConfig = { ...list.value, surroundings: noNames }
  return ok({ redacted, searched: searchesHere ? [{ ...redacted, surroundings: namesHere() }] : [] })
}

/** Without `/root`, which is on every machine. */
function namesHere(): Surroundings {
  const here = surroundingsHere([])
  return { ...here, homes: here.homes.filter((home) => !/^(?:\/var)?\/root\/?$/.test(home)) }
}
