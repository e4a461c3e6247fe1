import { currentSession, type AppState } from '../app/state/app-state.ts'
import type { Session } from '../app/state/session.ts'
import { safeLine } from '../lib/text/safe-text.ts'
import { wrapText } from '../lib/text/wrap.ts'
import { runFacts } from '../terminal/notify/run-facts.ts'
import { demoListCommand, ownAgentCommand } from '../app/words/agent.ts'

export interface ClosingLineOptions {
  /** A demo of this program or of the user; null: a real agent, whose session may be continued. */
  readonly demo: 'built-in' | 'own' | null
  readonly ascii: boolean
}

/**
 * The last line of a run on a terminal: the progress of the plan, and the option that continues the session, if there is one; after
 * a built-in demo, how to go on without it.
 * null: neither. Call it before the agent is closed.
 */
export function closingLine(state: AppState, { demo, ascii }: ClosingLineOptions): string | null {
  const session = currentSession(state)
  if (session === null) return null
  const { done, total } = runFacts(state)
  const isCancelled = state.link.state === 'open' && session.turn.state === 'working'
  const option = demo !== null ? null : continueOption(session, state)
  const parts = [
    ...(total === 0 ? [] : [`${done} of ${total} done`]),
    ...(isCancelled ? ['the turn was cancelled'] : []),
    ...(option === null ? [] : [`${option} continues this session`]),
    ...(demo === 'built-in' ? [`your own agent: ${ownAgentCommand}`, `more demos: ${demoListCommand}`] : []),
  ]
  return parts.length === 0 ? null : parts.join(ascii ? ' - ' : ' · ')
}

/** The closing line as it is written: wrapped between words on a narrow terminal. */
export function wrapClosingLine(text: string, columns: number | undefined): string {
  const line = safeLine(`acp-plan-tui: ${text}`)
  const indent = 2
  return columns === undefined || columns <= indent * 2
    ? line
    : wrapText(line, columns - indent).join(`\n${' '.repeat(indent)}`)
}

/** The option that continues exactly this session; null: there is none. */
function continueOption(session: Session, { agent, sessions }: AppState): string | null {
  const hasWorked = ({ turn }: Session): boolean => turn.state !== 'not-asked'
  if (agent === null || (!agent.offers.load && !agent.offers.resume)) return null
  // Agents store a session at its first prompt.
  if (session.origin === 'new' && !hasWorked(session)) return null
  const isNewest =
    hasWorked(session) && [...sessions.values()].every((other) => other === session || !isUsed(other))
  if (agent.offers.list && isNewest) return '--continue'
  // Ids that a shell would interpret are not suggested.
  return /^[\w.:@/+-]+$/.test(session.id) && session.id.length <= 100 ? `--session ${session.id}` : null
}

/** A session that was used in this run too, perhaps later. */
function isUsed({ subagent, turn }: Session): boolean {
  return subagent === null && turn.state !== 'not-asked'
}
