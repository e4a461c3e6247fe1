/** The names of sessions, how they open and what they are set to, what their sub-agents do, and that their context is compacted. */
import { shortTime } from '../../lib/text/duration.ts'
import { isBlankText, safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import type { ConfigOption, SessionModes } from '../../protocol/session/session-settings.ts'
import { dangerOfCurrentMode, dangerOfValue, dangerousSettingWords, type Danger } from '../risk/danger.ts'
import type { EventOf } from '../state/app-event.ts'
import type { AppState } from '../state/app-state.ts'
import type { Child } from '../state/children.ts'
import type { Compaction, Session } from '../state/session.ts'

export const noSession = safe`There is no session.`
export const noSessionOpen = safe`No session is open.`
/** Of an agent of another program. */
export const waitsForItsUser = safe`waits for its user`

/** Of an agent that may have ended: how long nothing has come from it. */
export function silenceWords(ms: number): SafeText {
  return safe`nothing for ${shortTime(ms, 'unit')}`
}

/** That a folder with sessions of other programs is closed to this user. */
export function closedFolderWords(folder: string): SafeText {
  return safe`${shownLine(folder)} cannot be read: its sessions are not listed. Give your user the right to read it, or use the account that it belongs to.`
}

/** Why what is meant for the agent goes nowhere. */
export const onlyObserved = safe`Observing: nothing can be sent to this agent.`
export const onlyRecorded = safe`This is a recording: nothing can be sent.`

/** A session's name for people: its title, else what a sub-agent is to do, else its first prompt that is kept, else the beginning of its id. */
export function sessionName(session: Session): SafeText {
  const title = firstLine(session.title ?? '')
  if (title !== '') return title
  const task = firstLine(session.subagent?.description ?? '')
  if (task !== '') return task
  for (const item of session.activity.items)
    if (item.type === 'said' && item.who === 'user') {
      const name = firstLine(item.text)
      if (name !== '') return name
    }
  return namedById(session.id)
}

/** The same for a session that may only be listed, or not be known. */
export function sessionNameOf({ sessions, listing }: AppState, id: string): SafeText {
  const session = sessions.get(id)
  if (session !== undefined) return sessionName(session)
  const listed = listing.state === 'not-asked' ? undefined : listing.sessions.find((each) => each.id === id)
  const title = firstLine(listed?.title ?? '')
  return title === '' ? namedById(id) : title
}

/** The name of a session of which nothing is known but its id. */
export function namedById(id: string): SafeText {
  return isBlankText(id) ? safe`session without an id` : safe`session ${shortId(id)}`
}

/** Distinct names for several sessions, by id: equal names get the short id in front, or the end of the id if the short ones are equal too. */
export function sessionNames(sessions: Iterable<Session>): ReadonlyMap<string, SafeText> {
  const names = new Map<string, SafeText>()
  const byName = new Map<SafeText, string[]>()
  for (const session of sessions) {
    const name = sessionName(session)
    names.set(session.id, name)
    const same = byName.get(name)
    if (same === undefined) byName.set(name, [session.id])
    else same.push(session.id)
  }
  for (const [name, ids] of byName) {
    if (ids.length === 1) continue
    const isTold = new Set(ids.map(shortId)).size === ids.length
    for (const id of ids) {
      const told = isTold ? shortId(id) : safeLine(id.slice(-8))
      names.set(id, name === namedById(id) ? safe`session ${told}` : safe`${told} ${name}`)
    }
  }
  return names
}

/** The part of an id that distinguishes sessions. */
export function shortId(id: string): SafeText {
  const bare = id.slice(0, 200).replace(/^(?:session|sess|ses)[-_]/i, '')
  // UUIDs of version 7 begin with the time, and differ at the end.
  return safeLine(/^[0-9a-f]{8}-[0-9a-f]{4}-7/i.test(bare) ? bare.slice(-8) : bare.slice(0, 8))
}

/** The first line of a text; '' for the tagged context that agents put into prompts (`<session_context>`). */
function firstLine(raw: string): SafeText {
  const line = raw.slice(0, 2000).trim().split('\n')[0] ?? ''
  return /^<[\w-]+>/.test(line) ? safe`` : (shownLine(line).trim() as SafeText)
}

/** What a sub-agent or a task is doing. `asked`: who has to answer it. Raw. */
export function childWords({ doing }: Pick<Child, 'doing'>, asked: string): string {
  switch (doing.state) {
    case 'running':
      return 'running'
    case 'waiting':
      return doing.what === null ? 'waits for an answer' : `waits for ${asked}: ${doing.what}`
    case 'ended':
      if (doing.how === null) return 'not heard of since the turn ended'
      return (
        (endWords.get(doing.how) ?? `ended: ${doing.how.replaceAll('_', ' ')}`) +
        (doing.why === '' ? '' : `: ${doing.why}`)
      )
  }
}

const endWords: ReadonlyMap<string, string> = new Map([
  ['', 'ended'],
  ['end_turn', 'ended'],
  ['completed', 'ended'],
  ['cancelled', 'cancelled'],
  ['lost', 'lost with the agent'],
  ['failed', 'failed'],
])

/** What a compaction does or did, as a sentence without its summary. Raw text. */
export function compactionText({ status, error }: Pick<Compaction, 'status' | 'error'>): string {
  const why = error === '' ? '' : `: ${error}`
  switch (status) {
    case 'in_progress':
      return `the agent is compacting its context${why}`
    case 'completed':
      return `the agent has compacted its context${why}`
    case 'failed':
      return `the agent could not compact its context${why}`
    case 'cancelled':
      return `compacting the context was cancelled${why}`
    default:
      return `the agent reports “${status.slice(0, 100)}” about compacting its context${why}`
  }
}

type OpeningEvent = EventOf<'session-opening' | 'session-opened' | 'session-not-opened'>

/** A line for the opening of a session. Raw. */
export function openingWords(event: OpeningEvent): string {
  switch (event.type) {
    case 'session-opening':
      return `session: ${event.sessionId} is being ${event.how}`
    case 'session-opened':
      return `session: ${event.sessionId}${event.how === 'new' ? '' : ` (${event.how})`}`
    case 'session-not-opened':
      return event.sessionId === null
        ? `no new session: ${event.message}`
        : `session ${event.sessionId} was not opened: ${event.message}`
  }
}

/** A line for each change of mode and options. Raw. */
export function settingWords(after: Session | undefined, before: Session | undefined): readonly string[] {
  if (after === undefined || before === undefined) return []
  // Agents with modes also send them as an option, for clients that support only options.
  const options = after.configOptions.filter(({ category }) => after.modes === null || category !== 'mode')
  return [
    ...modeWords(after.modes, before.modes),
    ...(after.configOptions === before.configOptions ? [] : optionWords(options, before.configOptions)),
  ]
}

function modeWords(after: SessionModes | null, before: SessionModes | null): readonly string[] {
  if (after === null || before === null || after.current === before.current) return []
  const mode = after.available.find(({ id }) => id === after.current)
  return [`mode: ${mode?.name ?? after.current}${dangerWords(dangerOfCurrentMode(after))}`]
}

function dangerNow(option: ConfigOption): Danger | null {
  return option.type === 'other' ? null : dangerOfValue(option, option.value)
}

/** Follows the name of a mode or a value. */
export function dangerWords(danger: Danger | null): string {
  return danger === null ? '' : ` (${dangerousSettingWords[danger]})`
}

const optionsSaid = 20

function optionWords(after: readonly ConfigOption[], before: readonly ConfigOption[]): readonly string[] {
  const was = new Map(before.map((option) => [option.id, option]))
  return after
    .filter((option) => {
      const old = was.get(option.id)
      return old !== undefined && option.type !== 'other' && option.value !== old.value
    })
    .slice(0, optionsSaid)
    .map((option) => `${option.name || option.id}: ${optionValue(option)}${dangerWords(dangerNow(option))}`)
}

/** An option's value for display. Raw. */
export function optionValue(option: ConfigOption): string {
  switch (option.type) {
    case 'select':
      return option.choices.find(({ value }) => value === option.value)?.name ?? option.value
    case 'boolean':
      return option.value ? 'on' : 'off'
    case 'other':
      return `of the type ${option.valueType}`
  }
}
