import path from 'node:path'
import { fail, ok, type Result } from '../../lib/result.ts'
import { nearest } from '../../lib/text/nearest.ts'
import type { UsageError } from '../usage-error.ts'

export type ResultFormat = 'cast' | 'svg' | 'gif' | 'png' | 'txt' | 'md' | 'json'

const formats: readonly ResultFormat[] = ['cast', 'svg', 'gif', 'png', 'txt', 'md', 'json']
const knownEndings = 'Known are .cast, .svg, .gif, .png, .txt, .md and .json.'

const otherEndings: ReadonlyMap<string, ResultFormat> = new Map([
  ['markdown', 'md'],
  ['text', 'txt'],
  ['log', 'txt'],
  ['ndjson', 'json'],
  ['jsonl', 'json'],
  ['jpg', 'png'],
  ['jpeg', 'png'],
  ['webp', 'gif'],
  ['apng', 'gif'],
  ['mp4', 'gif'],
  ['webm', 'gif'],
])

/** The format that a file's ending names. `option` is the one that names the file. */
export function formatOf(file: string, option: string): Result<ResultFormat, UsageError> {
  if (file === '-')
    return fail({
      message: `${option} -: nothing is written to standard output`,
      hint: `The ending of a file's name says what to write, as in ${option} run.svg. ${knownEndings}`,
    })
  const ending = path.extname(file).slice(1).toLowerCase()
  const format = formats.find((each) => each === ending)
  if (format !== undefined) return ok(format)
  if (ending === '')
    return fail({
      message: `${option} ${file}: the name has no ending that says what to write`,
      hint: knownEndings,
    })
  const meant = otherEndings.get(ending) ?? nearest(ending, formats)
  const mend = meant === null ? '' : `Did you mean .${meant}? `
  return fail({
    message: `${option} ${file}: .${ending} is not written here`,
    hint: `${mend}${knownEndings}`,
  })
}

/** Formats as people list them. */
export function endings(listed: readonly ResultFormat[]): string {
  const words = formats.filter((each) => listed.includes(each)).map((each) => `.${each}`)
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
}
