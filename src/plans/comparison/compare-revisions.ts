import { memoWeak } from '../../lib/memo.ts'
import { formattedJson } from '../../lib/json/json-values.ts'
import type { ItemsBody } from '../kinds/items.ts'
import type { OpaqueBody } from '../kinds/opaque.ts'
import { planKindOf, type PlanBody, documentUri, planText } from '../kinds/plan-kinds.ts'
import { compareTexts, isBlank } from './compare-texts.ts'
import { type Comparison, comparisonOf, type Pairs } from './comparison.ts'
import { pairEntries } from '../matching/pair-entries.ts'
import { isReworded } from '../matching/step-words.ts'
import type { TrackedEntry } from '../steps/tracked-entry.ts'
import { longestRising } from '../../lib/sequences.ts'

/** What a revision of a plan says, as it is compared: the steps of a checklist, or a text. */
export type ComparedContent =
  | { readonly type: 'steps'; readonly body: ComparedSteps }
  | { readonly type: 'text'; readonly text: string }

type ComparedSteps = Pick<ItemsBody, 'entries'>

/** What of two revisions of a plan is compared. */
export type ComparedPair =
  | { readonly type: 'steps'; readonly before: ComparedSteps; readonly after: ComparedSteps }
  | { readonly type: 'text'; readonly before: string; readonly after: string }

/** Of two checklists the steps are compared, of everything else the text. */
export function comparedPair(before: ComparedContent, after: ComparedContent): ComparedPair {
  return before.type === 'steps' && after.type === 'steps'
    ? { type: 'steps', before: before.body, after: after.body }
    : { type: 'text', before: comparedText(before), after: comparedText(after) }
}

/** What has changed: step by step between two checklists, else line by line. */
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
export function comparedText(content: ComparedContent): string {
  return content.type === 'text' ? content.text : taskList(content.body)
}

const taskList = memoWeak(({ entries }: ComparedSteps) =>
  entries.map(({ content, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${content}\n`).join(''),
)

/** Compares two revisions of a checklist step by step: the same step has the same key. Its number does not count. */
export function compareSteps(before: ComparedSteps, after: ComparedSteps): Comparison {
  const olds = before.entries
  const nows = after.entries
  return comparisonOf(
    { unit: 'step', before: olds.map(({ content }) => content), after: nows.map(({ content }) => content) },
    inOrder(partnersOf(olds, nows)),
    {
      isReworded(old, now) {
        const [before, after] = [olds[old], nows[now]]
        return before !== undefined && after !== undefined && isReworded(before, after)
      },
      statusOf(old, now) {
        const status = nows[now]?.status ?? ''
        return olds[old]?.status === status ? null : status
      },
      isBlank,
    },
  )
}

/** The steps that have stayed in their order, and those that have moved. */
function inOrder(partners: Int32Array): Pairs {
  const isInOrder = longestRising(partners)
  return {
    kept: partners.map((old, now) => (isInOrder[now] === 1 ? old : -1)),
    moved: partners.map((old, now) => (isInOrder[now] === 1 ? -1 : old)),
  }
}

/** For each step after, the index of the same one before, or -1. */
function partnersOf(before: readonly TrackedEntry[], after: readonly TrackedEntry[]): Int32Array {
  const places = new Map(before.map(({ key }, at) => [key, at]))
  const byKey = Int32Array.from(after, ({ key }, at) =>
    before[at]?.key === key ? at : (places.get(key) ?? -1),
  )
  return areOfOneList(before, after, byKey) ? byKey : pairEntries(before, after).partners
}

/**
 * Whether the keys mean the same steps. After a plan was a text for a while its keys begin anew, and the step with the same key is
 * another one: then hardly any of the texts are the same, although most are elsewhere in the list.
 */
function areOfOneList(
  before: readonly TrackedEntry[],
  after: readonly TrackedEntry[],
  partners: Int32Array,
): boolean {
  const texts = new Set(before.map(({ content }) => content))
  let [same, elsewhere] = [0, 0]
  for (const [at, { content }] of after.entries()) {
    const partner = partners[at] ?? -1
    if (before[partner]?.content === content) same++
    else if (texts.has(content)) elsewhere++
  }
  return elsewhere <= same
}
