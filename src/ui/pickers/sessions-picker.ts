import type { AppState } from '../../app/state/app-state.ts'
import { offersNothing, type AgentOffers } from '../../app/state/link.ts'
import { isUndecided } from '../../app/state/question.ts'
import type { SessionListing } from '../../app/state/session-listing.ts'
import type { Session } from '../../app/state/session.ts'
import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { glyphs } from '../paint/glyphs.ts'
import { sessionName, shortId } from '../state/session-name.ts'
import { listedItems } from './listed-sessions.ts'
import type { DetailLine, ItemAction, ItemLook, LookFrame, PickerItem, PickerModel } from './picker-item.ts'
import { deleting, itemId, opening, plainLook, searchOf } from './session-item.ts'

/** The sessions there are: a new one, those that are open, and those that the agent tells of. */
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
    title: own`Sessions`,
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
  look: () => ({ ...plainLook, sign: own`+`, signRole: 'accent', text: own`New session` }),
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
        does: 'go there',
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
  const confirm = turn.state === 'working' ? own`closes it: it is at work` : own`closes it`
  const intents = [{ type: 'close-session', sessionId: id }] as const
  return [{ key: 'ctrl-x', does: 'close it', intents, next: 'stay', confirm }]
}

function openLook(session: Session, state: AppState, frame: LookFrame): ItemLook {
  const isCurrent = session.id === state.currentSessionId
  const { dot, completed } = glyphs(frame.theme)
  const { words, role } = stateWords(session, state)
  // Where it is narrow its sign says enough.
  const facts = isCurrent && frame.columns >= 60 ? own`${words} ${dot} current` : words
  return {
    ...plainLook,
    sign: isCurrent ? completed : own` `,
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
    return { words: own`waits for you`, role: 'warning' }
  if (session.phase === 'opening') return { words: own`loading`, role: 'dim' }
  switch (session.turn.state) {
    case 'working':
      return { words: own`working`, role: 'accent' }
    case 'not-asked':
      return { words: own`ready`, role: 'dim' }
    case 'rested':
      return { words: own`idle`, role: 'dim' }
  }
}

function withId(id: string, facts: SafeText, { columns, theme }: LookFrame): SafeText {
  return columns < 60 ? facts : own`${shortId(id)} ${glyphs(theme).dot} ${facts}`
}

/** A session of this run that was let go, and that the agent does not list. */
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
      facts: withId(id, own`closed`, frame),
      detail: [{ text: safeLine(id.slice(0, 200)), role: 'dim' }],
    }),
  }
}

function notesOf(listing: SessionListing, offers: AgentOffers, others: number): readonly DetailLine[] {
  if (!offers.list) return [{ text: own`This agent does not list its sessions.`, role: 'dim' }]
  const cannotOpen: readonly DetailLine[] =
    others > 0 && !offers.load && !offers.resume
      ? [{ text: own`This agent cannot open a session again.`, role: 'dim' }]
      : []
  switch (listing.state) {
    case 'not-asked':
      return cannotOpen
    case 'asking':
      return [...cannotOpen, { text: own`Asking the agent for its sessions…`, role: 'dim' }]
    case 'failed':
      return [
        ...cannotOpen,
        { text: own`The list failed: ${safeLine(listing.message.slice(0, 500))}`, role: 'warning' },
      ]
    case 'listed':
      return others === 0 ? [{ text: own`The agent has no other session.`, role: 'dim' }] : cannotOpen
  }
}
