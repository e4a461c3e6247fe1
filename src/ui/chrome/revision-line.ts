import type { Mark } from '../../app/history/mark.ts'
import { revisionAt, revisionsOf, type Revision } from '../../app/history/plan-history.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { glyphs, type Glyphs } from '../paint/glyphs.ts'
import type { Theme } from '../paint/theme.ts'
import { part, type Leads, type Part } from '../rows/row-form.ts'
import { indexOfNumber, type PastPlace, type PlanPast } from '../state/looking-back.ts'
import type { PastMoment, TabId } from '../state/ui-state.ts'

interface LineRoom {
  readonly theme: Theme
  /** Columns for the line. */
  readonly room: number
  /** The plan says something else than what was approved. */
  readonly isChanged: boolean
}

/**
 * The revisions of a plan as a line, the shown one emphasised, with a sign for a mark where one is between two revisions:
 * `○──●─▸○──✓──≠`. Where there are too many, those around the shown one, with the first, the approved and the present one. A
 * click on a sign shows its moment; that of a mark leads there from the line before it too.
 */
export function revisionLine(
  moment: PastMoment,
  { tab, past }: { readonly tab: TabId; readonly past: PlanPast },
  { theme, room, isChanged }: LineRoom,
): readonly Part[] {
  const revisions = withShown(revisionsOf(past.history), moment.revision)
  const here = indexOfNumber(revisions, moment.revision.number)
  const { approved } = past.history
  const approvedAt = approved === null ? -1 : indexOfNumber(revisions, approved.number)
  const signs = glyphs(theme)
  const gap = revisions.length * 3 <= room ? 2 : 1
  // A mark after the last revision has the place of one more.
  const most = Math.floor((room + 1) / (gap + 1)) - 1
  const shown = shownIndices(revisions.length, { here, approvedAt, most })
  const leadTo = (place: PastPlace): Leads => ({ target: { type: 'moment', tab, place } })
  const leadToMark = (mark: Mark): Leads => leadTo({ revision: revisionAt(past.history, mark.order), mark })
  const parts: Part[] = []
  for (const [index, at] of shown.entries()) {
    const before = shown[index - 1]
    const revision = revisions[at]
    if (before !== undefined && before !== at - 1) parts.push(part('dim', signs.ellipsis))
    else if (before !== undefined) {
      const mark = markBetween(past.marks, revisions[before]?.order ?? 0, revision?.order ?? 0)
      const sign = mark === null ? signs.rule : signOfMark(mark, signs)
      const between = gap === 1 ? sign : safe`${signs.rule}${sign}`
      parts.push(part('dim', between, mark === null ? {} : leadToMark(mark)))
    }
    const leads = revision === undefined ? {} : leadTo({ revision, mark: null })
    parts.push(part(at === here ? 'accent' : 'normal', signOf(at), leads))
  }
  const last = markBetween(past.marks, revisions.at(-1)?.order ?? 0, Number.POSITIVE_INFINITY)
  if (last !== null) {
    parts.push(part('dim', safe`${signs.rule}${signOfMark(last, signs)}`, leadToMark(last)))
  }
  return parts

  function signOf(at: number): SafeText {
    if (at === here) return signs.changed
    if (at === approvedAt) return signs.completed
    return at === revisions.length - 1 && isChanged ? signs.differs : signs.pending
  }
}

/** The revisions with the shown one, even if the history has thinned it out. */
function withShown(revisions: readonly Revision[], shown: Revision): readonly Revision[] {
  const at = indexOfNumber(revisions, shown.number)
  return revisions[at]?.number === shown.number
    ? revisions
    : [...revisions.slice(0, at), shown, ...revisions.slice(at)]
}

/** Marks that the line tells, the most important first. Proposals and their approval are told by the revisions. */
const told: readonly Mark['type'][] = [
  'own',
  'went-on',
  'rejected',
  'refined',
  'kept',
  'cancelled',
  'removed',
  'compacted',
  'turn',
]

/** The most important mark between two places; null: there is none to tell. */
function markBetween(marks: readonly Mark[], from: number, to: number): Mark | null {
  let found: Mark | null = null
  for (const mark of marks) {
    if (mark.order >= to) break
    if (mark.order <= from || !told.includes(mark.type)) continue
    if (found === null || told.indexOf(mark.type) < told.indexOf(found.type)) found = mark
  }
  return found
}

function signOfMark({ type }: Mark, signs: Glyphs): SafeText {
  switch (type) {
    case 'own':
      return signs.mark
    case 'turn':
      return signs.after
    case 'compacted':
    case 'went-on':
      return signs.unknown
    case 'rejected':
    case 'cancelled':
    case 'removed':
      return signs.removed
    case 'proposed':
    case 'approved':
    case 'refined':
    case 'kept':
      return signs.dot
  }
}

/** The indices that fit: the first, the shown, the approved and the last one, and then those nearest to the shown one. */
function shownIndices(
  count: number,
  { here, approvedAt, most }: { readonly here: number; readonly approvedAt: number; readonly most: number },
): readonly number[] {
  if (count <= most) return Array.from({ length: count }, (_, at) => at)
  const shown = new Set<number>([here])
  for (const at of [count - 1, 0, approvedAt])
    if (at >= 0 && (shown.size < most || shown.has(at))) shown.add(at)
  for (let distance = 1; shown.size < most && distance < count; distance++)
    for (const at of [here - distance, here + distance])
      if (at >= 0 && at < count && shown.size < most) shown.add(at)
  return [...shown].toSorted((one, other) => one - other)
}
