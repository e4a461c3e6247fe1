import { isObject, stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import type { AppEvent, TurnOutcome } from '../app-event.ts'
import type { ElicitationAnswer, FieldValue } from '../state/elicitation.ts'
import type { PermissionAnswer } from '../state/permission.ts'
import type { ProposalOutcome } from '../state/proposal.ts'
import type { EventNote } from './schema/note.ts'
import { readAgentNote, readLinkNote, readPlanToolsNote } from './read-link-note.ts'
import { among, numberAt, textOrNull } from './note-fields.ts'

/**
 * The event in a note, at the record's time; null if it is malformed, or newer than this program. Never throws:
 * traces are untrusted.
 */
export function readNote(note: JsonObject, atMs: number): AppEvent | null {
  const event = readEvent(note)
  return event === null ? null : { ...event, atMs }
}

function readEvent(note: JsonObject): EventNote | null {
  const type = stringAt(note, 'type')
  switch (type) {
    case 'link-changed': {
      const link = readLinkNote(note['link'])
      return link === null ? null : { type, link }
    }
    case 'agent-described': {
      const agent = readAgentNote(note['agent'])
      return agent === null ? null : { type, agent }
    }
    case 'plan-tools-told': {
      const planTools = readPlanToolsNote(note['planTools'])
      return planTools === null ? null : { type, planTools }
    }
    case 'sessions-listed': {
      const listing = readListing(note['listing'])
      return listing === null ? null : { type, listing }
    }
    case 'permission-answered': {
      const key = numberAt(note, 'key')
      const answer = readPermissionAnswer(note['answer'])
      return key === null || answer === null ? null : { type, key, answer }
    }
    case 'elicitation-answered': {
      const key = numberAt(note, 'key')
      const answer = readElicitationAnswer(note['answer'])
      return key === null || answer === null ? null : { type, key, answer }
    }
    case 'remarked': {
      const text = stringAt(note, 'text')
      return text === undefined ? null : { type, text }
    }
    case 'queue-moved': {
      const from = textOrNull(note, 'from')
      const to = stringAt(note, 'to')
      return from === undefined || to === undefined ? null : { type, from, to }
    }
    default:
      return readSessionNote(note)
  }
}

/** Notes about one session. */
function readSessionNote(note: JsonObject): EventNote | null {
  const type = stringAt(note, 'type')
  const sessionId = textOrNull(note, 'sessionId')
  if (sessionId === undefined) return null
  switch (type) {
    case 'session-not-opened': {
      const message = stringAt(note, 'message')
      return message === undefined ? null : { type, sessionId, message }
    }
    case 'prompt-queued': {
      const text = stringAt(note, 'text')
      const place = numberAt(note, 'place')
      return text === undefined || place === null ? null : { type, sessionId, text, place }
    }
    case 'prompts-withdrawn': {
      const count = numberAt(note, 'count')
      return count === null ? null : { type, sessionId, count }
    }
    case 'file-accessed': {
      const access = among(note['access'], ['read', 'write'])
      const path = stringAt(note, 'path')
      const error = textOrNull(note, 'error')
      return access === null || path === undefined || error === undefined
        ? null
        : { type, sessionId, access, path, error }
    }
    default:
      return sessionId === null ? null : readNamedSessionNote(note, sessionId)
  }
}

function readNamedSessionNote(note: JsonObject, sessionId: string): EventNote | null {
  const type = stringAt(note, 'type')
  switch (type) {
    case 'session-opening': {
      const how = among(note['how'], ['loaded', 'resumed'])
      return how === null ? null : { type, sessionId, how }
    }
    case 'session-held': {
      const message = stringAt(note, 'message')
      return message === undefined ? null : { type, sessionId, message }
    }
    case 'session-selected':
    case 'session-released':
    case 'turn-cancelled':
      return { type, sessionId }
    case 'session-closed':
      return { type, sessionId, wasDeleted: note['wasDeleted'] === true }
    case 'prompt-sent': {
      const text = stringAt(note, 'text')
      return text === undefined ? null : { type, sessionId, text, wasQueued: note['wasQueued'] === true }
    }
    case 'turn-ended': {
      const outcome = readTurnOutcome(note['outcome'])
      return outcome === null ? null : { type, sessionId, outcome }
    }
    case 'proposal-answered': {
      const outcome = readProposalOutcome(note['outcome'])
      return outcome === null ? null : { type, sessionId, outcome }
    }
    default:
      return null
  }
}

type NotedListing = Extract<EventNote, { type: 'sessions-listed' }>['listing']

/** Only listings without sessions are noted. */
function readListing(value: unknown): NotedListing | null {
  const state = isObject(value) ? among(value['state'], ['asking', 'listed', 'failed']) : null
  if (!isObject(value) || state === null) return null
  if (state !== 'failed') return { state, sessions: [] }
  const message = stringAt(value, 'message')
  return message === undefined ? null : { state, sessions: [], message }
}

function readPermissionAnswer(value: unknown): PermissionAnswer | null {
  if (!isObject(value)) return null
  if (value['type'] === 'cancelled') return { type: 'cancelled' }
  const optionId = stringAt(value, 'optionId')
  const by = among(value['by'], ['user', 'policy'])
  const feedback = stringAt(value, 'feedback')
  return optionId === undefined || by === null
    ? null
    : { type: 'selected', optionId, by, ...(feedback === undefined ? {} : { feedback }) }
}

function readElicitationAnswer(value: unknown): ElicitationAnswer | null {
  if (!isObject(value)) return null
  switch (value['type']) {
    case 'accepted':
      return { type: 'accepted', content: readContent(value['content']) }
    case 'declined': {
      const by = among(value['by'], ['user', 'policy'])
      return by === null ? null : { type: 'declined', by }
    }
    case 'cancelled':
      return { type: 'cancelled' }
    default:
      return null
  }
}

/**
 * The content of a form, without values that no field can have. Made from entries, so that a field may be called
 * `__proto__`.
 */
export function readContent(value: unknown): Readonly<Record<string, FieldValue>> {
  const entries = isObject(value) ? Object.entries(value) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, FieldValue] => isFieldValue(entry[1])))
}

function isFieldValue(value: unknown): value is FieldValue {
  return Array.isArray(value)
    ? value.every((item) => typeof item === 'string')
    : typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function readTurnOutcome(value: unknown): TurnOutcome | null {
  if (!isObject(value)) return null
  switch (value['kind']) {
    case 'stopped': {
      const stopReason = stringAt(value, 'stopReason')
      return stopReason === undefined ? null : { kind: 'stopped', stopReason }
    }
    case 'failed': {
      const code = numberAt(value, 'code')
      const message = stringAt(value, 'message')
      return code === null || message === undefined ? null : { kind: 'failed', code, message }
    }
    case 'lost':
      return { kind: 'lost' }
    default:
      return null
  }
}

function readProposalOutcome(value: unknown): ProposalOutcome | null {
  if (!isObject(value)) return null
  const kind = among(value['kind'], ['approved', 'rejected', 'refined', 'kept', 'cancelled'])
  const words = stringAt(value, 'words')
  const atMs = numberAt(value, 'atMs')
  const feedback = textOrNull(value, 'feedback')
  return kind === null || words === undefined || atMs === null || feedback === undefined
    ? null
    : { kind, words, atMs, feedback }
}
