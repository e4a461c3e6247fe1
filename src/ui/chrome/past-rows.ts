import {
  type Mark,
  keptCount,
  type PlanHistory,
  revisionAt,
  revisionsOf,
  type Revision,
  changedSinceApproval,
} from '../../app/history/plan-history.ts'
import { afterBlank, deciderWords } from '../../app/words/question.ts'
import { timeNotTold, shortTime } from '../../lib/text/duration.ts'
import { grouped } from '../../lib/text/wording.ts'
import { safe, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import { glyphs, type Glyphs } from '../paint/glyphs.ts'
import { type PlanPast, indexOfNumber, type PastPoint } from '../state/looking-back.ts'
import type { PastMoment, TabId } from '../state/ui-state.ts'
import { textOf } from '../rows/lay-rows.ts'
import { blank, part, type Bar, type Leads, type Part } from '../rows/row-form.ts'
import type { Look, TimedLook } from '../paint/look.ts'
import type { Theme } from '../paint/theme.ts'

export interface PlanOfPast {
  readonly tab: TabId
  /** Raw. */
  readonly title: string
  readonly past: PlanPast
}

const maxTitleWidth = 24
/** A mark's words are shown with at least as much room, else something else is left out. */
const leastMarkWidth = 40

/** What is shown in place of the present: the revision, how long ago that was, and the mark that the user went to. */
export function pastHead(moment: PastMoment, plan: PlanOfPast, look: TimedLook): Bar {
  const tag = safe` past `
  const words = headWords(moment, plan, { ...look, room: look.columns - tag.length - 3 })
  const untilMs = agoEndsAt((moment.mark ?? moment.revision).atMs, look.nowMs)
  return {
    form: 'bar',
    left: [blank, part('strong', words, untilMs === null ? {} : { untilMs })],
    right: [part('inverse', tag), blank],
  }
}

/** The head in as many words as there is room for. */
function headWords(
  moment: PastMoment,
  { title: rawTitle, past: { history } }: PlanOfPast,
  { theme, nowMs, room }: TimedLook & { readonly room: number },
): SafeText {
  const { revision, mark } = moment
  const { dot, ellipsis } = glyphs(theme)
  const title = cutLine(rawTitle, maxTitleWidth, ellipsis)
  const number = safe`revision ${grouped(revision.number)} of ${grouped(history.count)}`
  const short = safe`${grouped(revision.number)}/${grouped(history.count)}`
  const isThinned = keptCount(history) < history.count
  const kept = isThinned ? safe`${grouped(keptCount(history))} kept` : null
  const ago = agoWords((mark ?? revision).atMs, nowMs)
  const relation = relationWords(moment, history)
  const led = mark !== null && mark.order < revision.order ? safe`before it: ` : safe``
  const marked = mark === null ? null : safe`${led}${markWords(mark, revision.plan.key)}`
  const second = mark?.type === 'approved' ? null : relation
  const variants = [
    [title, number, kept, ago, marked, second],
    [title, number, ago, marked, second],
    [title, number, ago, marked ?? relation],
    [number, ago, marked ?? relation],
    [short, ago, marked ?? relation],
  ]
  const separator = safe` ${dot} `
  for (const variant of variants) {
    const width = variant
      .filter((part) => part !== null)
      .reduce((sum, part) => sum + widthOf(part, marked) + separator.length, -separator.length)
    if (width <= room) return joined(variant, { marked, room, separator, ellipsis })
  }
  return joined(variants.at(-1) ?? [], { marked, room, separator, ellipsis })
}

function widthOf(part: SafeText, marked: SafeText | null): number {
  const width = displayWidth(part)
  return part === marked ? Math.min(width, leastMarkWidth) : width
}

interface HeadRoom {
  readonly marked: SafeText | null
  readonly room: number
  readonly separator: SafeText
  readonly ellipsis: SafeText
}

/** The parts beside each other; the words of the mark get what the others leave. */
function joined(
  parts: readonly (SafeText | null)[],
  { marked, room, separator, ellipsis }: HeadRoom,
): SafeText {
  const present = parts.filter((part) => part !== null)
  const others = present.filter((part) => part !== marked).join(separator)
  const left = Math.max(0, room - displayWidth(others) - separator.length)
  const words = present.map((part) => (part === marked ? cutToWidth(part, left, ellipsis) : part))
  return cutToWidth(words.join(separator) as SafeText, room, ellipsis)
}

/** What a mark says of its moment. The marks of another plan are those of the proposal whose work the shown plan is. */
function markWords({ type, words, planKey, by }: Mark, shownKey: string): SafeText {
  const text = shownLine(words).trim()
  const quoted = text === '' ? safe`` : safe`“${text as SafeText}”`
  const told = quoted === '' ? safe`` : safe`: ${quoted}`
  const isOther = planKey !== null && planKey !== shownKey
  const proposal = isOther ? safe`proposal ` : safe``
  const decided = by === 'user' ? told : safe`${afterBlank(deciderWords(by))}${told}`
  switch (type) {
    case 'turn':
      return safe`turn began${told}`
    case 'proposed':
      return isOther ? safe`the proposal came${told}` : safe`proposed${told}`
    case 'approved':
      if (by !== 'user') return safe`${proposal}approved${decided}`
      return isOther ? safe`you approved the proposal${told}` : safe`you approved${told}`
    case 'rejected':
      return safe`${proposal}rejected${decided}`
    case 'refined':
      return safe`${proposal}to be refined${decided}`
    case 'kept':
      return safe`${proposal}saved${decided}`
    case 'cancelled':
      return safe`cancelled${told}`
    case 'compacted':
      return safe`compaction${told}`
    case 'removed':
      return safe`removed${told}`
    case 'went-on':
      return safe`went on without asking${text === '' ? safe`` : safe`: ${text as SafeText}`}`
    case 'own':
      return quoted === '' ? safe`your mark` : safe`your mark ${quoted}`
  }
}

/** Where the revision stands to the one that was approved last; null: none was. */
function relationWords({ revision }: PastMoment, { approved, approvedBy }: PlanHistory): SafeText | null {
  if (approved === null) return null
  if (approvedBy !== 'user') {
    if (revision.number === approved.number) return safe`the approved one`
    return revision.number < approved.number ? safe`before it was approved` : safe`after it was approved`
  }
  if (revision.number === approved.number) return safe`the one you approved`
  return revision.number < approved.number ? safe`before you approved` : safe`after you approved`
}

/** `41s ago`, `3m ago`, `1h02m ago`. A clock that was set back gives `just now`. */
function agoWords(atMs: number | null, nowMs: number): SafeText {
  if (atMs === null) return timeNotTold
  const passedMs = nowMs - atMs
  if (!(passedMs >= 1000)) return safe`just now`
  return safe`${shortTime(passedMs, 'rough')} ago`
}

/** When `agoWords` changes; null: never. */
function agoEndsAt(atMs: number | null, nowMs: number): number | null {
  if (atMs === null) return null
  const passedMs = nowMs - atMs
  if (!(passedMs >= 0)) return Number.isFinite(atMs) ? atMs + 1000 : nowMs + 60_000
  const unitMs = passedMs < 60_000 ? 1000 : 60_000
  return nowMs + unitMs - (passedMs % unitMs)
}

/** The revisions and marks as a line, and what has come since the user began to look back. */
export function pastFoot(moment: PastMoment, plan: PlanOfPast, hasQuestion: boolean, look: Look): Bar {
  const { theme, columns } = look
  const { history } = plan.past
  const newer = Math.max(0, history.last.number - moment.newestThen)
  const news = newsWords(newer, hasQuestion, columns)
  const right = news === '' ? [] : [part('warning', news), blank]
  const room = columns - displayWidth(textOf(right)) - 3
  const isChanged = changedSinceApproval(history)
  const line = revisionLine(moment, plan, { theme, room, isChanged })
  return { form: 'bar', left: [blank, ...line], right }
}

function newsWords(newer: number, hasQuestion: boolean, columns: number): SafeText {
  const isNarrow = columns < 60
  if (hasQuestion && !isNarrow) return safe`the question is about the plan now`
  if (newer === 0) return safe``
  if (isNarrow) return safe`${grouped(newer)} newer`
  return newer === 1
    ? safe`1 newer revision came meanwhile`
    : safe`${grouped(newer)} newer revisions came meanwhile`
}

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
function revisionLine(
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
  const leadTo = (place: PastPoint): Leads => ({ target: { type: 'moment', tab, place } })
  const leadToMark = (mark: Mark): Leads => leadTo({ revision: revisionAt(past.history, mark.order), mark })
  const parts: Part[] = []
  for (const [index, at] of shown.entries()) {
    const before = shown[index - 1]
    const revision = revisions[at]
    if (before !== undefined && before !== at - 1) parts.push(part('dim', signs.ellipsis))
    else if (before !== undefined) {
      const mark = markBetween(past.marks, revisions[before]?.order ?? 0, revision?.order ?? 0)
      const sign = mark === null ? signs.rule : signs[markSigns[mark.type] ?? 'dot']
      const between = gap === 1 ? sign : safe`${signs.rule}${sign}`
      parts.push(part('dim', between, mark === null ? {} : leadToMark(mark)))
    }
    const leads = revision === undefined ? {} : leadTo({ revision, mark: null })
    parts.push(part(at === here ? 'accent' : 'normal', signOf(at), leads))
  }
  const last = markBetween(past.marks, revisions.at(-1)?.order ?? 0, Number.POSITIVE_INFINITY)
  if (last !== null) {
    parts.push(part('dim', safe`${signs.rule}${signs[markSigns[last.type] ?? 'dot']}`, leadToMark(last)))
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

/** The most important mark between two places; null: there is none to tell. */
function markBetween(marks: readonly Mark[], from: number, to: number): Mark | null {
  let found: Mark | null = null
  for (const mark of marks) {
    if (mark.order >= to) break
    if (mark.order <= from || markSigns[mark.type] === null) continue
    if (found === null || byRank.indexOf(mark.type) < byRank.indexOf(found.type)) found = mark
  }
  return found
}

/** The signs of marks, the most important first; null: the line tells proposals and their approval by the revisions. */
const markSigns = {
  own: 'mark',
  'went-on': 'unknown',
  rejected: 'removed',
  refined: 'dot',
  kept: 'dot',
  cancelled: 'removed',
  removed: 'removed',
  compacted: 'unknown',
  turn: 'after',
  proposed: null,
  approved: null,
} as const satisfies Record<Mark['type'], keyof Glyphs | null>

const byRank = Object.keys(markSigns)

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
