import { sessionOf, type AppEvent } from '../../app/state/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { activityOf } from '../../app/state/session-map.ts'
import { isBack, silentSince, type Link } from '../../app/state/link.ts'
import type { Session } from '../../app/state/session.ts'
import type { ConfigOption } from '../../protocol/session/session-settings.ts'
import type {
  JsonChild,
  JsonConfigOption,
  JsonSession,
  JsonSessionEvent,
  JsonSettings,
  JsonFound,
} from '../schema/session-lines.ts'
import { childChanges, type ChildChange } from '../changes/event-words.ts'
import type { SurveyedSession } from '../../app/state/observed.ts'

/** The states before and after an event, and the time of its lines. */
export interface JsonMoment {
  readonly atMs: number | null
  readonly after: AppState
  readonly before: AppState
}

/** The lines of an event about sessions: their lifecycle, settings, commands and usage. */
export function sessionEvents(event: AppEvent, moment: JsonMoment): readonly JsonSessionEvent[] {
  // Settings from before are void, like everything else, until the session is open.
  const sessionId = event.type === 'session-opening' ? null : sessionOf(event)
  return [
    ...lifecycleEvents(event, moment),
    ...childChanges(event, moment.after, moment.before).map((change) => jsonChild(change, moment)),
    ...goalEvents(event, moment),
    ...compactionEvents(event, moment),
    ...(sessionId === null ? [] : factEvents(sessionId, event.type === 'session-opened', moment)),
  ]
}

function lifecycleEvents(event: AppEvent, { atMs, after, before }: JsonMoment): readonly JsonSessionEvent[] {
  const line = (id: string, state: JsonSession['state'], more: Partial<JsonSession> = {}): JsonSession => {
    const title = (after.sessions.get(id) ?? before.sessions.get(id))?.title ?? null
    return { type: 'session', atMs, session: id, title, ...(state === undefined ? {} : { state }), ...more }
  }
  switch (event.type) {
    case 'session-opening':
      return [line(event.sessionId, 'opening', { how: event.how })]
    case 'session-opened':
      return [line(event.sessionId, 'open', { how: event.how })]
    case 'session-not-opened':
      return [{ type: 'session-not-opened', atMs, session: event.sessionId, message: event.message }]
    case 'session-selected':
      return after.currentSessionId === before.currentSessionId ? [] : [line(event.sessionId, 'current')]
    case 'session-closed':
      return [line(event.sessionId, event.wasDeleted ? 'deleted' : 'closed')]
    case 'session-updated': {
      const { sessionId, update } = event
      if (update.type === 'session-titled')
        return after.sessions.get(sessionId)?.title === before.sessions.get(sessionId)?.title
          ? []
          : [line(sessionId, undefined)]
      if (update.type !== 'subagent') return []
      const child = after.sessions.get(update.childSessionId)
      const was = before.sessions.get(update.childSessionId)
      if (child === undefined || child.subagent === null) return []
      const { parentId, description } = child.subagent
      const isSame = parentId === was?.subagent?.parentId && description === was.subagent.description
      if (isSame && child.title === was?.title) return []
      return [line(child.id, 'reported', { parent: parentId, description })]
    }
    default:
      return []
  }
}

/** The settings, commands and usage of a session: when they changed, and when it opens with any. */
function factEvents(
  sessionId: string,
  hasOpened: boolean,
  { atMs, after, before }: JsonMoment,
): readonly JsonSessionEvent[] {
  const now = after.sessions.get(sessionId)
  const was = before.sessions.get(sessionId)
  if (now === undefined || now === was) return []
  const events: JsonSessionEvent[] = []
  const same = { atMs, session: sessionId }
  const hasSettings = now.modes !== null || now.configOptions.length > 0
  const hasChanged =
    now.modes !== (was?.modes ?? null) ||
    (was !== undefined &&
      (now.configOptions !== was.configOptions || now.untoldMode?.hasGoneOn !== was.untoldMode?.hasGoneOn))
  if (hasSettings && (hasOpened || hasChanged)) events.push(settings(now, atMs))
  const isOtherCommands = hasOpened ? now.commands.length > 0 : now.commands !== was?.commands
  if (isOtherCommands && (was !== undefined || now.commands.length > 0))
    events.push({ type: 'commands', ...same, commands: now.commands })
  if (now.usage !== null && now.usage !== was?.usage) events.push({ type: 'usage', ...same, ...now.usage })
  return events
}

function jsonChild({ sessionId: session, child }: ChildChange, { atMs, after }: JsonMoment): JsonChild {
  const { id, isSubagent, title, doing, begun, session: own } = child
  const plans = after.sessions.get(session)?.plans
  return {
    type: 'child',
    atMs,
    session,
    id,
    kind: isSubagent ? 'sub-agent' : 'task',
    title,
    hasSession: own !== null,
    state: doing.state,
    waitsFor: doing.state === 'waiting' ? doing.what : null,
    stopReason: doing.state === 'ended' ? doing.how : null,
    ...(doing.state === 'ended' && doing.why !== '' ? { error: doing.why } : {}),
    begunIn: begun.plans
      .filter(({ key }) => plans?.has(key) === true)
      .map(({ key, steps }) => ({ plan: key, steps })),
  }
}

function goalEvents(event: AppEvent, { atMs, after, before }: JsonMoment): readonly JsonSessionEvent[] {
  if (event.type !== 'session-updated' || event.update.type !== 'goal') return []
  const { sessionId: session } = event
  const goal = after.sessions.get(session)?.goal ?? null
  return goal === (before.sessions.get(session)?.goal ?? null) ? [] : [{ type: 'goal', atMs, session, goal }]
}

/** A compaction, when it began and whenever an update changed it. */
function compactionEvents(event: AppEvent, { atMs, after, before }: JsonMoment): readonly JsonSessionEvent[] {
  if (event.type !== 'session-updated' || event.update.type !== 'compaction') return []
  const { sessionId, update } = event
  const now = activityOf(after.sessions.get(sessionId), 'compaction', update.compactionId)
  const was = activityOf(before.sessions.get(sessionId), 'compaction', update.compactionId)
  if (now === null || now === was) return []
  const { id, status, summary, error } = now
  return [{ type: 'compaction', atMs, session: sessionId, id, status, summary, error }]
}

function settings({ id, modes, configOptions, untoldMode }: Session, atMs: number | null): JsonSettings {
  return {
    type: 'settings',
    atMs,
    session: id,
    mode: modes?.current ?? null,
    ...(untoldMode?.hasGoneOn === true ? { isModeUntold: true } : {}),
    modes: (modes?.available ?? []).map((mode) => ({ id: mode.id, name: mode.name })),
    options: configOptions.map(jsonOption),
  }
}

function jsonOption(option: ConfigOption): JsonConfigOption {
  const { id, name, category, type } = option
  const same = { id, name, category, type }
  switch (option.type) {
    case 'select': {
      const choices = option.choices.map((choice) => ({ value: choice.value, name: choice.name }))
      return { ...same, value: option.value, choices }
    }
    case 'boolean':
      return { ...same, value: option.value }
    case 'other':
      return { ...same, value: option.value ?? null }
  }
}

/** The lines of a change of the connection. Its end has none: the `end` line of the run has it. */
export function linkEvents(link: Link, before: Link, atMs: number | null): readonly JsonSessionEvent[] {
  switch (link.state) {
    case 'reconnecting': {
      if (link.nextAtMs === null) return []
      const retryInMs = Math.max(0, Math.round(link.nextAtMs - (atMs ?? link.sinceMs)))
      const { attempt, cause } = link
      return [{ type: 'connection', atMs, state: 'lost', attempt, retryInMs, cause }]
    }
    case 'open':
      if (silentSince(link) !== null) return [{ type: 'connection', atMs, state: 'silent' }]
      return isBack(before) ? [{ type: 'connection', atMs, state: 'back' }] : []
    case 'wants-login': {
      const methods = link.methods.map(({ id, name, how }) => ({ id, name, type: how.type }))
      const same = { type: 'login', atMs, methods } as const
      if (link.trying !== null) return [{ ...same, state: 'trying', method: link.trying }]
      return [
        link.failure === null
          ? { ...same, state: 'wanted' }
          : { ...same, state: 'failed', message: link.failure },
      ]
    }
    case 'starting':
    case 'shaking-hands':
    case 'ended':
      return []
  }
}

/** The line of a session of another program. */
export function jsonFound({ session, isInferred, summary }: SurveyedSession): JsonFound {
  const { host, kind, id, path, pid, agent, folder, label, changedAtMs } = session
  return {
    type: 'found',
    atMs: 0,
    host: host ?? null,
    kind,
    id,
    path,
    pid,
    agent,
    folder,
    label,
    changedAt: new Date(changedAtMs).toISOString(),
    inferred: isInferred,
    doing: summary?.doing ?? null,
    about: summary?.about ?? null,
    plan: summary?.plan ?? null,
  }
}
