import type { ShownDocument } from '../../src/app/ports/plan-document.ts'

/** A document of a file plan that was read, as a small markdown file unless told. */
export function shownDocument(uri: string, text: string, more: Partial<ShownDocument> = {}): ShownDocument {
  return { state: 'shown', uri, text, format: 'markdown', sizeBytes: text.length, readAtMs: 0, ...more }
}
