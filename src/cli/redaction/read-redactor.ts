import { createRedactor, type Redactor } from '../../app/redact/redactor.ts'
import { ok, type Result } from '../../lib/result.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import { readRedactList } from './redact-list.ts'
import { surroundingsHere } from './surroundings-here.ts'

/** The redactor of `--redact`, which replaces the names of this machine and of `folders` too. */
export async function readRedactor(
  lists: readonly string[],
  folders: readonly string[],
): Promise<Result<Redactor, UsageError>> {
  const list = await readRedactList(lists)
  return list.ok ? ok(createRedactor({ ...list.value, surroundings: surroundingsHere(folders) })) : list
}
