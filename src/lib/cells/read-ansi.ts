import { plainStyle, styledBy } from './cell-style.ts'
import type { Run } from './row.ts'

// oxlint-disable-next-line no-control-regex -- what is read here
const sequence = /\u001b\[([\d;]*)m|\u001b\]8;[^;\u001b\u0007]*;([^\u001b\u0007]*)(?:\u001b\\|\u0007)/g

/**
 * Text with SGR and OSC 8 sequences, as libraries write it (marked-terminal, Ink), as runs, each of which knows its whole style.
 * The only place that reads escape sequences. The text of runs may hold line breaks, and is as safe as it was.
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
