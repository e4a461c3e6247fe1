import type { AgentOffers } from '../../app/state/link.ts'
import { own } from '../../lib/text/safe-text.ts'
import type { ItemAction, ItemLook } from './picker-item.ts'

/** The item of a session. */
export function itemId(sessionId: string): string {
  return `session ${sessionId}`
}

/** The look of an item that has nothing to say yet. */
export const plainLook: ItemLook = {
  sign: own` `,
  signRole: 'normal',
  text: own``,
  textRole: 'normal',
  facts: own``,
  factsRole: 'dim',
  detail: [],
}

/** Opening a session again, where the agent can. */
export function opening(sessionId: string, { load, resume }: AgentOffers): readonly ItemAction[] {
  if (!load && !resume) return []
  const intents = [{ type: 'open-session', sessionId }] as const
  return [{ key: 'enter', does: load ? 'load' : 'resume', intents, next: 'close', confirm: null }]
}

/** Deleting a session, where the agent can. */
export function deleting(sessionId: string, offers: AgentOffers): readonly ItemAction[] {
  if (!offers.delete) return []
  const intents = [{ type: 'delete-session', sessionId }] as const
  return [{ key: 'D', does: 'delete it', intents, next: 'stay', confirm: own`deletes it for good` }]
}

/** What is typed is looked for in these. */
export function searchOf(...words: readonly string[]): string {
  return words
    .map((word) => word.slice(0, 500))
    .join(' ')
    .toLowerCase()
}
