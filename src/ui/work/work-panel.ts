import { isAtWork } from '../../app/state/session-clock.ts'
import {
  isCommand,
  outcomeOf,
  outsidePlan,
  type CallOutcome,
  type StepWork,
  type WorkCall,
} from '../../app/state/step-work.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { doubtWords, workParts } from '../../app/words/work.ts'
import { row, rowWidth, type Row } from '../../lib/cells/row.ts'
import { lastAtMost } from '../../lib/sequences.ts'
import { memoLast, memoBeside } from '../../lib/memo.ts'
import { counted, grouped } from '../../lib/text/wording.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutLine, cutToWidth, displayWidth, padded } from '../../lib/text/width.ts'
import { shortTime } from '../../lib/text/duration.ts'
import { glyphs } from '../paint/glyphs.ts'
import type { Look } from '../paint/look.ts'
import { highlightMatches, paint } from '../paint/paint.ts'
import type { Role } from '../paint/theme.ts'
import type { PanelRoom } from '../plan-panes/pane.ts'
import { barRow } from '../rows/lay-rows.ts'
import { settleList, withRowsAbove, type SettledView, type Settled } from '../rows/settle.ts'
import { numberAt, outsideNumber, type ShownWork } from '../state/shown.ts'
import { earliest, nextSecond } from '../state/timing.ts'
import type { Tab } from '../state/tabs.ts'
import { withPanelScroll, type UiState } from '../state/ui-state.ts'
import { listedCalls, type ListedCalls } from './listed-calls.ts'

interface WorkRoom extends Omit<PanelRoom, 'documentCache'> {
  readonly tab: Tab | null
  /** The agent's working folder; null if unknown. */
  readonly cwd: string | null
  /** It stands in the second pane, where no call has the cursor. Absent: it does not. */
  readonly isBeside?: true
}

interface CallLook extends WorkRoom, Look {
  readonly isAtWork: boolean
  /** Calls outside of the plan are told apart. */
  readonly isWhole: boolean
}

/** Settles the work panel: the call that the user has selected is visible, else the newest one. Only the rows that are visible are made. */
export function settleWork(state: AppState, ui: UiState, room: WorkRoom): Settled<ShownWork> {
  const listed = listedCalls(state, ui, room.tab, room.nowMs)
  const { calls, outside, session } = listed
  const look: CallLook = {
    ...room,
    columns: ui.columns,
    isAtWork: session !== null && isAtWork(session),
    isWhole: listed.work === null,
  }
  // The list keeps some rows in a low terminal.
  const head = headRows(listed, look).slice(0, Math.max(0, room.rows - leastRows))
  const visible = Math.max(1, room.rows - head.length)
  const total = calls.length + (outside === null ? 0 : 1)
  const matches = ui.query === '' ? noMatches : matching(calls, ui.query)
  const place = room.isBeside === true ? -1 : placeIn(ui.panelScroll, listed, total)
  const held = place < 0 ? null : { first: place, last: place }
  const { state: list, shown } = settleList(ui.panelScroll, { total, held }, visible)
  const view: SettledView<ShownWork> = {
    shown: {
      ...shown,
      layer: 'work',
      matches,
      place: place < 0 ? null : { at: place, total },
      calls,
      hasOutside: outside !== null,
    },
    nextAtMs: look.isAtWork ? nextTick(calls.slice(shown.top, shown.top + visible), room.nowMs) : null,
    targetIn(at) {
      const number = shown.top + at < total ? numberAt(calls, shown.top + at) : null
      return number === null ? null : { type: 'call', number }
    },
    draw() {
      const drawn: Row[] = []
      for (let at = shown.top; at < Math.min(total, shown.top + visible); at++) {
        const call = calls[at]
        const isSelected = at === place
        const each =
          call === undefined ? outsideRow(outside, isSelected, look) : keptRow(call, isSelected, look)
        drawn.push(ui.query === '' ? each : highlightMatches(each, ui.query))
      }
      return drawn
    },
  }
  return { ui: withPanelScroll(ui, list), view: withRowsAbove(head, view) }
}

const leastRows = 3
const noMatches: readonly number[] = []

/** The place of the selected call, else of the newest one; of the row for what is outside, behind them. */
function placeIn(
  { selected, matchRow }: UiState['panelScroll'],
  { calls }: ListedCalls,
  total: number,
): number {
  if (selected === outsideNumber) return total - 1
  const at = selected === null ? (matchRow ?? -1) : placeOf(calls, selected)
  return at >= 0 && at < total ? at : calls.length > 0 ? calls.length - 1 : total - 1
}

/** Numbers grow with the places. -1: it is not listed. */
function placeOf(calls: readonly WorkCall[], number: number): number {
  const at = lastAtMost(number, calls.length, (each) => calls[each]?.number ?? 0)
  return calls[at]?.number === number ? at : -1
}

const matching = memoLast((calls: readonly WorkCall[], query: string): readonly number[] =>
  calls.flatMap((call, at) =>
    [whatOf(call), call.title, call.kind, ...call.paths].some((text) => text.toLowerCase().includes(query))
      ? [at]
      : [],
  ),
)

/** What the calls belong to, what was done in all, what there is to doubt, and how many calls are not listed. */
function headRows(listed: ListedCalls, { theme, columns }: Look): readonly Row[] {
  const { title, calls, unlisted, work, doubts, session } = listed
  const room = Math.max(1, columns - 2)
  const signs = glyphs(theme)
  const line = (role: Role, words: SafeText): Row =>
    row(safe` `, paint(theme, role, cutToWidth(words, room, signs.ellipsis)))
  const count = counted(unlisted + calls.length, 'call')
  const name = cutLine(title, room - count.length - 1, signs.ellipsis)
  const parts = work === null ? [] : workParts(work, theme.ascii)
  return [
    barRow(row(safe` `, paint(theme, 'strong', name)), paint(theme, 'dim', count), columns - 1),
    ...(parts.length === 0 ? [] : [line('dim', parts.join(safe` ${signs.dot} `) as SafeText)]),
    ...(work?.questions ?? [])
      .slice(-shownQuestions)
      .map(({ asked, answer }) => line('dim', safe`asked: ${cutLine(asked, room)}: ${safeLine(answer)}`)),
    ...(work === null || work.lastMessage === null
      ? []
      : [line('dim', safe`said last: ${cutLine(work.lastMessage, room)}`)]),
    ...doubts.map((doubt) => line('normal', safe`${signs.waiting} ${doubtWords(doubt)}`)),
    ...(unlisted === 0
      ? []
      : [line('dim', safe`${signs.ellipsis} ${grouped(unlisted)} earlier ones are not listed`)]),
    ...(calls.length > 0 || unlisted > 0
      ? []
      : [
          line(
            'dim',
            session === null || session.work.begun === 0
              ? safe`The agent has told no calls.`
              : safe`No call began here.`,
          ),
        ]),
  ]
}

/** Questions above the list. */
const shownQuestions = 3

/** Below this, a row has no words about whose call it is. */
const narrow = 60

const keptCalls = memoBeside<Row>()

/** The row of a call; the same object as before, unless it looks different or tells a time. */
function keptRow(call: WorkCall, isSelected: boolean, look: CallLook): Row {
  if (outcomeOf(call) === 'open') return callRow(call, isSelected, look)
  const inputs = [look.theme, look.columns, look.cwd, look.isWhole, isSelected]
  return keptCalls(call, inputs, () => callRow(call, isSelected, look))
}

function callRow(call: WorkCall, isSelected: boolean, look: CallLook): Row {
  const { theme, columns } = look
  const isWide = columns >= narrow
  const outcome = outcomeOf(call)
  const { sign, role } = signOf(outcome, look)
  const kind = isCommand(call) ? safe`run` : cutLine(call.kind === '' ? 'call' : call.kind, isWide ? 8 : 6)
  const start = row(
    isSelected ? paint(theme, 'accent', glyphs(theme).prompt) : safe` `,
    safe` `,
    paint(theme, role, sign),
    safe` `,
    paint(theme, 'dim', padded(kind, isWide ? 8 : 6)),
    safe` `,
    call.isChilds ? paint(theme, 'dim', safe`${glyphs(theme).child} `) : safe``,
  )
  const right = rightOf(call, outcome, look)
  const room = columns - 2 - rowWidth(start) - rowWidth(right)
  const words =
    filesOf(call).length > 0
      ? fileWords(call, room, look)
      : cutLine(whatOf(call), room, glyphs(theme).ellipsis)
  return barRow(row(start, paint(theme, isSelected ? 'strong' : 'normal', words)), right, columns - 1)
}

function outsideRow(work: StepWork | null, isSelected: boolean, { theme, columns }: Look): Row {
  const signs = glyphs(theme)
  const parts = work === null ? [] : workParts(work, theme.ascii)
  const words = safe`Outside the plan: ${parts.join(safe` ${signs.dot} `) as SafeText}`
  return row(
    isSelected ? paint(theme, 'accent', signs.prompt) : safe` `,
    safe` `,
    paint(theme, isSelected ? 'strong' : 'dim', cutToWidth(words, columns - 3, signs.ellipsis)),
  )
}

/** What was called: the command, which the agent's title may call something else. Raw. */
function whatOf({ command, title }: WorkCall): string {
  return command ?? title
}

const aboutFiles: ReadonlySet<string> = new Set(['read', 'edit', 'delete', 'move'])

/** The files that stand for a call; none where its command or its title says more. Raw. */
function filesOf({ command, kind, changes, paths }: WorkCall): readonly string[] {
  if (command !== null || (changes.length === 0 && !aboutFiles.has(kind))) return []
  return changes.length > 0 ? changes.map(({ path }) => path) : paths
}

function fileWords(call: WorkCall, room: number, { cwd, theme }: CallLook): SafeText {
  const [first = '', ...others] = filesOf(call)
  const more = others.length === 0 ? safe`` : safe` and ${others.length} more`
  const path = cwd !== null && first.startsWith(`${cwd}/`) ? first.slice(cwd.length + 1) : first
  return safe`${pathEnd(path, room - more.length, glyphs(theme).ellipsis)}${more}`
}

/** A path, without its first folders where there is no room for them. */
function pathEnd(raw: string, columns: number, ellipsis: SafeText): SafeText {
  let rest = safeLine(raw.slice(-1000))
  if (displayWidth(rest) <= columns) return rest
  for (let at = rest.indexOf('/', 1); at >= 0; at = rest.indexOf('/', 1)) {
    rest = rest.slice(at) as SafeText
    if (displayWidth(rest) < columns) return safe`${ellipsis}${rest}`
  }
  return cutToWidth(rest, columns, ellipsis)
}

function signOf(
  outcome: CallOutcome,
  { theme, isAtWork: isWorking }: CallLook,
): { readonly sign: SafeText; readonly role: Role } {
  const signs = glyphs(theme)
  switch (outcome) {
    case 'done':
      return { sign: signs.completed, role: 'good' }
    case 'failed':
      return { sign: signs.removed, role: 'bad' }
    case 'rejected':
    case 'cancelled':
      return { sign: signs.removed, role: 'warning' }
    case 'untold':
      return { sign: signs.unknown, role: 'dim' }
    case 'open':
      return isWorking ? { sign: signs.active, role: 'accent' } : { sign: signs.unfinished, role: 'warning' }
  }
}

/** Whose call it is, what it has changed, and how it ended. */
function rightOf(call: WorkCall, outcome: CallOutcome, look: CallLook): Row {
  const { theme, columns, isWhole } = look
  const isWide = columns >= narrow
  const end = endWords(call, outcome, look)
  const facts = [
    ...(isWide && isWhole && call.steps[0] === outsidePlan ? [safe`outside`] : []),
    ...(isWide && call.isChilds ? [safe`sub-agent`] : []),
    ...(isWide && call.steps.length > 1 ? [safe`shared`] : []),
    ...lineWords(call, outcome, look),
  ]
  const { dot } = glyphs(theme)
  const time = isWide ? tookWords(call, outcome, look).padStart(timeColumns) : ''
  const before = facts.join(safe` ${dot} `) as SafeText
  const gap = before !== '' && end !== '' ? safe` ${dot} ` : safe``
  return row(
    paint(theme, 'dim', safe`${before}${gap}`),
    paint(theme, outcome === 'failed' ? 'bad' : 'dim', end),
    paint(theme, 'dim', time as SafeText),
  )
}

const timeColumns = 7

/** How long a call took, or has run; nothing below a second. */
function tookWords(
  { atMs, endedAtMs }: WorkCall,
  outcome: CallOutcome,
  { nowMs, isAtWork: isWorking }: CallLook,
): SafeText {
  const untilMs = outcome === 'open' ? (isWorking ? nowMs : null) : endedAtMs
  const tookMs = atMs === null || untilMs === null ? 0 : untilMs - atMs
  return tookMs < 1000 ? safe`` : shortTime(tookMs)
}

/** When the time of a call that runs is another one. */
function nextTick(calls: readonly WorkCall[], nowMs: number): number | null {
  return earliest(
    calls.map((call) =>
      call.atMs === null || outcomeOf(call) !== 'open' ? null : nextSecond(call.atMs, nowMs),
    ),
  )
}

/** Lines that a call has added and removed. One that has failed has changed nothing. */
function lineWords({ kind, changes }: WorkCall, outcome: CallOutcome, { theme }: Look): readonly SafeText[] {
  if (outcome === 'failed' || (changes.length === 0 && kind !== 'edit')) return []
  let [added, removed] = [0, 0]
  for (const { lines } of changes) {
    added += lines?.added ?? 0
    removed += lines?.removed ?? 0
  }
  const isTold = changes.some(({ lines }) => lines !== null)
  return [isTold ? safe`+${added} ${glyphs(theme).minus}${removed}` : safe`lines not told`]
}

function endWords(
  call: WorkCall,
  outcome: CallOutcome,
  { columns, isAtWork: isWorking }: CallLook,
): SafeText {
  switch (outcome) {
    case 'failed':
      return call.exit === null ? safe`failed` : safe`ended with ${call.exit}`
    case 'rejected':
      return safe`rejected`
    case 'cancelled':
      return safe`cancelled`
    case 'done':
      return isCommand(call) && call.exit !== null ? safe`ended with ${call.exit}` : safe``
    case 'untold':
      return columns < narrow ? safe`not told` : safe`exit code not told`
    case 'open':
      return call.status === 'pending' || call.status === 'in_progress'
        ? isWorking
          ? safe`running`
          : safe`unfinished`
        : cutLine(call.status, 12)
  }
}
