import { currentSession, type AppState } from '../../app/state/app-state.ts'
import type { TurnOutcome } from '../../app/app-event.ts'
import type { Activity, Session } from '../../app/state/session.ts'
import { lastRemovedPlan } from '../../app/reduce/plans-kept.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { planTitle } from '../../plans/plan.ts'
import { glyphs, type Glyphs } from '../paint/glyphs.ts'
import { rowWidth, row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { removalRemarkMs } from '../state/timing.ts'
import type { UiState } from '../state/ui-state.ts'
import { bar, type Bar } from './bar.ts'
import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import type { SessionUsage } from '../../protocol/session/session-settings.ts'

export interface StatusFrame {
  readonly theme: Theme
  readonly columns: number
  readonly nowMs: number
  /** The scroll position in the plan, shown at the right. */
  readonly position: SafeText
}

interface StatusLine extends StatusFrame {
  /** Columns for the text. */
  readonly room: number
}

/** A message for the user, if there is one; else what the agent does besides planning. */
export function statusBar(state: AppState, ui: UiState, frame: StatusFrame): Bar {
  const beside = rightOf(state, frame)
  const right = takesWholeRow(ui, frame, rowWidth(beside)) ? row() : beside
  const room = frame.columns - rowWidth(right) - 3
  const line: StatusLine = { ...frame, room }
  const words =
    messageOf(state, ui, line) ?? lossOf(state, line) ?? failureOf(state, line) ?? doing(state, line)
  return bar(row(own` `, words), row(right, own` `))
}

/** A message that answers a key may take the whole row: usage and position are hidden as long as it needs their room. */
function takesWholeRow(ui: UiState, { columns, nowMs }: StatusFrame, widthBeside: number): boolean {
  if (ui.message === null || !hasMessage(ui, nowMs)) return false
  const room = columns - 3
  const width = displayWidth(safeLine(ui.message.text))
  return width > room - widthBeside && width <= room
}

/** Narrower screens have no room for usage. */
const usageFrom = 80

/** The usage of the session, and the scroll position. */
function rightOf(state: AppState, { theme, columns, position }: StatusFrame): Row {
  const usage = columns < usageFrom ? null : (currentSession(state)?.usage ?? null)
  const words = usage === null ? own`` : usageWords(usage, glyphs(theme))
  return paint(
    theme,
    'dim',
    position === '' || words === '' ? own`${words}${position}` : own`${words}  ${position}`,
  )
}

/** Whether the status line has a message for the user, and not only what the agent does besides planning. */
export function hasStatusForUser(state: AppState, ui: UiState, nowMs: number): boolean {
  const isRemarked = state.remark !== null && nowMs - state.remark.atMs < removalRemarkMs / 2
  const removed = lastRemoved(state)
  const isRemoved = removed !== null && nowMs - removed.atMs < removalRemarkMs
  const isFailed = state.link.state === 'reconnecting' || failedTurn(state) !== null
  const notice = lastNotice(state)
  const isNoticed = notice !== null && nowMs - notice.atMs < removalRemarkMs
  return hasMessage(ui, nowMs) || isRemarked || isRemoved || isNoticed || isFailed
}

/** Whether a message that answers a key is still shown. */
export function hasMessage(ui: UiState, nowMs: number): boolean {
  return ui.message !== null && ui.message.untilMs > nowMs
}

/** When the message in the status line expires; null: it does not. */
export function statusEndsAt(state: AppState, ui: UiState, nowMs: number): number | null {
  const removed = lastRemoved(state)
  const notice = lastNotice(state)
  const ends = [
    ui.message?.untilMs ?? 0,
    state.remark === null ? 0 : state.remark.atMs + removalRemarkMs,
    removed === null ? 0 : removed.atMs + removalRemarkMs,
    notice === null ? 0 : notice.atMs + removalRemarkMs,
  ]
  const next = ends.filter((end) => end > nowMs)
  return next.length === 0 ? null : Math.min(...next)
}

function messageOf(state: AppState, ui: UiState, { theme, nowMs, room }: StatusLine): Row | null {
  if (ui.message !== null && ui.message.untilMs > nowMs)
    return paint(theme, 'warning', cutToWidth(safeLine(ui.message.text), room))
  const removed = lastRemoved(state)
  if (removed !== null && nowMs - removed.atMs < removalRemarkMs) {
    const { dot } = glyphs(theme)
    const hint =
      room < 60 ? own` removed ${dot} u shows it` : own` removed by the agent ${dot} u shows it again`
    const title = cutToWidth(safeLine(removed.title.slice(0, 200)), Math.max(4, room - hint.length - 7))
    return paint(theme, 'warning', cutToWidth(own`plan “${title}”${hint}`, room))
  }
  if (state.remark !== null && nowMs - state.remark.atMs < removalRemarkMs)
    return paint(theme, 'warning', cutToWidth(safeLine(state.remark.text), room))
  const notice = lastNotice(state)
  if (notice !== null && nowMs - notice.atMs < removalRemarkMs)
    return paint(theme, 'warning', cutToWidth(safeLine(notice.text.slice(0, 500)), room))
  return null
}

/** Why the connection was lost, until it is restored. */
function lossOf({ link }: AppState, { theme, room }: StatusLine): Row | null {
  if (link.state !== 'reconnecting') return null
  const cause = safeLine(link.cause.slice(0, 500))
  return paint(theme, 'warning', cutToWidth(own`The connection was lost: ${cause}`, room))
}

/** Why the last turn failed, until the next one begins. */
function failureOf(state: AppState, { theme, room }: StatusLine): Row | null {
  const failed = failedTurn(state)
  if (failed === null) return null
  const message = safeLine(failed.message.slice(0, 500))
  return paint(theme, 'bad', cutToWidth(own`The agent answered with error ${failed.code}: ${message}`, room))
}

function failedTurn(state: AppState): Extract<TurnOutcome, { kind: 'failed' }> | null {
  const turn = currentSession(state)?.turn
  return turn?.state === 'rested' && turn.outcome.kind === 'failed' ? turn.outcome : null
}

function lastRemoved(state: AppState): { readonly title: string; readonly atMs: number } | null {
  const plan = lastRemovedPlan(state)
  return plan === null || plan.removedAtMs === null
    ? null
    : { title: planTitle(plan), atMs: plan.removedAtMs }
}

type Notice = Extract<Activity, { type: 'notice' }>

let lastFound: { readonly activity: Session['activity']; readonly notice: Notice | null } | null = null

/** The agent's last notice in the current session; cached until the activity changes. */
function lastNotice(state: AppState): Notice | null {
  const activity = currentSession(state)?.activity
  if (activity === undefined) return null
  if (lastFound?.activity !== activity) {
    const notice = activity.items.findLast((item): item is Notice => item.type === 'notice')
    lastFound = { activity, notice: notice ?? null }
  }
  return lastFound.notice
}

function doing(state: AppState, { theme, room }: StatusLine): Row {
  const session = currentSession(state)
  if (session === null) return row()
  const dot = own`  ${glyphs(theme).dot}  `
  const parts = [...lastCall(session), ...callCount(session), ...queued(state), ...lastWords(session, theme)]
  const text = parts.join(dot) as SafeText
  return paint(theme, 'dim', cutToWidth(text, room))
}

function lastCall(session: Session): readonly SafeText[] {
  const call = session.activity.items.findLast(
    (item): item is Extract<Activity, { type: 'tool-call' }> => item.type === 'tool-call',
  )
  if (call === undefined) return []
  const kind = call.kind === '' || call.kind === 'other' ? '' : call.kind
  // A call of which only the id is known means nothing to users.
  const what = call.path ?? (call.title === call.id ? '' : call.title)
  const words = [kind, what].filter((word) => word !== '').join('  ')
  return words === '' ? [] : [safeLine(words.slice(0, 300))]
}

function callCount(session: Session): readonly SafeText[] {
  const { toolCalls } = session.counts
  return toolCalls === 0 ? [] : [own`${toolCalls} tool call${toolCalls === 1 ? own`` : own`s`}`]
}

function queued(state: AppState): readonly SafeText[] {
  const { currentSessionId: current } = state
  const count = state.queuedPrompts.filter(
    ({ sessionId }) => sessionId === null || sessionId === current,
  ).length
  return count === 0 ? [] : [own`${count} prompt${count === 1 ? own`` : own`s`} waiting`]
}

function lastWords(session: Session, theme: Theme): readonly SafeText[] {
  const said = session.activity.items.findLast(
    (item): item is Extract<Activity, { type: 'said' | 'notice' }> =>
      (item.type === 'said' && item.who === 'agent') || item.type === 'notice',
  )
  const text = said === undefined ? '' : said.text.trim()
  if (text === '') return []
  const line = safeLine((text.split('\n').findLast((part) => part.trim() !== '') ?? '').trim().slice(0, 300))
  return [theme.ascii ? own`"${line}"` : own`“${line}”`]
}

/** How full the context window is, and what the session has cost so far: `ctx 42k/200k · $0.13`. */
export function usageWords({ used, size, cost }: SessionUsage, { dot }: Glyphs): SafeText {
  const context = size > 0 ? own`ctx ${tokens(used)}/${tokens(size)}` : own`ctx ${tokens(used)}`
  return cost === null ? context : own`${context} ${dot} ${money(cost)}`
}

/** `950`, `42k`, `1.2M`: at most five characters for the size of any context window. */
function tokens(count: number): SafeText {
  if (count < 1000) return own`${Math.max(0, Math.round(count))}`
  if (count < 999_500) return own`${Math.round(count / 1000)}k`
  const millions = (count / 1_000_000).toFixed(1).replace(/\.0$/, '')
  return safeLine(`${millions}M`.slice(0, 12))
}

const signs: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£' }

function money({ amount, currency }: NonNullable<SessionUsage['cost']>): SafeText {
  const sum = amount >= 0.005 || amount <= 0 ? amount.toFixed(2) : amount.toFixed(4)
  const sign = Object.hasOwn(signs, currency) ? signs[currency] : undefined
  return cutToWidth(safeLine(sign === undefined ? `${sum} ${currency.slice(0, 8)}` : `${sign}${sum}`), 20)
}
