import { currentSession, hasUnsent, type AppState } from '../../../app/state/app-state.ts'
import type { Question } from '../../../app/state/question.ts'
import { headOf } from '../../state/session-family.ts'
import type { Intent } from '../key-result.ts'

type CancelTurn = Extract<Intent, { type: 'cancel-turn' }>

/**
 * What is cancelled when the user leaves a question: the turn that it is asked in, whichever session's that is. Where none
 * runs it is the question alone. Without a question it is the current session's turn, or else the prompts that wait for it and
 * have not gone out; null: there is none of that.
 */
export function cancelOf(question: Question | null, state: AppState): CancelTurn | null {
  // What a recording shows is over.
  if (state.playback !== null) return null
  const isCurrentWorking = currentSession(state)?.turn.state === 'working'
  if (question?.kind !== 'permission')
    return isCurrentWorking || hasUnsent(state) ? { type: 'cancel-turn' } : null
  const { sessionId } = question.request
  const isCurrent = headOf(state.sessions, sessionId) === state.currentSessionId
  return isCurrent && isCurrentWorking ? { type: 'cancel-turn' } : { type: 'cancel-turn', sessionId }
}

/** A turn runs that the question is asked in. */
export function isAskedInTurn(question: Extract<Question, { kind: 'permission' }>, state: AppState): boolean {
  const { sessions } = state
  return sessions.get(headOf(sessions, question.request.sessionId))?.turn.state === 'working'
}
