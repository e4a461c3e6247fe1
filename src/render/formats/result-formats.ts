import { cast } from './cast.ts'
import { gif } from './gif.ts'
import { json } from './json.ts'
import { md } from './md.ts'
import { png } from './png.ts'
import type { ResultFormat } from './result-format.ts'
import { svg } from './svg.ts'
import { txt } from './txt.ts'

/** All formats of `render`, in the order of the help. */
export const resultFormats: readonly ResultFormat[] = Object.values({
  cast,
  svg,
  gif,
  png,
  txt,
  md,
  json,
})
