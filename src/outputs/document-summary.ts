import type { PlanDocument } from '../app/ports/plan-document.ts'
import { lineCount } from './text-pieces.ts'

/** What a document is right now, after its address. */
export function documentSummary(document: PlanDocument): string {
  if (document.state === 'shown') return `${document.format}, ${lineCount(document.text)}`
  return document.state === 'loading' ? 'being read' : 'not readable now'
}
