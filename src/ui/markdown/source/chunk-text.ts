const deepest = 24
const marker = '(?: *(?:>|[-*+](?= )|\\d{1,9}[.)](?= )))'
const tooDeep = new RegExp(`^(${marker}{${deepest}})${marker}+`, 'gm')

/** Lets a line open at most 24 quotes and lists: what is nested deeper than a screen is wide is shown flat. */
export function capNesting(text: string): string {
  return text.length <= deepest ? text : text.replace(tooDeep, '$1')
}

const tabsOfLine = /^.*\t.*$/gm

/** Tabs as spaces up to the next multiple of four columns, as markdown counts them. */
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
 * The same text with storage of its own. The engine makes a slice by pointing into the whole: one label kept from each
 * version of a growing source would keep every version alive.
 */
export function detached(text: string): string {
  return ` ${text}`.slice(1)
}
