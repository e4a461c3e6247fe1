import { writeJson } from './json/write-json.ts'

/** The default case of an exhaustive switch, which the types exclude. Throws, since reaching it is a bug. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${writeJson(value)}`)
}
