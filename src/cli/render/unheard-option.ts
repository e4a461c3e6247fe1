import type { UsageError } from '../usage-error.ts'
import { endings, type ResultFormat } from './result-format.ts'

const moving: readonly ResultFormat[] = ['cast', 'svg', 'gif']
const coloured: readonly ResultFormat[] = [...moving, 'png']
const screens: readonly ResultFormat[] = [...coloured, 'txt']

/** What only some results hear; all others are for every one. */
const hearers: ReadonlyMap<string, readonly ResultFormat[]> = new Map([
  ['speed', moving],
  ['idle-limit', moving],
  ['min-hold', moving],
  ['last-hold', moving],
  ['cast-version', ['cast']],
  ['still', ['svg', 'gif', 'png']],
  ['at', ['txt', 'md', 'png']],
  ['history', ['txt', 'md']],
  ['theme', coloured],
  ['size', screens],
  ['no-chrome', screens],
  ['keys', screens],
  ['ascii', [...screens, 'md']],
  ['title', [...screens, 'md']],
])

/** An option that changes none of the results: who gives it expects that something comes of it. */
export function unheardOption(names: readonly string[], formats: readonly ResultFormat[]): UsageError | null {
  for (const name of names) {
    const heard = hearers.get(name.replace(/^no-(?=animation$)/, ''))
    if (heard !== undefined && !formats.some((format) => heard.includes(format)))
      return {
        message: `--${name} changes nothing in ${endings(formats)}`,
        hint: `It is for ${endings(heard)}.`,
      }
  }
  return null
}
