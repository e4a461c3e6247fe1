import type { AppEvent } from '../state/app-event.ts'
import type { Link } from '../state/link.ts'

/** An event of an observed session `byMs` later: all times in it are of the same clock. */
export function eventLater(event: AppEvent, byMs: number): AppEvent {
  const atMs = event.atMs + byMs
  switch (event.type) {
    case 'link-changed':
      return { ...event, atMs, link: linkLater(event.link, byMs) }
    case 'permission-asked':
    case 'permission-updated':
      return { ...event, atMs, request: { ...event.request, askedAtMs: event.request.askedAtMs + byMs } }
    case 'elicitation-asked':
      return { ...event, atMs, request: { ...event.request, askedAtMs: event.request.askedAtMs + byMs } }
    case 'proposal-answered':
      return { ...event, atMs, outcome: { ...event.outcome, atMs: event.outcome.atMs + byMs } }
    default:
      return { ...event, atMs }
  }
}

function linkLater(link: Link, byMs: number): Link {
  const sinceMs = link.sinceMs + byMs
  switch (link.state) {
    case 'shaking-hands':
      return link.greetedAtMs === undefined
        ? { ...link, sinceMs }
        : { ...link, sinceMs, greetedAtMs: link.greetedAtMs + byMs }
    case 'reconnecting':
      return { ...link, sinceMs, nextAtMs: link.nextAtMs === null ? null : link.nextAtMs + byMs }
    case 'starting':
    case 'wants-login':
    case 'open':
    case 'ended':
      return { ...link, sinceMs }
  }
}
