import { Splitter } from './splitter.ts'

/** Several markdown sources as one, in which none continues a block that the one before leaves open. */
export function joinedSources(sources: readonly string[]): string {
  return sources.map(closed).join('\n\n')
}

function closed(source: string): string {
  const splitter = new Splitter(source, null)
  splitter.read(Number.POSITIVE_INFINITY)
  const { missingEnd } = splitter
  return missingEnd === null ? source : `${source}\n${missingEnd}`
}
