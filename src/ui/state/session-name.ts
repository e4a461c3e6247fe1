import type { Session } from '../../app/state/session.ts'
import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'

/** What people call a session: its title, else what it was asked last, else the beginning of its id. */
export function sessionName(session: Session): SafeText {
  const title = named(session.title ?? '')
  if (title !== '') return title
  for (const item of session.activity.items)
    if (item.type === 'said' && item.who === 'user') {
      const words = named(item.text)
      if (words !== '') return words
    }
  return own`session ${shortId(session.id)}`
}

/** What to call sessions side by side, by their ids: those that have the same name are told apart by their ids. */
export function sessionNames(sessions: readonly Session[]): ReadonlyMap<string, SafeText> {
  const names = new Map(sessions.map((session) => [session.id, sessionName(session)] as const))
  const times = new Map<SafeText, number>()
  for (const name of names.values()) times.set(name, (times.get(name) ?? 0) + 1)
  for (const [id, name] of names) if ((times.get(name) ?? 0) > 1) names.set(id, own`${shortId(id)} ${name}`)
  return names
}

/** The characters of an id that tell sessions apart. */
export function shortId(id: string): SafeText {
  const bare = id.slice(0, 200).replace(/^(?:session|sess|ses)[-_]/i, '')
  // A UUID of version 7 begins with the time.
  return safeLine(/^[0-9a-f]{8}-[0-9a-f]{4}-7/i.test(bare) ? bare.slice(-8) : bare.slice(0, 8))
}

/** The first line; what agents tell themselves in a tag (`<session_context>`) is no name. */
function named(raw: string): SafeText {
  const line = raw.slice(0, 2000).trim().split('\n')[0] ?? ''
  return /^<[\w-]+>/.test(line) ? own`` : (safeLine(line.slice(0, 200)).trim() as SafeText)
}
