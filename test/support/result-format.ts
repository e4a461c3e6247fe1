import type { ResultFormat } from '../../src/render/formats/result-format.ts'
import { resultFormats } from '../../src/render/formats/result-formats.ts'

/** The format of files with this ending. */
export function formatOf(ending: string): ResultFormat {
  const format = resultFormats.find((each) => each.ending === ending)
  if (format === undefined) throw new Error(`there is no format .${ending}`)
  return format
}
