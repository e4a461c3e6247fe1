import { writeJson } from './json/write-json.ts'

/** Marks the end of an exhaustive switch: the types say that nobody gets here, so getting here is a bug of ours. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${writeJson(value)}`)
}
