import { laidOutJson } from '../lib/json/laid-out-json.ts'

/** Characters of a payload that are written; of the rest it is said that it is there. */
const payloadKept = 1_000_000

/** What an agent sent as a plan of a type that we do not know, as JSON over several lines. Raw. */
export function payloadText(payload: unknown): string {
  const { text, isCut } = laidOutJson(payload, payloadKept)
  return isCut ? `${text}\n… and more` : text
}
