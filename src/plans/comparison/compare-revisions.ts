import { memoWeak } from '../../lib/memo.ts'
import { formattedJson } from '../../lib/json/json-values.ts'
import type { ItemsBody } from '../kinds/items.ts'
import type { OpaqueBody } from '../kinds/opaque.ts'
import { planKindOf, type PlanBody } from '../kinds/plan-kinds.ts'
import { documentUri, planText } from '../kinds/plan-parts.ts'
import { compareSteps } from './compare-steps.ts'
import { compareTexts } from './compare-texts.ts'
import type { Comparison } from './comparison.ts'

/** What a revision of a plan says, as it is compared: the steps of a checklist, or a text. */
export type ComparedContent =
  { readonly type: 'steps'; readonly body: ItemsBody } | { readonly type: 'text'; readonly text: string }

/** What of two revisions of a plan is compared. */
export type ComparedPair =
  | { readonly type: 'steps'; readonly before: ItemsBody; readonly after: ItemsBody }
  | { readonly type: 'text'; readonly before: string; readonly after: string }

/** Of two checklists the steps are compared, of everything else the text. */
export function comparedPair(before: ComparedContent, after: ComparedContent): ComparedPair {
  return before.type === 'steps' && after.type === 'steps'
    ? { type: 'steps', before: before.body, after: after.body }
    : { type: 'text', before: textOf(before), after: textOf(after) }
}

/** Compares two revisions of a plan. */
export function compareRevisions(before: ComparedContent, after: ComparedContent): Comparison {
  const pair = comparedPair(before, after)
  return pair.type === 'steps' ? compareSteps(pair.before, pair.after) : compareTexts(pair.before, pair.after)
}

/** Characters of an unknown content that are compared, as many as are shown. */
const maxPayloadLength = 200_000

/** The content of a plan as it is compared; null for a file plan whose document (its text) was not read. */
export function comparedContent(body: PlanBody, documentText: string | null): ComparedContent | null {
  if (body.type === 'items') return { type: 'steps', body }
  if (body.type === 'opaque') return { type: 'text', text: payloadText(body) }
  if (documentUri(body) !== null) return documentText === null ? null : { type: 'text', text: documentText }
  return { type: 'text', text: planText(body) ?? planKindOf(body).words?.(body) ?? '' }
}

const payloadText = memoWeak(({ payload }: OpaqueBody) => formattedJson(payload, maxPayloadLength).text)

/** The text of a content; of a checklist the task list that it would be in a text. */
export function textOf(content: ComparedContent): string {
  return content.type === 'text' ? content.text : taskList(content.body)
}

const taskList = memoWeak(({ entries }: ItemsBody) =>
  entries.map(({ content, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${content}\n`).join(''),
)
