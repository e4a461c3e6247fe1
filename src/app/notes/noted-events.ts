import type { TraceRecord } from '../../protocol/trace/trace-record.ts'
import type { AppEvent, SessionListing } from '../state/app-event.ts'
import type { EventNote } from './schema/note.ts'

type NotedEvent = EventNote & { readonly atMs: number }

/**
 * The note of an event in a recording; null: it can be read from the frames. Frames hold what the agent sends; they hold what the
 * client and its user do, and when, only in part. The record has the event's time; a recorder may change it.
 */
export function noteOf(event: AppEvent): TraceRecord | null {
  if (event.type === 'stderr-written') return { t: event.atMs, type: 'stderr', line: event.line }
  const noted = notedEvent(event)
  if (noted === null) return null
  const { atMs: t, ...note } = noted
  return { t, type: 'event', event: note satisfies EventNote }
}

/** In a trace with notes, the event is read from its note and not from the frames. */
export function isNoted(event: AppEvent): boolean {
  return notedEvent(event) !== null
}

/** The event if recordings note it. It must fit `schema/note.ts`, or this does not compile. */
function notedEvent(event: AppEvent): NotedEvent | null {
  switch (event.type) {
    case 'session-opened':
    case 'session-updated':
    case 'problem-found':
    case 'permission-asked':
    case 'permission-updated':
    case 'elicitation-asked':
    case 'stderr-written':
    case 'playback-changed':
    case 'observed-changed':
    // Records of their own hold these three.
    case 'marked':
    case 'document-read':
    case 'document-missing':
      return null
    // No frame shows that a listing was requested or failed; its sessions are in the frames.
    case 'sessions-listed': {
      const { atMs, type, listing } = event
      return isNotedListing(listing) ? { atMs, type, listing } : null
    }
    case 'link-changed':
    case 'agent-described':
    case 'plan-tools-told':
    case 'session-opening':
    case 'session-not-opened':
    case 'session-selected':
    case 'session-closed':
    case 'prompt-queued':
    case 'queue-moved':
    case 'prompts-withdrawn':
    case 'session-held':
    case 'session-released':
    case 'prompt-sent':
    case 'turn-cancelled':
    case 'turn-ended':
    case 'permission-answered':
    case 'elicitation-answered':
    case 'proposal-answered':
    case 'file-accessed':
    case 'remarked':
      return event
  }
}

type NotedListing = Extract<EventNote, { type: 'sessions-listed' }>['listing']

function isNotedListing(listing: SessionListing): listing is NotedListing {
  return listing.state !== 'not-asked' && listing.sessions.length === 0
}
