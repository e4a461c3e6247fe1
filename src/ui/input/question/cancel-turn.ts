import { currentSession, hasUnsent, isOnlyShown, type AppState } from '../../../app/state/app-state.ts'
import type { Question } from '../../../app/state/question.ts'
import type { Intent } from '../../state/intent.ts'
import { headOf } from '../../state/session-family.ts'

type CancelTurn = Extract<Intent, { type: 'cancel-turn' }>

/**
 * The intent that cancels a permission request: with the turn that sent it, in whichever session that runs; without a running
 * turn the request alone. Without a permission request it cancels the turn of the current session, or drops its queued prompts;
 * null: there is neither.
 */
export function cancelOf(question: Question | null, state: AppState): CancelTurn | null {
  // The turns of a recording are over, and those of an observed agent are not ours.
  if (isOnlyShown(state)) return null
  const isCurrentWorking = currentSession(state)?.turn.state === 'working'
  if (question?.kind !== 'permission')
    return isCurrentWorking || hasUnsent(state) ? { type: 'cancel-turn' } : null
  const { sessionId } = question.request
  const isCurrent = headOf(state.sessions, sessionId) === state.currentSessionId
  return isCurrent && isCurrentWorking ? { type: 'cancel-turn' } : { type: 'cancel-turn', sessionId }
}

/** Whether the turn is still running in which the agent asked. */
export function isTurnRunning(question: Extract<Question, { kind: 'permission' }>, state: AppState): boolean {
  const { sessions } = state
  return sessions.get(headOf(sessions, question.request.sessionId))?.turn.state === 'working'
}
