import { plainStyle, styledBy } from './cell-style.ts'
import type { Run } from './row.ts'

// oxlint-disable-next-line no-control-regex -- it reads escape sequences
const sequence = /\u001b\[([\d;]*)m|\u001b\]8;[^;\u001b\u0007]*;([^\u001b\u0007]*)(?:\u001b\\|\u0007)/g

/**
 * Reads text with SGR and OSC 8 sequences, as libraries write it (marked-terminal, Ink), into runs, each with its complete style.
 * The only place that reads escape sequences. The text of a run may contain line breaks; it is not made safe.
 */
export function readAnsi(text: string): readonly Run<string>[] {
  if (!text.includes('\u001b')) return text === '' ? [] : [{ text, style: plainStyle, link: null }]
  const runs: Run<string>[] = []
  let style = plainStyle
  let link: string | null = null
  let from = 0
  for (const found of text.matchAll(sequence)) {
    if (found.index > from) runs.push({ text: text.slice(from, found.index), style, link })
    from = found.index + found[0].length
    if (found[2] === undefined) style = styledBy(style, found[1] ?? '')
    else link = found[2] === '' ? null : found[2]
  }
  if (from < text.length) runs.push({ text: text.slice(from), style, link })
  return runs
}
