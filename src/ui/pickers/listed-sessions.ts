import type { AgentOffers } from '../../app/state/link.ts'
import type { ListedSession, SessionListing } from '../../app/state/session-listing.ts'
import { past } from '../../lib/text/past.ts'
import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { displayWidth } from '../../lib/text/width.ts'
import { glyphs } from '../paint/glyphs.ts'
import { shortId } from '../state/session-name.ts'
import type { DetailLine, ItemLook, LookFrame, PickerItem } from './picker-item.ts'
import { deleting, itemId, opening, plainLook, searchOf } from './session-item.ts'

let last: {
  readonly sessions: readonly ListedSession[]
  readonly offers: AgentOffers
  readonly items: readonly PickerItem[]
} | null = null

/** The items of a list are kept: an agent may tell of thousands. */
export function listedItems(listing: SessionListing, offers: AgentOffers): readonly PickerItem[] {
  if (listing.state === 'not-asked') return []
  const { sessions } = listing
  if (last?.sessions !== sessions || last.offers !== offers)
    last = { sessions, offers, items: sessions.map((session) => listedItem(session, offers)) }
  return last.items
}

function listedItem(session: ListedSession, offers: AgentOffers): PickerItem {
  const { id, title, cwd } = session
  return {
    id: itemId(id),
    search: searchOf(title ?? '', id, cwd ?? ''),
    group: 'Before',
    actions: [...opening(id, offers), ...deleting(id, offers)],
    look: (frame) => listedLook(session, frame),
  }
}

function listedLook({ id, title, cwd, updatedAtMs }: ListedSession, frame: LookFrame): ItemLook {
  const { dot } = glyphs(frame.theme)
  const name = safeLine((title ?? '').slice(0, 300)).trim() as SafeText
  const when = updatedAtMs === null ? own`` : past(updatedAtMs, frame.wallMs)
  const elsewhere = cwd === null || cwd === frame.cwd || frame.columns < 60 ? own`` : endOf(cwd, 24)
  const isBoth = when !== '' && elsewhere !== ''
  const folder: readonly DetailLine[] =
    cwd === null ? [] : [{ text: safeLine(cwd.slice(0, 500)), role: 'dim' }]
  return {
    ...plainLook,
    text: name === '' ? own`session ${shortId(id)}` : name,
    facts: isBoth ? own`${elsewhere} ${dot} ${when}` : own`${elsewhere}${when}`,
    detail: [{ text: safeLine(id.slice(0, 200)), role: 'dim' }, ...folder],
  }
}

/** The end of a path, which says the most. */
function endOf(raw: string, columns: number): SafeText {
  const path = safeLine(raw.slice(-200))
  if (raw.length <= 200 && displayWidth(path) <= columns) return path
  const parts = path.split('/').slice(1)
  while (parts.length > 1 && displayWidth(parts.join('/')) > columns - 2) parts.shift()
  return own`…/${parts.join('/') as SafeText}`
}
