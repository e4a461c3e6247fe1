import { currentSession, type AppState } from '../app/state/app-state.ts'
import type { Session } from '../app/state/session.ts'
import { safeLine, safe, type SafeText } from '../lib/text/safe-text.ts'
import { wrapText } from '../lib/text/wrap.ts'
import { runFacts } from '../terminal/notify/run-facts.ts'
import { demoListCommand, ownAgentCommand, adviceSentences, switchCommand } from '../app/words/agent.ts'
import { hasAnyPlan } from '../app/plan-advice/no-plan-reasons.ts'
import { planAdvice } from '../app/plan-advice/plan-advice.ts'

export interface ClosingLineOptions {
  /** A demo of this program or of the user; null: a real agent, whose session may be continued. */
  readonly demo: 'built-in' | 'own' | null
  readonly ascii: boolean
}

/**
 * The last line of a run on a terminal: the progress of the plan, and the option that continues the session, if there is one; after
 * a built-in demo, how to go on without it.
 * null: neither. `shown`: the state before the agent was closed.
 */
export function closingLine(
  state: AppState,
  shown: AppState,
  { demo, ascii }: ClosingLineOptions,
): string | null {
  const session = currentSession(state)
  if (session === null) return null
  const { done, total } = runFacts(state)
  const isCancelled = shown.link.state === 'open' && currentSession(shown)?.turn.state === 'working'
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

/** Longer commands are not printed: a cut command would be another one. */
const longestCommand = 5000

/**
 * Lines for stderr after a run without a screen in which a turn ended and no plan came: the known reason, unless the output has told
 * it (`isTold`), and the command that helps. Empty if there was a plan, or no reason is known. `command`: the agent's.
 */
export function noPlanMessage(
  state: AppState,
  command: readonly string[],
  isTold = false,
): readonly SafeText[] {
  const advice = hasAnyPlan(state) ? null : planAdvice(state)
  // Unreadable settings may be why the agent has not finished a turn.
  const isReason = currentSession(state)?.turn.state === 'ended' || advice?.type === 'unreadable'
  if (advice === null || !isReason) return []
  const words = switchCommand(advice, command)?.join(' ') ?? null
  const help =
    words === null || words.length > longestCommand
      ? []
      : [safe`Start it like this, with your own options before --: ${safeLine(words)}`]
  return isTold
    ? help.map((line) => safe`acp-plan-tui: no plan came. ${line}`)
    : [
        safe`acp-plan-tui: no plan came. ${safeLine(adviceSentences(advice).join(' '))}`,
        ...help.map((line) => safe`  ${line}`),
      ]
}
