import type { TraceRecord } from '../../protocol/trace/trace-record.ts'
import type { AppEvent } from '../app-event.ts'
import type { EventNote } from './schema/note.ts'
import type { SessionListing } from '../state/session-listing.ts'

/** An event that is noted, at its time. */
type NotedEvent = EventNote & { readonly atMs: number }

/**
 * What is recorded of an event beside the frames; null: they tell it. What an agent tells is in its frames; what the client
 * and its user do, and when, is not, or not all of it. The record has the event's time; a recorder may move it.
 */
export function noteOf(event: AppEvent): TraceRecord | null {
  if (event.type === 'stderr-written') return { t: event.atMs, type: 'stderr', line: event.line }
  const noted = notedEvent(event)
  if (noted === null) return null
  const { atMs: t, ...note } = noted
  return { t, type: 'event', event: note satisfies EventNote }
}

/** Whether it is taken from its note where a trace has notes, and not from the frames. */
export function isNoted(event: AppEvent): boolean {
  return notedEvent(event) !== null
}

/** The event where a recording notes it; what is noted has the form that `note-schema` says, or this does not compile. */
function notedEvent(event: AppEvent): NotedEvent | null {
  switch (event.type) {
    case 'session-opened':
    case 'session-updated':
    case 'problem-found':
    case 'permission-asked':
    case 'elicitation-asked':
    case 'stderr-written':
    case 'playback-changed':
      return null
    // That a list is asked for, or does not come, no frame tells; what is in it, only frames.
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
