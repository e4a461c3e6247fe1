import { currentSession, hasUnsent, type AppState } from '../../app/state/app-state.ts'
import { linkEndLabel } from '../../app/words/link.ts'
import type { Observed } from '../../app/observed/observed.ts'
import type { Link } from '../../app/state/link.ts'
import { hasPlanToolsSet } from '../../app/plan-advice/plan-advice.ts'
import { openQuestion } from '../../app/state/question.ts'
import { isAtWork, turnWork } from '../../app/state/session-clock.ts'
import { cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import { glyphs } from '../paint/glyphs.ts'
import { rowWidth, row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Role } from '../paint/theme.ts'
import { tookWords, workWords } from '../plan-panes/progress-bar.ts'
import { barRow } from './bar.ts'
import type { TurnOutcome } from '../../app/state/app-event.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { isUntold } from '../../app/state/planning.ts'
import type { Session } from '../../app/state/session.ts'
import { dangerOfCurrentMode, dangerOfValue } from '../../app/risk/danger.ts'
import type { Danger } from '../../app/risk/dangerous-words.ts'
import { hasModeOption } from '../pickers/settings-picker.ts'
import type { Look } from '../paint/look.ts'
import { waitsForItsUser } from '../../app/words/session.ts'

export interface HeaderFrame extends Look {
  readonly nowMs: number
  readonly isAnimated: boolean
  /** The user's title for this run, shown instead of the session's title. */
  readonly title: string | null
}

/** The agent, its version and the session at the left; the state of the turn at the right. */
export function headerRow(state: AppState, frame: HeaderFrame): Row {
  const what = row(...problemCount(state, frame))
  const doing = row(stateOf(state, frame), safe` `)
  const modesRoom = frame.columns - rowWidth(what) - rowWidth(doing) - nameKept
  const right = row(what, modes(state, frame, modesRoom), doing)
  const room = frame.columns - rowWidth(right) - 3
  return barRow(row(safe` `, ...identity(state, frame, room)), right, frame.columns)
}

function identity(state: AppState, frame: HeaderFrame, room: number): readonly Row[] {
  const { theme } = frame
  const dot = safe` ${glyphs(theme).dot} `
  const name = agentName(state)
  const parts: Words[] = [{ text: cutToWidth(name, room), role: 'strong' }]
  let used = displayWidth(name)
  for (const part of detailsThatFit(state, frame, room - used - dot.length)) {
    const left = room - used - dot.length
    if (left < 4) break
    const text = cutToWidth(part.text, left)
    parts.push({ text: dot, role: 'dim' }, { text, role: part.role })
    used += dot.length + displayWidth(text)
  }
  return parts.map(({ text, role }) => paint(theme, role, text))
}

/** Version, protocol, whether plans were switched on, and title: what would cut the title is omitted. */
function detailsThatFit(state: AppState, frame: HeaderFrame, room: number): readonly Words[] {
  const { agent } = state
  const title = frame.title ?? currentSession(state)?.title ?? ''
  const version = agent?.version ?? ''
  const last: readonly Words[] = title.trim() === '' ? [] : [{ text: shownLine(title), role: 'normal' }]
  const numbers: Words[] = []
  if (version.trim() !== '') numbers.push({ text: safeLine(version.slice(0, 20)), role: 'dim' })
  if (agent !== null && agent.protocolVersion > 0)
    numbers.push({ text: safe`ACP v${agent.protocolVersion}`, role: 'dim' })
  if (hasPlanToolsSet(state)) numbers.push({ text: safe`plan tools set`, role: 'dim' })
  while (numbers.length > 0 && widthOf([...numbers, ...last]) > room) numbers.pop()
  return [...numbers, ...last]
}

function widthOf(parts: readonly Words[]): number {
  return parts.reduce((sum, { text }) => sum + displayWidth(text) + 3, -3)
}

function agentName(state: AppState): SafeText {
  const { observed } = state
  const [first, ...more] = observed?.shown ?? []
  if (observed !== null && (first === undefined || more.length > 0)) return safe`attach`
  if (state.agent === null && first !== undefined) return shownLine(first.session.agent)
  if (state.agent === null) return safe`acp-plan-tui`
  // A package name says more without its scope.
  const name = safeLine(state.agent.name.replace(/^@[^/]+\//, '').slice(0, 200))
  if (name.trim() !== '') return name
  const title = safeLine((state.agent.title ?? '').slice(0, 200))
  return title.trim() === '' ? safe`agent` : title
}

function problemCount(state: AppState, frame: HeaderFrame): readonly Row[] {
  if (state.problemCount === 0) return []
  const word =
    frame.columns < 60
      ? safe`!${state.problemCount}`
      : safe`! ${state.problemCount} problem${state.problemCount === 1 ? safe`` : safe`s`}`
  return [paint(frame.theme, 'warning', word), row(safe`  `)]
}

/** Columns that are reserved for the agent's name. */
const nameKept = 12

/** The modes that are not the default, as many as fit; on a narrow screen only dangerous ones. */
function modes(state: AppState, { theme, columns }: HeaderFrame, room: number): Row {
  const session = currentSession(state)
  if (session === null || state.link.state !== 'open') return row()
  const pieces: Row[] = []
  let left = room
  for (const { text, isDangerous } of modeWords(session)) {
    if (!isDangerous && columns < 60) continue
    const word = isDangerous ? safe`! ${columns < 60 ? cutToWidth(text, 10) : text}` : text
    left -= displayWidth(word) + 2
    if (left < 0) break
    pieces.push(paint(theme, isDangerous ? 'bad' : 'accent', word), row(safe`  `))
  }
  return row(...pieces)
}

function stateOf(state: AppState, frame: HeaderFrame): Row {
  const { theme } = frame
  const { waiting } = glyphs(theme)
  const session = currentSession(state)
  if (state.observed !== null && session === null)
    return paint(theme, 'dim', observedWords(state.observed, openQuestion(state) !== null))
  switch (state.link.state) {
    case 'starting':
      return paint(theme, 'dim', safe`starting`)
    case 'shaking-hands':
      return paint(theme, 'dim', openingWords(state, state.link))
    case 'wants-login':
      return paint(
        theme,
        'warning',
        state.link.trying === null ? safe`wants a login ${waiting}` : safe`logging in`,
      )
    case 'reconnecting':
      return paint(theme, 'warning', lostWords(state.link, frame))
    case 'ended':
      return paint(theme, 'bad', safeLine(linkEndLabel(state.link.end)))
    case 'open':
      if (openQuestion(state) !== null) {
        const whom = state.observed === null ? safe`you` : safe`its user`
        return paint(theme, 'warning', safe`waits for ${whom} ${waiting}`)
      }
      if (isOpening(state)) return paint(theme, 'accent', safe`loading session`)
      if (session === null) return paint(theme, 'dim', safe`no session`)
      if (session.turn.state === 'working' || !hasUnsent(state)) return turnWords(session, frame)
      // Until the user has chosen what could not be set, or sends what was queued behind a turn that was lost.
      if (session.held !== null) return paint(theme, 'warning', safe`waits for you ${waiting}`)
      return session.turn.state === 'ended'
        ? turnWords(session, frame)
        : paint(theme, 'dim', safe`preparing session`)
  }
}

/** How many sessions are listed or shown, and whether one of them waits. */
function observedWords({ found, shown }: Observed, asks: boolean): SafeText {
  if (shown.length > 1) return asks ? safe`one waits` : safe`${shown.length} sessions`
  if (shown.length === 1) return asks ? waitsForItsUser : safe`observing`
  const waiting = found?.sessions.filter(({ summary }) => summary?.doing === 'waits').length ?? 0
  const count = found?.sessions.length ?? 0
  return waiting === 0
    ? safe`${count} found`
    : safe`${count} found, ${waiting} ${waiting === 1 ? safe`waits` : safe`wait`}`
}

/** What has to happen before prompts can be sent. */
function openingWords(state: AppState, link: Extract<Link, { state: 'shaking-hands' }>): SafeText {
  if (link.greetedAtMs === undefined) return safe`starting`
  if (isOpening(state)) return safe`loading session`
  return state.listing.state === 'asking' ? safe`asking for sessions` : safe`opening session`
}

/** Whether an earlier session is being loaded. */
function isOpening({ sessions }: AppState): boolean {
  for (const { phase } of sessions.values()) if (phase === 'opening') return true
  return false
}

function lostWords(link: Extract<Link, { state: 'reconnecting' }>, frame: HeaderFrame): SafeText {
  const isNarrow = frame.columns < 72
  const dot = safe` ${glyphs(frame.theme).dot} `
  const attempt = Math.min(link.attempt, 9999)
  if (link.nextAtMs === null)
    return isNarrow ? safe`lost${dot}connecting` : safe`lost${dot}connecting${dot}attempt ${attempt}`
  const seconds = Math.max(0, Math.ceil((link.nextAtMs - frame.nowMs) / 1000))
  return isNarrow ? safe`lost${dot}${seconds}s` : safe`lost${dot}next attempt (${attempt}) in ${seconds} s`
}

function turnWords(session: Session, frame: HeaderFrame): Row {
  const { turn } = session
  const { theme, nowMs } = frame
  const isNarrow = frame.columns < 60
  switch (turn.state) {
    case 'not-asked':
      return paint(theme, 'dim', safe`ready`)
    case 'working': {
      const signs = glyphs(theme).working
      const word = turn.isCancelling ? safe`cancelling` : safe`working`
      const work = turnWork(session, nowMs)
      const tick = frame.isAnimated ? Math.floor((work?.workedMs ?? nowMs) / 1000) % signs.length : 0
      const time = isNarrow || work === null ? safe`` : safe` ${workWords(work, theme)}`
      return row(
        paint(theme, 'accent', safe`${word}${time}`),
        safe` `,
        paint(theme, 'accent', signs[tick] ?? safe``),
      )
    }
    case 'ended': {
      if (isAtWork(session))
        return paint(theme, 'accent', isNarrow ? safe`sub-agents` : safe`sub-agents at work`)
      const words = turnOutcomeWords(turn.outcome)
      const time =
        isNarrow || turn.outcome.kind === 'lost' || turn.took === null
          ? safe``
          : safe` after ${tookWords(turn.took, theme)}`
      return paint(theme, words.role, safe`${words.text}${time}`)
    }
  }
}

interface Words {
  readonly text: SafeText
  readonly role: Role
}

/** How a turn ended, in one or two words. */
function turnOutcomeWords(outcome: TurnOutcome): Words {
  switch (outcome.kind) {
    case 'failed':
      return { text: safe`turn failed`, role: 'bad' }
    case 'lost':
      return { text: safe`agent stopped`, role: 'bad' }
    case 'stopped': {
      const unknown = cutLine(outcome.stopReason, 24)
      return stopReasons.get(outcome.stopReason) ?? { text: unknown, role: 'warning' }
    }
  }
}

/** https://agentclientprotocol.com/protocol/prompt-turn#stop-reasons */
const stopReasons: ReadonlyMap<string, Words> = new Map([
  ['end_turn', { text: safe`idle`, role: 'dim' }],
  ['cancelled', { text: safe`cancelled`, role: 'warning' }],
  ['refusal', { text: safe`refused`, role: 'warning' }],
  ['max_tokens', { text: safe`token limit`, role: 'warning' }],
  ['max_turn_requests', { text: safe`request limit`, role: 'warning' }],
])

export interface ModeWord {
  readonly text: SafeText
  readonly isDangerous: boolean
}

/** The modes of a session that are not the default, or act without asking. */
export function modeWords(session: Session): readonly ModeWord[] {
  const { modes, configOptions } = session
  const words: ModeWord[] = []
  const untold = (name: string, value: string): boolean => isUntold(session, { name, value })
  if (modes !== null && !hasModeOption(session))
    words.push(...currentModeWord(modes.current, modes.available, dangerOfCurrentMode(modes), untold))
  for (const option of configOptions)
    if (option.type === 'select' && isModeCategory(option.category))
      words.push(
        ...currentModeWord(
          option.value,
          option.choices.map(({ value, name }) => ({ id: value, name })),
          dangerOfValue(option, option.value),
          untold,
        ),
      )
  return words
}

/** `mode`, and categories of agents (`collaboration_mode`). */
function isModeCategory(category: string | null): boolean {
  return category !== null && /(?:^|_)mode$/.test(category)
}

/** Ids of default modes: codex starts in `agent`, the third of its list. */
const usualIds: readonly string[] = ['default', 'agent']

/** The default mode has a known id, or is the first one. */
function currentModeWord(
  current: string,
  available: readonly { readonly id: string; readonly name: string }[],
  danger: Danger | null,
  untold: (name: string, value: string) => boolean,
): readonly ModeWord[] {
  const usual = usualIds.find((id) => available.some((each) => each.id === id))
  const isTold = danger === 'everything' || (danger !== null && usual === undefined)
  if (current === (usual ?? available[0]?.id) && !isTold) return []
  const name = available.find(({ id }) => id === current)?.name ?? ''
  if (untold(name, current)) return [{ text: safe`mode not told`, isDangerous: false }]
  const shown = asMode(name.trim() === '' ? current : name)
  return [{ text: cutLine(shown, 20), isDangerous: danger !== null }]
}

/** Adds the word "mode" to a short name. */
function asMode(name: string): string {
  return name.length > 10 || /mode/i.test(name) ? name : `${name} mode`
}
