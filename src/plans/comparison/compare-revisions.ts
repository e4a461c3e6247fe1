import { formattedJson } from '../../lib/json/formatted-json.ts'
import type { PlanBody } from '../kinds/plan-kinds.ts'
import { compareSteps } from './compare-steps.ts'
import { compareTexts } from './compare-texts.ts'
import type { Comparison } from './comparison.ts'

/** What one revision of a plan says. */
export interface RevisionContent {
  readonly body: PlanBody
  /** The text of the document that a file plan names; null if it was not read, and for other plans. */
  readonly documentText: string | null
}

/**
 * Compares two revisions of a plan: two checklists by their steps, everything else by its text. null: the text of one of them is not
 * known.
 */
export function compareRevisions(before: RevisionContent, after: RevisionContent): Comparison | null {
  if (before.body.type === 'items' && after.body.type === 'items')
    return compareSteps(before.body, after.body)
  const [one, other] = [textOf(before), textOf(after)]
  return one === null || other === null ? null : compareTexts(one, other)
}

/** Characters of an unknown content that are compared, as many as are shown. */
const maxPayloadLength = 200_000

/** The text of a revision: its own, or the one that it would be written as. */
export function textOf({ body, documentText }: RevisionContent): string | null {
  switch (body.type) {
    case 'markdown':
      return body.text
    case 'file':
      return documentText
    case 'items':
      return body.entries
        .map(({ content, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${content}\n`)
        .join('')
    case 'opaque':
      return formattedJson(body.payload, maxPayloadLength).text
  }
}
