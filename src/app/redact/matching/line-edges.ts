import type { Span } from './search-lines.ts'

/** Whether a stretch of a text begins or ends where a line does, or a row of a screen that is cut off. */
export function isAtEdge(text: string, { start, end }: Span): boolean {
  return isEdge(text[start - 1]) || isEdge(text[end])
}

function isEdge(neighbour: string | undefined): boolean {
  return neighbour === undefined || neighbour === '\n' || neighbour === '…'
}
