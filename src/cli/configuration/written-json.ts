import {
  faultIn,
  findJsonFault,
  findJsonKeyPosition,
  findJsonPosition,
  findRepeatedKey,
  keyTwiceIn,
  positionIn,
} from '../../lib/json/json-fault.ts'
import { mustBe, type UsageError } from '../../lib/text/usage-error.ts'

/** The text of a JSON file, for faults that name their line and column. */
export interface WrittenJson {
  readonly file: string
  readonly text: string
}

/** Why a text is not read: it is no JSON, or an object has a key twice; null: neither. */
export function jsonFaultOf({ file, text }: WrittenJson, mendHint: string | null = null): UsageError | null {
  const fault = findJsonFault(text)
  if (fault !== null) return { ...faultIn(file, fault), ...(mendHint === null ? {} : { hint: mendHint }) }
  const repeated = findRepeatedKey(text)
  return repeated === null ? null : keyTwiceIn(file, repeated)
}

/** The fault of a value, at its place; `what` it must be is a part of the hint. */
export function wrongValue(
  { file, text }: WrittenJson,
  path: readonly string[],
  what: string,
  name = path.at(-1) ?? '',
): UsageError {
  const place = positionIn(file, findJsonPosition(text, path))
  return { message: `${place} “${name.slice(0, 100)}” has a wrong value`, hint: mustBe(what) }
}

/** A fault in these words at the place of a key. */
export function faultAtKey(
  { file, text }: WrittenJson,
  path: readonly string[],
  words: string,
  hint: string,
): UsageError {
  return { message: `${positionIn(file, findJsonKeyPosition(text, path))} ${words}`, hint }
}
