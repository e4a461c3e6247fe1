const deepest = 24
const marker = '(?: *(?:>|[-*+](?= )|\\d{1,9}[.)](?= )))'
const tooDeep = new RegExp(`^(${marker}{${deepest}})${marker}+`, 'gm')

/** Limits a line to 24 nested quotes and lists: deeper ones would be indented beyond any screen, and are shown flat. */
export function capNesting(text: string): string {
  return text.length <= deepest ? text : text.replace(tooDeep, '$1')
}

const tabsOfLine = /^.*\t.*$/gm

/** Expands tabs to the next multiple of four columns, as CommonMark defines. */
export function expandTabs(text: string): string {
  if (!text.includes('\t')) return text
  return text.replace(tabsOfLine, (line) => {
    let expanded = ''
    for (const part of line.split(/(\t)/))
      expanded += part === '\t' ? ' '.repeat(4 - (expanded.length % 4)) : part
    return expanded
  })
}

/**
 * A copy of a text that does not reference the string it was sliced from. V8 implements a slice as a pointer into its parent: one
 * label kept from each version of a growing source would keep all versions in memory.
 */
export function detached(text: string): string {
  return ` ${text}`.slice(1)
}
