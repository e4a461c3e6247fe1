import type { Session } from '../../app/state/session.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'

/** A session's name for people: its title, else its last prompt, else the beginning of its id. */
export function sessionName(session: Session): SafeText {
  const title = firstLine(session.title ?? '')
  if (title !== '') return title
  for (const item of session.activity.items)
    if (item.type === 'said' && item.who === 'user') {
      const name = firstLine(item.text)
      if (name !== '') return name
    }
  return safe`session ${shortId(session.id)}`
}

/** Distinct names for several sessions, by id: equal names get the short id in front. */
export function sessionNames(sessions: readonly Session[]): ReadonlyMap<string, SafeText> {
  const names = new Map(sessions.map((session) => [session.id, sessionName(session)] as const))
  const times = new Map<SafeText, number>()
  for (const name of names.values()) times.set(name, (times.get(name) ?? 0) + 1)
  for (const [id, name] of names) if ((times.get(name) ?? 0) > 1) names.set(id, safe`${shortId(id)} ${name}`)
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
  return /^<[\w-]+>/.test(line) ? safe`` : (safeLine(line.slice(0, 200)).trim() as SafeText)
}
