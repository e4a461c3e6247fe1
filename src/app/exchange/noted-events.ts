import type { TraceRecord } from '../../protocol/trace/trace-record.ts'
import type { AppEvent } from '../app-event.ts'

/**
 * What is recorded of an event beside the frames; null: they tell it. What an agent tells is in its frames; what the client
 * and its user do, and when, is not, or not all of it. The record has the event's time; a recorder may move it.
 */
export function noteOf(event: AppEvent): TraceRecord | null {
  const { atMs: t, ...note } = event
  if (event.type === 'stderr-written') return { t, type: 'stderr', line: event.line }
  return isNoted(event) ? { t, type: 'event', event: note } : null
}

/** Whether it is taken from its note where a trace has notes, and not from the frames. */
export function isNoted(event: AppEvent): boolean {
  switch (event.type) {
    case 'session-opened':
    case 'session-updated':
    case 'problem-found':
    case 'permission-asked':
    case 'elicitation-asked':
    case 'stderr-written':
    case 'playback-changed':
      return false
    // That a list is asked for, or does not come, no frame tells; what is in it, only frames.
    case 'sessions-listed':
      return event.listing.state !== 'not-asked' && event.listing.sessions.length === 0
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
      return true
  }
}
