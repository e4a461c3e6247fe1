import type { AppState } from '../../app/state/app-state.ts'
import { offersNothing, type AgentOffers } from '../../app/state/link.ts'
import { isUndecided } from '../../app/state/question.ts'
import type { ListedSession, SessionListing } from '../../app/state/session-listing.ts'
import type { Session } from '../../app/state/session.ts'
import { past } from '../../lib/text/past.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { displayWidth } from '../../lib/text/width.ts'
import { glyphs } from '../paint/glyphs.ts'
import { sessionName, shortId } from '../state/session-name.ts'
import type { DetailLine, ItemAction, ItemLook, LookFrame, PickerItem, PickerModel } from './picker-item.ts'

/** A new session, the open sessions, and the agent's list of earlier ones. */
export function sessionsPicker(state: AppState): PickerModel {
  const offers = state.agent?.offers ?? offersNothing
  const known = [...state.sessions.values()].filter(({ phase }) => phase !== 'reported')
  const open = known.filter(({ phase }) => phase !== 'closed')
  const listed = listedItems(state.listing, offers)
  const listedIds = new Set(listed.map(({ id }) => id))
  const closed = known.filter(({ phase, id }) => phase === 'closed' && !listedIds.has(itemId(id)))
  const openIds = new Set(open.map(({ id }) => itemId(id)))
  const others = [
    ...closed.map((session) => closedItem(session, offers)),
    ...(openIds.size === 0 ? listed : listed.filter(({ id }) => !openIds.has(id))),
  ]
  return {
    title: safe`Sessions`,
    isFiltered: true,
    items: [newItem, ...open.map((session) => openItem(session, state, offers)), ...others],
    notes: notesOf(state.listing, offers, others.length),
  }
}

const newItem: PickerItem = {
  id: 'new',
  search: 'new session',
  group: null,
  actions: [{ key: 'enter', does: 'open', intents: [{ type: 'new-session' }], next: 'close', confirm: null }],
  look: () => ({ ...plainLook, sign: safe`+`, signRole: 'accent', text: safe`New session` }),
}

function openItem(session: Session, state: AppState, offers: AgentOffers): PickerItem {
  const { id } = session
  const isCurrent = id === state.currentSessionId
  return {
    id: itemId(id),
    search: searchOf(sessionName(session), id),
    group: null,
    actions: [
      {
        key: 'enter',
        does: 'open it',
        intents: isCurrent || session.phase !== 'open' ? [] : [{ type: 'open-session', sessionId: id }],
        next: 'close',
        confirm: null,
      },
      ...(session.phase === 'open' ? closing(session, offers) : []),
      ...deleting(id, offers),
    ],
    look: (frame) => openLook(session, state, frame),
  }
}

function closing({ id, turn }: Session, { close }: AgentOffers): readonly ItemAction[] {
  if (!close) return []
  const confirm = turn.state === 'working' ? safe`closes it while it works` : safe`closes it`
  const intents = [{ type: 'close-session', sessionId: id }] as const
  return [{ key: 'ctrl-x', does: 'close it', intents, next: 'stay', confirm }]
}

function openLook(session: Session, state: AppState, frame: LookFrame): ItemLook {
  const isCurrent = session.id === state.currentSessionId
  const { dot, completed } = glyphs(frame.theme)
  const { words, role } = stateWords(session, state)
  // In a narrow terminal the sign alone marks the current session.
  const facts = isCurrent && frame.columns >= 60 ? safe`${words} ${dot} current` : words
  return {
    ...plainLook,
    sign: isCurrent ? completed : safe` `,
    signRole: 'accent',
    text: sessionName(session),
    textRole: isCurrent ? 'strong' : 'normal',
    facts: withId(session.id, facts, frame),
    factsRole: role,
    detail: [{ text: safeLine(session.id.slice(0, 200)), role: 'dim' }],
  }
}

function stateWords(
  session: Session,
  state: AppState,
): { readonly words: SafeText; readonly role: ItemLook['factsRole'] } {
  const waits = ({ sessionId }: { readonly sessionId: string | null }): boolean => sessionId === session.id
  if (state.permissions.some(waits) || state.elicitations.some(waits) || isUndecided(session, state.link))
    return { words: safe`waits for you`, role: 'warning' }
  if (session.phase === 'opening') return { words: safe`loading`, role: 'dim' }
  switch (session.turn.state) {
    case 'working':
      return { words: safe`working`, role: 'accent' }
    case 'not-asked':
      return { words: safe`ready`, role: 'dim' }
    case 'ended':
      return { words: safe`idle`, role: 'dim' }
  }
}

function withId(id: string, facts: SafeText, { columns, theme }: LookFrame): SafeText {
  return columns < 60 ? facts : safe`${shortId(id)} ${glyphs(theme).dot} ${facts}`
}

/** A session that was closed in this run, and that the agent does not list. */
function closedItem(session: Session, offers: AgentOffers): PickerItem {
  const { id } = session
  return {
    id: itemId(id),
    search: searchOf(sessionName(session), id),
    group: 'Before',
    actions: [...opening(id, offers), ...deleting(id, offers)],
    look: (frame) => ({
      ...plainLook,
      text: sessionName(session),
      facts: withId(id, safe`closed`, frame),
      detail: [{ text: safeLine(id.slice(0, 200)), role: 'dim' }],
    }),
  }
}

function notesOf(listing: SessionListing, offers: AgentOffers, others: number): readonly DetailLine[] {
  if (!offers.list) return [{ text: safe`This agent does not list its sessions.`, role: 'dim' }]
  const cannotOpen: readonly DetailLine[] =
    others > 0 && !offers.load && !offers.resume
      ? [{ text: safe`This agent cannot load a session.`, role: 'dim' }]
      : []
  switch (listing.state) {
    case 'not-asked':
      return cannotOpen
    case 'asking':
      return [...cannotOpen, { text: safe`Asking the agent for its sessions…`, role: 'dim' }]
    case 'failed':
      return [
        ...cannotOpen,
        { text: safe`The list failed: ${safeLine(listing.message.slice(0, 500))}`, role: 'warning' },
      ]
    case 'listed':
      return others === 0 ? [{ text: safe`The agent has no other session.`, role: 'dim' }] : cannotOpen
  }
}

/** Caches the last items: a list may have thousands of sessions, and each frame and key needs the items. */
let lastListed: {
  readonly sessions: readonly ListedSession[]
  readonly offers: AgentOffers
  readonly items: readonly PickerItem[]
} | null = null

function listedItems(listing: SessionListing, offers: AgentOffers): readonly PickerItem[] {
  if (listing.state === 'not-asked') return []
  const { sessions } = listing
  if (lastListed?.sessions !== sessions || lastListed.offers !== offers)
    lastListed = { sessions, offers, items: sessions.map((session) => listedItem(session, offers)) }
  return lastListed.items
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
  const when = updatedAtMs === null ? safe`` : past(updatedAtMs, frame.wallMs)
  const elsewhere = cwd === null || cwd === frame.cwd || frame.columns < 60 ? safe`` : endOf(cwd, 24)
  const isBoth = when !== '' && elsewhere !== ''
  const folder: readonly DetailLine[] =
    cwd === null ? [] : [{ text: safeLine(cwd.slice(0, 500)), role: 'dim' }]
  return {
    ...plainLook,
    text: name === '' ? safe`session ${shortId(id)}` : name,
    facts: isBoth ? safe`${elsewhere} ${dot} ${when}` : safe`${elsewhere}${when}`,
    detail: [{ text: safeLine(id.slice(0, 200)), role: 'dim' }, ...folder],
  }
}

/** The last folders of a path, as many as fit. */
function endOf(raw: string, columns: number): SafeText {
  const path = safeLine(raw.slice(-200))
  if (raw.length <= 200 && displayWidth(path) <= columns) return path
  const parts = path.split('/').slice(1)
  while (parts.length > 1 && displayWidth(parts.join('/')) > columns - 2) parts.shift()
  return safe`…/${parts.join('/') as SafeText}`
}

/** The id of a session's item. */
export function itemId(sessionId: string): string {
  return `session ${sessionId}`
}

/** The defaults of an item's look. */
const plainLook: ItemLook = {
  sign: safe` `,
  signRole: 'normal',
  text: safe``,
  textRole: 'normal',
  facts: safe``,
  factsRole: 'dim',
  detail: [],
}

/** Loads or resumes a session, if the agent can. */
function opening(sessionId: string, { load, resume }: AgentOffers): readonly ItemAction[] {
  if (!load && !resume) return []
  const intents = [{ type: 'open-session', sessionId }] as const
  return [{ key: 'enter', does: load ? 'load' : 'resume', intents, next: 'close', confirm: null }]
}

/** Deletes a session, if the agent can. */
function deleting(sessionId: string, offers: AgentOffers): readonly ItemAction[] {
  if (!offers.delete) return []
  const intents = [{ type: 'delete-session', sessionId }] as const
  return [{ key: 'D', does: 'delete it', intents, next: 'stay', confirm: safe`deletes it for good` }]
}

/** The text of an item that the filter searches. */
function searchOf(...words: readonly string[]): string {
  return words
    .map((word) => word.slice(0, 500))
    .join(' ')
    .toLowerCase()
}
