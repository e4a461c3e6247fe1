import type { AppState } from '../../app/state/app-state.ts'
import type { ListedSession, SessionListing } from '../../app/state/app-event.ts'
import { offersNothing, type AgentOffers } from '../../app/state/link.ts'
import { undecidedIn } from '../../app/state/question.ts'
import type { Session } from '../../app/state/session.ts'
import { memoLast } from '../../lib/memo.ts'
import { past } from '../../lib/text/duration.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { displayWidth } from '../../lib/text/width.ts'
import { glyphs } from '../paint/glyphs.ts'
import { namedById, sessionName, shortId, waitsForItsUser } from '../../app/words/session.ts'
import {
  blankItem,
  onEnter,
  searchOf,
  type DetailLine,
  type ItemAction,
  type ItemAt,
  type ItemView,
  type PickerItem,
  type PickerModel,
} from './picker-item.ts'

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
    items: [newItem, ...open.map((session) => openItem(session, state, offers)), ...others],
    startsAt: state.currentSessionId === null ? null : itemId(state.currentSessionId),
    notes: notesOf(state.listing, offers, others.length),
  }
}

const newItem: PickerItem = {
  id: 'new',
  search: 'new session',
  actions: [onEnter('open', 'close', { intents: [{ type: 'new-session' }] })],
  view: () => ({ ...blankItem, glyph: safe`+`, glyphRole: 'accent', text: safe`New session` }),
}

function openItem(session: Session, state: AppState, offers: AgentOffers): PickerItem {
  const { id } = session
  const isCurrent = id === state.currentSessionId
  return {
    id: itemId(id),
    search: searchOf(sessionName(session), id),
    actions: [
      onEnter('open it', 'close', {
        intents: isCurrent || session.phase !== 'open' ? [] : [{ type: 'open-session', sessionId: id }],
      }),
      ...(session.phase === 'open' ? closing(session, offers) : []),
      ...deleting(id, offers),
    ],
    view: (at) => openView(session, state, at),
  }
}

function closing({ id, turn }: Session, { close }: AgentOffers): readonly ItemAction[] {
  if (!close) return []
  const confirm = turn.state === 'working' ? safe`closes it while it works` : safe`closes it`
  const intents = [{ type: 'close-session', sessionId: id }] as const
  return [{ key: 'ctrl-x', does: 'close it', intents, next: 'stay', confirm }]
}

function openView(session: Session, state: AppState, at: ItemAt): ItemView {
  const isCurrent = session.id === state.currentSessionId
  const { dot, completed } = glyphs(at.theme)
  const { words, role } = stateWords(session, state)
  // In a narrow terminal the glyph alone marks the current session.
  const facts = isCurrent && at.columns >= 60 ? safe`${words} ${dot} current` : words
  return {
    ...blankItem,
    glyph: isCurrent ? completed : safe` `,
    glyphRole: 'accent',
    text: sessionName(session),
    textRole: isCurrent ? 'strong' : 'normal',
    facts: withId(session.id, facts, at),
    factsRole: role,
    detail: [idLine(session.id)],
  }
}

function stateWords(
  session: Session,
  state: AppState,
): { readonly words: SafeText; readonly role: ItemView['factsRole'] } {
  const waits = ({ sessionId }: { readonly sessionId: string | null }): boolean => sessionId === session.id
  if (state.permissions.some(waits) || state.elicitations.some(waits) || undecidedIn(session, state) !== null)
    return {
      words: state.observed === null ? safe`waits for you` : waitsForItsUser,
      role: 'warning',
    }
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

function withId(id: string, facts: SafeText, { columns, theme }: ItemAt): SafeText {
  return columns < 60 ? facts : safe`${shortId(id)} ${glyphs(theme).dot} ${facts}`
}

/** A session that was closed in this run, and that the agent does not list. */
function closedItem(session: Session, offers: AgentOffers): PickerItem {
  const { id } = session
  return earlierItem(id, searchOf(sessionName(session), id), offers, (at) => ({
    ...blankItem,
    text: sessionName(session),
    facts: withId(id, safe`closed`, at),
    detail: [idLine(id)],
  }))
}

function earlierItem(id: string, search: string, offers: AgentOffers, view: PickerItem['view']): PickerItem {
  const actions = [...opening(id, offers), ...deleting(id, offers)]
  return { id: itemId(id), search, group: 'Before', actions, view }
}

function idLine(id: string): DetailLine {
  return { text: shownLine(id), role: 'dim' }
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
        { text: safe`The list failed: ${shownLine(listing.message, 'long')}`, role: 'warning' },
      ]
    case 'listed':
      return others === 0 ? [{ text: safe`The agent lists no session besides.`, role: 'dim' }] : cannotOpen
  }
}

/** Cached, since a list may have thousands of sessions, and each frame and key needs the items. */
const listedItems = memoLast((listing: SessionListing, offers: AgentOffers): readonly PickerItem[] =>
  listing.state === 'not-asked' ? [] : listing.sessions.map((session) => listedItem(session, offers)),
)

function listedItem(session: ListedSession, offers: AgentOffers): PickerItem {
  const { id, title, cwd } = session
  const search = searchOf(title ?? '', id, cwd ?? '')
  return earlierItem(id, search, offers, (at) => listedView(session, at))
}

function listedView({ id, title, cwd, updatedAtMs }: ListedSession, at: ItemAt): ItemView {
  const { dot } = glyphs(at.theme)
  const name = safeLine((title ?? '').slice(0, 300)).trim() as SafeText
  const when = updatedAtMs === null ? safe`` : past(updatedAtMs, at.wallMs)
  const elsewhere = cwd === null || cwd === at.cwd || at.columns < 60 ? safe`` : lastFolders(cwd, 24)
  const isBoth = when !== '' && elsewhere !== ''
  return {
    ...blankItem,
    text: name === '' ? namedById(id) : name,
    facts: isBoth ? safe`${elsewhere} ${dot} ${when}` : safe`${elsewhere}${when}`,
    detail: [idLine(id), { text: safeLine((cwd ?? '').slice(0, 500)), role: 'dim' }],
  }
}

/** The last folders of a path, as many as fit. */
export function lastFolders(raw: string, columns: number): SafeText {
  const path = safeLine(raw.slice(-200))
  if (raw.length <= 200 && displayWidth(path) <= columns) return path
  const parts = path.split('/').slice(1)
  while (parts.length > 1 && displayWidth(parts.join('/')) > columns - 2) parts.shift()
  return safe`…/${parts.join('/') as SafeText}`
}

export function itemId(sessionId: string): string {
  return `session ${sessionId}`
}

function opening(sessionId: string, { load, resume }: AgentOffers): readonly ItemAction[] {
  if (!load && !resume) return []
  const intents = [{ type: 'open-session', sessionId }] as const
  return [onEnter(load ? 'load' : 'resume', 'close', { intents })]
}

function deleting(sessionId: string, offers: AgentOffers): readonly ItemAction[] {
  if (!offers.delete) return []
  const intents = [{ type: 'delete-session', sessionId }] as const
  return [{ key: 'D', does: 'delete it', intents, next: 'stay', confirm: safe`deletes it for good` }]
}
