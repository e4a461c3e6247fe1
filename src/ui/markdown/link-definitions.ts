import type { Links } from 'marked'
import { noDefinitions, noLinks } from './rendering/chunk-renderer.ts'

const maxDefinitions = 500

/** The link reference definitions of all blocks. The first one of a label counts; at most 500, against hostile sources. */
export function definitionsOf(blocks: Iterable<{ readonly definitions: Links }>): Links {
  const links = noLinks()
  let count = 0
  for (const { definitions } of blocks) {
    if (definitions === noDefinitions) continue
    for (const [label, definition] of Object.entries(definitions)) {
      if (label in links) continue
      links[label] = definition
      count += 1
      if (count >= maxDefinitions) return links
    }
  }
  return links
}

/** The labels whose definitions differ. */
export function changedLabels(before: Links, after: Links): ReadonlySet<string> {
  const changed = new Set<string>()
  for (const label of [...Object.keys(before), ...Object.keys(after)]) {
    if (before[label]?.href !== after[label]?.href) changed.add(label)
  }
  return changed
}
