import type { Mark } from '../../app/history/mark.ts'
import { revisionsOf, type Revision } from '../../app/history/plan-history.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { glyphs, type Glyphs } from '../paint/glyphs.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { indexOfNumber, type PlanPast } from '../state/looking-back.ts'
import type { PastMoment } from '../state/ui-state.ts'

export interface RevisionLineFrame {
  readonly theme: Theme
  /** Columns for the line. */
  readonly room: number
  /** The plan says something else than what was approved. */
  readonly isChanged: boolean
}

/**
 * The revisions of a plan as a line, the shown one emphasised, with a sign for a mark where one is between two revisions:
 * `○──●─▸○──✓──≠`. Where there are too many, those around the shown one, with the first, the approved and the present one.
 */
export function revisionLine(moment: PastMoment, past: PlanPast, frame: RevisionLineFrame): Row {
  const revisions = withShown(revisionsOf(past.history), moment.revision)
  const here = indexOfNumber(revisions, moment.revision.number)
  const { approved } = past.history
  const approvedAt = approved === null ? -1 : indexOfNumber(revisions, approved.number)
  const { theme, room, isChanged } = frame
  const signs = glyphs(theme)
  const gap = revisions.length * 3 <= room ? 2 : 1
  // A mark after the last revision has the place of one more.
  const most = Math.floor((room + 1) / (gap + 1)) - 1
  const shown = shownIndices(revisions.length, { here, approvedAt, most })
  const pieces = shown.flatMap((at, index) => {
    const before = shown[index - 1]
    const between =
      before === undefined
        ? safe``
        : before === at - 1
          ? gapBetween(revisions, at, { past, gap, signs })
          : signs.ellipsis
    return [paint(theme, 'dim', between), paint(theme, at === here ? 'accent' : 'normal', signOf(at))]
  })
  const last = markBetween(past.marks, revisions.at(-1)?.order ?? 0, Number.POSITIVE_INFINITY)
  const tail = last === null ? safe`` : safe`${signs.rule}${signOfMark(last, signs)}`
  return row(...pieces, paint(theme, 'dim', tail))

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

/** What is drawn between a revision and the one before: a mark's sign, if there was one. */
function gapBetween(
  revisions: readonly Revision[],
  at: number,
  { past, gap, signs }: { readonly past: PlanPast; readonly gap: number; readonly signs: Glyphs },
): SafeText {
  const [from, to] = [revisions[at - 1]?.order ?? 0, revisions[at]?.order ?? 0]
  const mark = markBetween(past.marks, from, to)
  const sign = mark === null ? signs.rule : signOfMark(mark, signs)
  return gap === 1 ? sign : safe`${signs.rule}${sign}`
}

/** Marks that the line tells, the most important first. Proposals and their approval are told by the revisions. */
const told: readonly Mark['type'][] = [
  'own',
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
