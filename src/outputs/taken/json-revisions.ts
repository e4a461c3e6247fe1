import { revisionsOf, type PlanHistory, type Revision } from '../../app/history/plan-history.ts'
import { formattedJson } from '../../lib/json/formatted-json.ts'
import { planTitle } from '../../plans/plan.ts'
import { planChanges } from '../changes/compare-plans.ts'
import { wholeMs } from '../json/json-line.ts'
import { jsonDocument } from '../json/json-plan.ts'
import type { JsonDocument, JsonPlan } from '../schema/plan-lines.ts'
import { planOutputOf } from '../plan-kinds/plan-kinds.ts'

/** A revision in a saved plan. */
export interface JsonRevision {
  /** Counts the contents of the plan from 1. */
  readonly number: number
  /** null: nobody tells. */
  readonly atMs: number | null
  readonly title: string
  /** The user approved this one last. */
  readonly approved?: true
  /** `change` and `was` are since the revision before it that is kept. */
  readonly content: JsonPlan['content']
  /** The document of a file plan, as it was read for this revision. */
  readonly document?: JsonDocument
}

/** Characters of the revisions of one plan. */
const mostCharacters = 16_000_000

/** The kept revisions of a plan, in order; of a long history the last ones. */
export function jsonRevisions(history: PlanHistory, session: string): readonly JsonRevision[] {
  const revisions = revisionsOf(history)
  const written: JsonRevision[] = []
  let room = mostCharacters
  for (let at = revisions.length - 1; at >= 0; at--) {
    const revision = revisions[at]
    if (revision === undefined) break
    const one = jsonRevision(revision, revisions[at - 1] ?? null, session)
    const { text, isCut } = formattedJson(one, room)
    if (isCut) break
    room -= text.length
    written.push(revision === history.approved ? { ...one, approved: true } : one)
  }
  return written.reverse()
}

function jsonRevision(revision: Revision, before: Revision | null, session: string): JsonRevision {
  const { number, document, work } = revision
  const plan = revision.plan.removedAtMs === null ? revision.plan : { ...revision.plan, removedAtMs: null }
  const atMs = wholeMs(revision.atMs)
  const changes = planChanges(before?.plan ?? null, plan)
  const content = planOutputOf(plan.body).jsonContent(plan, plan.body, { changes, work })
  const read = document === null ? null : jsonDocument({ ...document, readAtMs: 0 }, plan, { atMs, session })
  const same = { number, atMs, title: planTitle(plan), content }
  return read === null ? same : { ...same, document: read }
}
