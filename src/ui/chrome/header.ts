import { isOpening } from '../state/session-family.ts'
import { currentSession, hasUnsent, type AppState } from '../../app/state/app-state.ts'
import { linkEndLabel } from '../../app/words/link.ts'
import type { Observed } from '../../app/state/observed.ts'
import { silentSince, type Link } from '../../app/state/link.ts'
import { hasPlanToolsSet } from '../../app/plan-advice/plan-advice.ts'
import { openQuestion } from '../../app/state/question.ts'
import { goesOnUnasked } from '../../app/state/children.ts'
import { isAtWork, turnWork } from '../../app/state/session-clock.ts'
import { cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import { glyphs } from '../paint/glyphs.ts'
import { tookWords, workWords } from '../rows/progress-bar.ts'
import { textOf } from '../rows/lay-rows.ts'
import { blank, gap, part, type Bar, type Part } from '../rows/row-form.ts'
import { nextCoarse, nextSecond, secondBefore, untilSecond } from '../state/timing.ts'
import type { TurnOutcome } from '../../app/state/app-event.ts'
import { counted } from '../../lib/text/wording.ts'
import { isBlankText, safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { isPlanningSwitch, isUntold } from '../../app/state/planning.ts'
import type { Session } from '../../app/state/session.ts'
import { dangerOfCurrentMode, dangerOfValue, type Danger } from '../../app/risk/danger.ts'
import { hasModeOption } from '../pickers/settings-picker.ts'
import type { Look, TimedLook } from '../paint/look.ts'
import { silenceWords, waitsForItsUser } from '../../app/words/session.ts'

/** What the user has said how this run is shown. */
export interface HeaderOptions {
  readonly isAnimated: boolean
  /** The title for this run, shown instead of the session's title. */
  readonly title: string | null
}

/** All of the state that the header tells: as long as these are the same (`Object.is`), so is the header, but for the time. */
export function headerInputs(state: AppState): readonly unknown[] {
  const { agent, link, observed, problemCount: problems, listing } = state
  const run = [agent, link, observed, problems, listing, hasUnsent(state), hasPlanToolsSet(state)]
  const session = currentSession(state)
  const open = [openQuestion(state) === null, isOpening(state)]
  if (session === null) return [...run, ...open]
  const { title, turn, clock, modes: ofSession, configOptions, held, untoldMode } = session
  return [...run, ...open, title, turn, clock, ofSession, configOptions, held, untoldMode]
}

/** The agent, its version and the session at the left; the state of the turn at the right. */
export function headerBar(state: AppState, options: HeaderOptions, look: TimedLook): Bar {
  const { columns } = look
  const what = problemCount(state, columns)
  const doing = [...stateOf(state, options.isAnimated, look), blank]
  const modesRoom = columns - displayWidth(textOf([...what, ...doing])) - nameKept
  const right = [...what, ...modes(state, columns, modesRoom), ...doing]
  const room = columns - displayWidth(textOf(right)) - 3
  return {
    form: 'bar',
    left: [blank, ...identity(state, options.title, { look, room })],
    right,
  }
}

function identity(
  state: AppState,
  title: string | null,
  { look, room }: { readonly look: Look; readonly room: number },
): readonly Part[] {
  const dot = safe` ${glyphs(look.theme).dot} `
  const name = safe`${agentName(state)}${elsewhere(state)}`
  const parts: Part[] = [part('strong', cutToWidth(name, room))]
  let used = displayWidth(name)
  for (const { text: whole, role } of detailsThatFit(state, title, room - used - dot.length)) {
    const left = room - used - dot.length
    if (left < 4) break
    const text = cutToWidth(whole, left)
    parts.push(part('dim', dot), part(role, text))
    used += dot.length + displayWidth(text)
  }
  return parts
}

/** Version, protocol, whether plans were switched on, and title: what would cut the title is omitted. */
function detailsThatFit(state: AppState, ownTitle: string | null, room: number): readonly Part[] {
  const { agent } = state
  const title = ownTitle ?? currentSession(state)?.title ?? ''
  const version = agent?.version ?? ''
  const last = title.trim() === '' ? [] : [part('normal', shownLine(title))]
  const numbers: Part[] = []
  if (version.trim() !== '') numbers.push(part('dim', safeLine(version.slice(0, 20))))
  if (agent !== null && agent.protocolVersion > 0)
    numbers.push(part('dim', safe`ACP v${agent.protocolVersion}`))
  if (hasPlanToolsSet(state)) numbers.push(part('dim', safe`plan tools set`))
  while (numbers.length > 0 && widthOf([...numbers, ...last]) > room) numbers.pop()
  return [...numbers, ...last]
}

function widthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { text }) => sum + displayWidth(text) + 3, -3)
}

function agentName(state: AppState): SafeText {
  const { observed } = state
  const [first, ...more] = observed?.shown ?? []
  if (observed !== null && (first === undefined || more.length > 0))
    return observed.found?.offers === undefined ? safe`attach` : safe`acp-plan-tui`
  if (state.agent === null && first !== undefined) return shownLine(first.session.agent)
  if (state.agent === null) return safe`acp-plan-tui`
  // A package name says more without its scope, but for `@factory/cli`.
  const name = safeLine(state.agent.name.replace(/^@[^/]+\//, '').slice(0, 200))
  const title = safeLine((state.agent.title ?? '').slice(0, 200))
  if (!isBlankText(title) && (isBlankText(name) || /^(?:acp|agent|cli)$/i.test(name))) return title
  return isBlankText(name) ? safe`agent` : name
}

/** The other machine that the one session which is shown is on. */
function elsewhere({ observed }: AppState): SafeText {
  const [first, ...more] = observed?.shown ?? []
  const host = more.length === 0 ? first?.session.host : undefined
  return host === undefined ? safe`` : safe` on ${shownLine(host)}`
}

function problemCount({ problemCount: count }: AppState, columns: number): readonly Part[] {
  if (count === 0) return []
  const word = columns < 60 ? safe`!${count}` : safe`! ${counted(count, 'problem')}`
  return [part('warning', word), gap(2)]
}

/** Columns that are reserved for the agent's name. */
const nameKept = 12

/** The modes that are not the default, as many as fit; on a narrow screen only dangerous ones. */
function modes(state: AppState, columns: number, room: number): readonly Part[] {
  const session = currentSession(state)
  if (session === null || state.link.state !== 'open') return []
  const pieces: Part[] = []
  let left = room
  for (const { text, isDangerous } of modeWords(session)) {
    if (!isDangerous && columns < 60) continue
    const word = isDangerous ? safe`! ${columns < 60 ? cutToWidth(text, 10) : text}` : text
    left -= displayWidth(word) + 2
    if (left < 0) break
    pieces.push(part(isDangerous ? 'bad' : 'accent', word), gap(2))
  }
  return pieces
}

function stateOf(state: AppState, isAnimated: boolean, look: TimedLook): readonly Part[] {
  const { waiting } = glyphs(look.theme)
  const session = currentSession(state)
  const isAsked = openQuestion(state) !== null
  if (state.observed !== null && session === null)
    return [part('dim', observedWords(state.observed, isAsked))]
  switch (state.link.state) {
    case 'starting':
      return [part('dim', safe`starting`)]
    case 'shaking-hands':
      return [part('dim', openingWords(state, state.link))]
    case 'wants-login':
      return [part('warning', state.link.trying === null ? safe`wants a login ${waiting}` : safe`logging in`)]
    case 'reconnecting':
      return [lostPart(state.link, look)]
    case 'ended':
      return [part('bad', safeLine(linkEndLabel(state.link.end)))]
    case 'open': {
      const silentSinceMs = silentSince(state.link)
      if (silentSinceMs !== null)
        return [
          part('warning', silenceWords(look.nowMs - silentSinceMs), {
            untilMs: nextCoarse(silentSinceMs, look.nowMs),
          }),
        ]
      if (isAsked) {
        const whom = state.observed === null ? safe`you` : safe`its user`
        return [part('warning', safe`waits for ${whom} ${waiting}`)]
      }
      if (isOpening(state)) return [part('accent', safe`loading session`)]
      if (session === null) return [part('dim', safe`no session`)]
      if (session.turn.state === 'working' || !hasUnsent(state)) return turnParts(session, isAnimated, look)
      // Until the user has chosen what could not be set, or sends what was queued behind a turn that was lost.
      if (session.held !== null) return [part('warning', safe`waits for you ${waiting}`)]
      return session.turn.state === 'ended'
        ? turnParts(session, isAnimated, look)
        : [part('dim', safe`preparing session`)]
    }
  }
}

/** How many sessions are listed or shown, and whether one of them waits. */
function observedWords({ found, shown }: Observed, asks: boolean): SafeText {
  if (shown.length > 1) return asks ? safe`one waits` : safe`${shown.length} sessions`
  if (shown.length === 1) return asks ? waitsForItsUser : safe`observing`
  const waiting = found?.sessions.filter(({ summary }) => summary?.doing === 'waits').length ?? 0
  const count = found?.sessions.length ?? 0
  const what = found?.offers === undefined ? safe`${count} found` : counted(count, 'session')
  return waiting === 0 ? what : safe`${what}, ${waiting} ${waiting === 1 ? safe`waits` : safe`wait`}`
}

/** What has to happen before prompts can be sent. */
function openingWords(state: AppState, link: Extract<Link, { state: 'shaking-hands' }>): SafeText {
  if (link.greetedAtMs === undefined) return safe`starting`
  if (isOpening(state)) return safe`loading session`
  return state.listing.state === 'asking' ? safe`asking for sessions` : safe`opening session`
}

function lostPart(
  { attempt, nextAtMs }: Extract<Link, { state: 'reconnecting' }>,
  { theme, columns, nowMs }: TimedLook,
): Part {
  const isNarrow = columns < 72
  const dot = safe` ${glyphs(theme).dot} `
  const count = Math.min(attempt, 9999)
  if (nextAtMs === null) {
    const words = safe`lost${dot}connecting`
    return part('warning', isNarrow ? words : safe`${words}${dot}attempt ${count}`)
  }
  const seconds = Math.max(0, Math.ceil((nextAtMs - nowMs) / 1000))
  const words = isNarrow
    ? safe`lost${dot}${seconds}s`
    : safe`lost${dot}next attempt (${count}) in ${seconds} s`
  return part('warning', words, nextAtMs > nowMs ? { untilMs: secondBefore(nextAtMs, nowMs) } : {})
}

function turnParts(
  session: Session,
  isAnimated: boolean,
  { theme, columns, nowMs }: TimedLook,
): readonly Part[] {
  const { turn } = session
  const isNarrow = columns < 60
  switch (turn.state) {
    case 'not-asked':
      return [part('dim', safe`ready`)]
    case 'working': {
      const signs = glyphs(theme).working
      const word = turn.isCancelling ? safe`cancelling` : safe`working`
      const work = turnWork(session, nowMs)
      const tick = isAnimated ? Math.floor((work?.workedMs ?? nowMs) / 1000) % signs.length : 0
      const time = isNarrow || work === null ? safe`` : safe` ${workWords(work, theme)}`
      const isRunning = work !== null && session.clock.state === 'working'
      // Without a clock the sign turns with the seconds of the run.
      const isTurning = isAnimated && work === null
      const untilMs = isRunning ? nowMs + untilSecond(work.workedMs) : nextSecond(0, nowMs)
      const ends = isRunning || isTurning ? { untilMs } : {}
      return [part('accent', safe`${word}${time}`, ends), blank, part('accent', signs[tick] ?? safe``)]
    }
    case 'ended': {
      if (isAtWork(session)) {
        if (goesOnUnasked(session))
          return [part('accent', isNarrow ? safe`goes on` : safe`goes on by itself`)]
        return [part('accent', isNarrow ? safe`sub-agents` : safe`sub-agents at work`)]
      }
      const { role, text } = turnOutcomeWords(turn.outcome)
      const time =
        isNarrow || turn.outcome.kind === 'lost' || turn.took === null
          ? safe``
          : safe` after ${tookWords(turn.took, theme)}`
      return [part(role, safe`${text}${time}`)]
    }
  }
}

function turnOutcomeWords(outcome: TurnOutcome): Part {
  switch (outcome.kind) {
    case 'failed':
      return part('bad', safe`turn failed`)
    case 'lost':
      return part('bad', safe`agent stopped`)
    case 'stopped':
      return stopReasons.get(outcome.stopReason) ?? part('warning', cutLine(outcome.stopReason, 24))
  }
}

/** https://agentclientprotocol.com/protocol/prompt-turn#stop-reasons */
const stopReasons: ReadonlyMap<string, Part> = new Map([
  ['end_turn', part('dim', safe`idle`)],
  ['cancelled', part('warning', safe`cancelled`)],
  ['refusal', part('warning', safe`refused`)],
  ['max_tokens', part('warning', safe`token limit`)],
  ['max_turn_requests', part('warning', safe`request limit`)],
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
  for (const option of configOptions) {
    if (isPlanningSwitch(option) && option.value)
      words.push(...currentModeWord(option.id, [switchedOff, option], null, untold))
    if (option.type === 'select' && isModeCategory(option.category))
      words.push(
        ...currentModeWord(
          option.value,
          option.choices.map(({ value, name }) => ({ id: value, name })),
          dangerOfValue(option, option.value),
          untold,
        ),
      )
  }
  return words
}

const switchedOff = { id: '', name: '' }

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

function asMode(name: string): string {
  return name.length > 10 || /mode/i.test(name) ? name : `${name} mode`
}
