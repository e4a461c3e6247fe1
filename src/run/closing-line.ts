import { currentSession, type AppState } from '../app/state/app-state.ts'
import type { Session } from '../app/state/session.ts'
import { safeLine } from '../lib/text/safe-text.ts'
import { wrapText } from '../lib/text/wrap.ts'
import { runFacts } from '../terminal/notify/run-facts.ts'

export interface StandingOptions {
  readonly isDemo: boolean
  readonly ascii: boolean
}

/**
 * The last line that a run on a terminal leaves: how far the plan is, and how the session can be gone on with, where it
 * can. null: there is nothing to say. To be asked before the agent is closed.
 */
export function whereItStands(state: AppState, { isDemo, ascii }: StandingOptions): string | null {
  const session = currentSession(state)
  if (session === null) return null
  const { done, total } = runFacts(state)
  const isCancelled = state.link.state === 'open' && session.turn.state === 'working'
  const way = isDemo ? null : wayOn(session, state)
  const parts = [
    ...(total === 0 ? [] : [`${done} of ${total} done`]),
    ...(isCancelled ? ['the turn was cancelled'] : []),
    ...(way === null ? [] : [`${way} goes on with this session`]),
  ]
  return parts.length === 0 ? null : parts.join(ascii ? ' - ' : ' · ')
}

/** What `whereItStands` says as what is written, broken between words where the terminal is narrower than that. */
export function closingWords(standing: string, columns: number | undefined): string {
  const line = safeLine(`acp-plan-tui: ${standing}`)
  const indent = 2
  return columns === undefined || columns <= indent * 2
    ? line
    : wrapText(line, columns - indent).join(`\n${' '.repeat(indent)}`)
}

/** The option that opens this session again, and no other one; null: none does. */
function wayOn(session: Session, { agent, sessions }: AppState): string | null {
  const hasWorked = ({ turn }: Session): boolean => turn.state !== 'not-asked'
  if (agent === null || (!agent.offers.load && !agent.offers.resume)) return null
  // Agents keep a session from its first prompt on.
  if (session.origin === 'new' && !hasWorked(session)) return null
  const isNewest =
    hasWorked(session) && [...sessions.values()].every((other) => other === session || !isOther(other))
  if (agent.offers.list && isNewest) return '--continue'
  // One that a shell reads otherwise is not worth to be typed.
  return /^[\w.:@/+-]+$/.test(session.id) && session.id.length <= 100 ? `--session ${session.id}` : null
}

/** It was worked in here too, and may have been used later. */
function isOther({ subagent, turn }: Session): boolean {
  return subagent === null && turn.state !== 'not-asked'
}
