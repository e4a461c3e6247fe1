import type { UsageError } from '../../lib/usage-error.ts'
import { formatsThatHear } from '../arguments/format-options.ts'
import { endings } from './format-words.ts'
import type { ResultFormat } from '../../render/formats/result-format.ts'

/** An option that changes none of the results: who gives it expects that something comes of it. */
export function unheardOption(names: readonly string[], formats: readonly ResultFormat[]): UsageError | null {
  for (const name of names) {
    const heard = formatsThatHear(name)
    if (heard.length > 0 && !formats.some((format) => heard.includes(format)))
      return {
        message: `--${name} changes nothing in ${endings(formats)}`,
        hint: `It is for ${endings(heard)}.`,
      }
  }
  return null
}
