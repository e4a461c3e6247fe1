import type { Links } from 'marked'
import { noDefinitions, noLinks } from './chunk-renderer.ts'

const mostDefinitions = 500

/** All link reference definitions, of each label the first; no more than anybody writes by hand. */
export function definitionsOf(blocks: Iterable<{ readonly definitions: Links }>): Links {
  const links = noLinks()
  let count = 0
  for (const { definitions } of blocks) {
    if (definitions === noDefinitions) continue
    for (const [label, definition] of Object.entries(definitions)) {
      if (label in links) continue
      links[label] = definition
      count += 1
      if (count >= mostDefinitions) return links
    }
  }
  return links
}

/** Labels that mean something else in one than in the other. */
export function changedLabels(before: Links, after: Links): ReadonlySet<string> {
  const changed = new Set<string>()
  for (const label of [...Object.keys(before), ...Object.keys(after)]) {
    if (before[label]?.href !== after[label]?.href) changed.add(label)
  }
  return changed
}
