import { keyWords, type KeyMap } from '../keys/key-map.ts'
import { currentSession, type AppState } from '../../app/state/app-state.ts'
import type { TurnOutcome } from '../../app/state/app-event.ts'
import { turnCounts, type Activity, type Session } from '../../app/state/session.ts'
import { errorName } from '../../app/words/link.ts'
import { approvedWords } from '../../app/words/question.ts'
import type { ChangedPlan } from '../../app/history/plan-history.ts'
import { lastChanged } from '../../app/history/run-history.ts'
import { planTitleIn } from '../../app/proposals/session-proposals.ts'
import { lastRemovedPlan } from '../../app/reduce/evict-plans.ts'
import { memoLast } from '../../lib/memo.ts'
import { timeOfDay } from '../../lib/text/duration.ts'
import { withoutMarkup } from '../../lib/text/markdown-lines.ts'
import { cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import { glyphs, type Glyphs } from '../paint/glyphs.ts'
import type { Theme } from '../paint/theme.ts'
import type { Look, TimedLook } from '../paint/look.ts'
import { countSelected } from '../state/plan-steps.ts'
import { remarkMs } from '../state/timing.ts'
import { tabId, type UiState } from '../state/ui-state.ts'
import { layRows } from '../rows/lay-rows.ts'
import { blank, part, type Part, type RowForm } from '../rows/row-form.ts'
import { counted } from '../../lib/text/wording.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import type { SessionUsage } from '../../protocol/session/session-settings.ts'

/** A time, for what the status line tells. */
export interface StatusLook extends TimedLook {
  /** The time of `nowMs`, in milliseconds since the epoch. */
  readonly wallMs: number
}

interface StatusLine extends StatusLook {
  readonly keys: KeyMap
  /** Columns left of the usage and the position. */
  readonly room: number
}

/** A message to the user, on several rows if it must not be cut; else the agent's activity besides its plans, with the scroll position. */
export function statusLine(state: AppState, ui: UiState, position: SafeText, look: StatusLook): RowForm {
  const whole = wholeMessage(ui, look.nowMs)
  if (whole !== null) return whole
  const usage = usageAndPosition(state, position, look)
  const isWhole = needsWholeLine(state, ui, look, displayWidth(usage)) || isNarrowWithMessage(state, ui, look)
  const right = isWhole ? safe`` : usage
  const line: StatusLine = { ...look, room: look.columns - displayWidth(right) - 3, keys: ui.keys }
  const words =
    messageOf(state, ui, line) ??
    selectionWords(state, ui, line) ??
    connectionLoss(state, line) ??
    turnFailure(state, line) ??
    activityWords(state, line)
  return {
    form: 'bar',
    left: words === null ? [blank] : [blank, words],
    right: [part('dim', right), blank],
  }
}

export function statusHeight(ui: UiState, look: TimedLook): number {
  const whole = wholeMessage(ui, look.nowMs)
  return whole === null ? 1 : layRows(whole, look).rows.length
}

/** A message that must not be cut; null: there is none. */
function wholeMessage(ui: UiState, nowMs: number): RowForm | null {
  const { message } = ui
  if (message?.isWhole !== true || !hasMessage(ui, nowMs)) return null
  const { text, untilMs } = message
  return { form: 'wrap', text: safeLine(text), role: 'warning', most: maxMessageRows, untilMs }
}

const maxMessageRows = 4

/** Whether the answer to a key, or what can be done with the selection, fits only without the usage and the position: they are hidden then. */
function needsWholeLine(
  state: AppState,
  ui: UiState,
  { theme, columns, nowMs }: TimedLook,
  rightWidth: number,
): boolean {
  const text =
    ui.message !== null && hasMessage(ui, nowMs) ? ui.message.text : selectionText(state, ui, theme)
  const room = columns - 3
  const width = displayWidth(safeLine(text))
  return width > room - rightWidth && width <= room
}

/** In a narrow terminal a message is shown without the position. */
function isNarrowWithMessage(state: AppState, ui: UiState, { columns, nowMs }: TimedLook): boolean {
  return columns < 60 && passingMessages(state, ui).some(({ untilMs }) => nowMs < untilMs)
}

/** Narrower terminals show no usage. */
const minUsageColumns = 80

function usageAndPosition(state: AppState, position: SafeText, { theme, columns }: Look): SafeText {
  const usage = columns < minUsageColumns ? null : (currentSession(state)?.usage ?? null)
  const words = usage === null ? safe`` : usageWords(usage, glyphs(theme))
  return position === '' || words === '' ? safe`${words}${position}` : safe`${words}  ${position}`
}

/** Whether the status line has a message to the user, rather than the agent's activity. */
export function hasStatusForUser(state: AppState, ui: UiState, nowMs: number): boolean {
  if (countSelected(ui, state) > 0) return true
  const isFailed = state.link.state === 'reconnecting' || failedTurn(state) !== null
  return isFailed || passingMessages(state, ui).some(({ needsRowUntilMs }) => nowMs < needsRowUntilMs)
}

/** Whether the answer to a key is still shown. */
export function hasMessage(ui: UiState, nowMs: number): boolean {
  return ui.message !== null && ui.message.untilMs > nowMs
}

/** A message that is shown for some seconds. */
interface PassingMessage {
  readonly untilMs: number
  /** Until then the status line has a row in a low terminal too. */
  readonly needsRowUntilMs: number
  readonly words: (line: StatusLine) => SafeText
}

/** The answer to a key, and what happened last, the most important first; also those that have expired. */
function passingMessages(state: AppState, { message, tab }: UiState): readonly PassingMessage[] {
  const { remark } = state
  const removed = lastRemovedPlan(state)
  const notice = lastNotice(state)
  const changed = lastChanged(state)
  return [
    message !== null && passing(message.untilMs, () => safeLine(message.text)),
    changed !== null &&
      passing(changed.atMs + remarkMs, (line) => {
        const isShown = tab === tabId(changed.sessionId, changed.planKey)
        return changedWords(state, changed, { ...line, isShown })
      }),
    removed !== null &&
      removed.plan.removedAtMs !== null &&
      passing(removed.plan.removedAtMs + remarkMs, (line) =>
        removedWords(planTitleIn(removed.session, removed.plan), line),
      ),
    remark !== null && {
      ...passing(remark.atMs + remarkMs, () => safeLine(remark.text)),
      needsRowUntilMs: remark.atMs + remarkMs / 2,
    },
    notice !== null && passing(notice.atMs + remarkMs, () => shownLine(notice.text, 'long')),
  ].filter((each) => each !== false)
}

function passing(untilMs: number, words: PassingMessage['words']): PassingMessage {
  return { untilMs, needsRowUntilMs: untilMs, words }
}

function removedWords(title: string, { theme, room, keys }: StatusLine): SafeText {
  const { dot } = glyphs(theme)
  const key = keyWords(keys, 'show-removed')
  const hint =
    room < 60
      ? safe` removed ${dot} ${key} shows it`
      : safe` removed by the agent ${dot} ${key} shows it again`
  return safe`plan “${cutLine(title, Math.max(4, room - hint.length - 7))}”${hint}`
}

function changedWords(
  { sessions }: AppState,
  { sessionId, planKey, approvedAtMs, approvedBy }: ChangedPlan,
  { theme, room, nowMs, wallMs, isShown, keys }: StatusLine & { readonly isShown: boolean },
): SafeText {
  const plan = sessions.get(sessionId)?.plans.get(planKey)
  const title = plan === undefined ? 'Plan' : planTitleIn(sessions.get(sessionId), plan)
  const { dot, ellipsis } = glyphs(theme)
  const at = approvedAtMs === null ? null : timeOfDay(wallMs - nowMs + approvedAtMs)
  const since =
    room < 60 && at !== null
      ? safe`changed since ${at}`
      : safe`changed since ${approvedWords(approvedBy)}${at === null ? safe`` : safe` at ${at}`}`
  // On another tab `d` shows what has changed in the plan of that tab.
  const hint = isShown ? safe` ${since} ${dot} ${keyWords(keys, 'show-changes')} shows` : safe` ${since}`
  return safe`${cutLine(title, Math.max(4, room - hint.length), ellipsis)}${hint}`
}

function messageOf(state: AppState, ui: UiState, line: StatusLine): Part | null {
  const message = passingMessages(state, ui).find(({ untilMs }) => line.nowMs < untilMs)
  return message === undefined
    ? null
    : part('warning', cutToWidth(message.words(line), line.room), { untilMs: message.untilMs })
}

function selectionWords(state: AppState, ui: UiState, { theme, room }: StatusLine): Part | null {
  const text = selectionText(state, ui, theme)
  return text === '' ? null : part('accent', cutToWidth(text, room))
}

function selectionText(state: AppState, ui: UiState, theme: Theme): SafeText {
  const count = countSelected(ui, state)
  if (count === 0) return safe``
  const { dot } = glyphs(theme)
  const steps = safe`${counted(count, 'step')} selected`
  return safe`${steps} ${dot} ${keyWords(ui.keys, 'request-steps')} do ${dot} ${keyWords(ui.keys, 'leave')} none`
}

function connectionLoss({ link }: AppState, { room }: StatusLine): Part | null {
  if (link.state !== 'reconnecting') return null
  const cause = shownLine(link.cause, 'long')
  return part('warning', cutToWidth(safe`The connection was lost: ${cause}`, room))
}

function turnFailure(state: AppState, { room }: StatusLine): Part | null {
  const failed = failedTurn(state)
  if (failed === null) return null
  const message = shownLine(failed.message, 'long')
  return part('bad', cutToWidth(safe`The agent answered with ${errorName(failed.code)}: ${message}`, room))
}

function failedTurn(state: AppState): Extract<TurnOutcome, { kind: 'failed' }> | null {
  const turn = currentSession(state)?.turn
  return turn?.state === 'ended' && turn.outcome.kind === 'failed' ? turn.outcome : null
}

type Notice = Extract<Activity, { type: 'notice' }>

function lastNotice(state: AppState): Notice | null {
  const session = currentSession(state)
  return session === null ? null : noticeIn(session.activity)
}

/** Cached: the activity is searched only after it has changed, not for each frame. */
const noticeIn = memoLast(
  ({ items }: Session['activity']): Notice | null =>
    items.findLast((item): item is Notice => item.type === 'notice') ?? null,
)

function activityWords(state: AppState, { theme, room }: StatusLine): Part | null {
  const session = currentSession(state)
  if (session === null) return null
  const dot = safe`  ${glyphs(theme).dot}  `
  const { toolCalls } = turnCounts(session)
  const prompts = queuedPrompts(state)
  const parts = [
    lastToolCall(session),
    toolCalls === 0 ? safe`` : counted(toolCalls, 'tool call'),
    prompts === 0 ? safe`` : safe`${counted(prompts, 'prompt')} waiting`,
    lastMessage(session, theme),
  ]
  const text = parts.filter((part) => part !== '').join(dot) as SafeText
  return part('dim', cutToWidth(text, room))
}

function lastToolCall(session: Session): SafeText {
  const call = session.activity.items.findLast(
    (item): item is Extract<Activity, { type: 'tool-call' }> => item.type === 'tool-call',
  )
  if (call === undefined) return safe``
  const kind = call.kind === 'other' ? '' : call.kind
  // A title that only repeats the id is not shown.
  const what = call.path ?? (call.title === call.id ? '' : call.title)
  const words = [kind, what].filter((word) => word !== '').join('  ')
  return shownLine(words)
}

function queuedPrompts({ currentSessionId, queuedPrompts: queued }: AppState): number {
  return queued.filter(({ sessionId }) => sessionId === null || sessionId === currentSessionId).length
}

function lastMessage(session: Session, theme: Theme): SafeText {
  const said = session.activity.items.findLast(
    (item): item is Extract<Activity, { type: 'said' | 'notice' }> =>
      (item.type === 'said' && item.who === 'agent') || item.type === 'notice',
  )
  // A message may end with the fence of a code, or a rule: these tell nothing.
  const lines = said === undefined ? [] : said.text.split('\n')
  const last =
    lines.findLast((each) => /[\p{L}\p{N}]/u.test(each)) ?? lines.findLast((each) => each.trim() !== '')
  if (last === undefined) return safe``
  const line = safeLine(withoutMarkup(last.trim().slice(0, 300)))
  return theme.ascii ? safe`"${line}"` : safe`“${line}”`
}

/** How full the context window is, and what the session has cost so far: `ctx 42k/200k · $0.13`. */
export function usageWords({ used, size, cost }: SessionUsage, { dot }: Glyphs): SafeText {
  const context = size > 0 ? safe`ctx ${tokens(used)}/${tokens(size)}` : safe`ctx ${tokens(used)}`
  return cost === null ? context : safe`${context} ${dot} ${money(cost)}`
}

/** `950`, `42k`, `1.2M`: at most five characters for the size of any context window. */
function tokens(count: number): SafeText {
  if (count < 1000) return safe`${Math.max(0, Math.round(count))}`
  if (count < 999_500) return safe`${Math.round(count / 1000)}k`
  const millions = (count / 1_000_000).toFixed(1).replace(/\.0$/, '')
  return safeLine(`${millions}M`.slice(0, 12))
}

const symbols: ReadonlyMap<string, string> = new Map(Object.entries({ USD: '$', EUR: '€', GBP: '£' }))

function money({ amount, currency }: NonNullable<SessionUsage['cost']>): SafeText {
  const sum = amount >= 0.005 || amount <= 0 ? amount.toFixed(2) : amount.toFixed(4)
  const symbol = symbols.get(currency)
  return cutToWidth(safeLine(symbol === undefined ? `${sum} ${currency.slice(0, 8)}` : `${symbol}${sum}`), 20)
}
