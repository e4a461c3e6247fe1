import { changedSinceApproval } from '../../app/history/changed-since-approval.ts'
import type { Mark } from '../../app/history/mark.ts'
import { keptCount, type PlanHistory } from '../../app/history/plan-history.ts'
import { afterBlank, deciderWords } from '../../app/words/question.ts'
import { timeNotTold, shortTime } from '../../lib/text/duration.ts'
import { grouped } from '../../lib/text/listed-words.ts'
import { safe, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import { glyphs } from '../paint/glyphs.ts'
import type { PlanPast } from '../state/looking-back.ts'
import type { PastMoment, TabId } from '../state/ui-state.ts'
import { textOf } from '../rows/lay-rows.ts'
import { blank, part, type Bar } from '../rows/row-form.ts'
import { revisionLine } from './revision-line.ts'
import type { Look, TimedLook } from '../paint/look.ts'

/** The plan of which a past moment is shown. */
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
    width: look.columns,
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
  return { form: 'bar', left: [blank, ...line], right, width: columns }
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
