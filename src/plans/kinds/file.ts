import { percentDecoded } from '../../lib/text/safe-text.ts'
import type { FileContent } from '../../protocol/plan-kinds/plan-kinds.ts'
import { boxProgress, type TaskBoxes } from './markdown.ts'
import type { PlanKind } from './plan-kind.ts'

/** The URI of a document. Its content is not part of the state, since it may change without an update; a few facts are. */
export interface FileBody {
  readonly type: 'file'
  readonly uri: string
  /** What is known of the document; null: it was not read yet. */
  readonly document: DocumentFacts | null
}

export interface DocumentFacts {
  /** As it was read last; none for a document that is not markdown. */
  readonly boxes: TaskBoxes
  /** There is no such file, or no more. */
  readonly isMissing: boolean
}

export const file: PlanKind<FileContent, FileBody> = {
  updated: (before, { uri }) => (before?.uri === uri ? before : { type: 'file', uri, document: null }),
  progress: ({ document }) => (document === null ? null : boxProgress(document.boxes)),
  heading: ({ uri }) => fileName(uri),
  documentUri: ({ uri }) => uri,
  words: ({ uri }) => uri,
}

/** The last part of a URI's path. Without a regular expression, which would take quadratic time for a hostile URI. */
function fileName(uri: string): string {
  if (/^data:/i.test(uri)) return 'data'
  const query = uri.search(/[?#]/)
  let end = query < 0 ? uri.length : query
  while (end > 0 && uri[end - 1] === '/') end--
  return percentDecoded(uri.slice(uri.lastIndexOf('/', end - 1) + 1, end) || uri)
}
