import { currentSession, isOnlyShown, type AppState, hasUnsent } from '../../../app/state/app-state.ts'
import { listedId } from '../../../app/state/observed.ts'
import { openQuestion, questionKey, type Question } from '../../../app/state/question.ts'
import {
  startedPicker,
  scrollOf,
  withScroll,
  type UiState,
  withMessage,
  lineIn,
  withLineIn,
} from '../../state/ui-state.ts'
import type { Intent } from '../../state/intent.ts'
import { cancelArmedMs, quitArmedMs } from '../../state/timing.ts'
import { armed, disarmed, isArmedBy, unlessTyping } from '../accidental-keys.ts'
import { keyWords } from '../../keys/key-map.ts'
import { keyName, type KeyPress } from '../../keys/key-press.ts'
import { messageOnly, screenOnly, type KeyContext, type KeyResult } from '../layer.ts'
import { withoutRemoved } from './pick-tab.ts'
import { withoutSelection } from './select-steps.ts'
import { headOf } from '../../state/session-family.ts'
import { emptyLine } from '../../state/line-edit.ts'

/**
 * Escape on a plan that nothing covers: clears the selection, takes the cursor away, closes a removed plan, or goes back to the
 * list of observed sessions, whichever is first. Else pressing it twice cancels the turn; queued prompts are dropped by the first
 * press. Where nothing of that is left, it goes back to the start screen, if that has begun what is shown.
 */
export function leave(ui: UiState, press: KeyPress, context: KeyContext): KeyResult {
  const { state, nowMs } = context
  const unselected = withoutSelection(ui)
  if (unselected !== null) return screenOnly(unselected)
  const scroll = scrollOf(ui, ui.tab)
  if (ui.tab !== null && scroll.selected !== null)
    return screenOnly(withScroll(ui, ui.tab, { ...scroll, selected: null }))
  const closed = withoutRemoved(ui, state)
  if (closed !== null) return screenOnly(closed)
  const back = backToList(ui, state)
  if (back !== null) return back
  if (isOnlyShown(state)) return toStart(ui, press, context) ?? messageOnly(ui, 'Nothing is open.', context)
  const cancel = cancellationOf(state, keyName(press.name))
  if (cancel === null)
    return toStart(ui, press, context) ?? messageOnly(ui, 'Nothing is open, and no turn runs.', context)
  if (cancel.words === null)
    return {
      ui: withMessage(ui, 'Prompts not sent yet are taken back.', nowMs),
      intents: [cancel.intent],
    }
  if (isArmedBy(ui, press.name, nowMs)) return { ui: disarmed(ui), intents: [cancel.intent] }
  return screenOnly(armed(ui, { key: press.name, untilMs: nowMs + cancelArmedMs }, cancel.words))
}

/** Back to the start screen; an agent that runs is ended only by a second press. null: there is none. */
function toStart(ui: UiState, press: KeyPress, { state, nowMs, isFromStart }: KeyContext): KeyResult | null {
  if (isFromStart !== true) return null
  const isOver = isOnlyShown(state) || state.link.state === 'ended'
  if (isOver || isArmedBy(ui, press.name, nowMs))
    return { ui: disarmed(ui), intents: [{ type: 'quit', reason: 'quit' }] }
  const words = `${keyName(press.name)} again ends the agent, and goes back to the start.`
  return screenOnly(armed(ui, { key: press.name, untilMs: nowMs + quitArmedMs }, words))
}

/** From the plans of an observed session back to the list that it was picked from; null: there is none. */
function backToList(ui: UiState, { observed }: AppState): KeyResult | null {
  const [shown] = observed?.shown ?? []
  if (observed === null || observed.found === null || shown === undefined) return null
  const picker = startedPicker({ kind: 'observed' }, listedId(shown.session))
  return { ui: { ...ui, picker, message: null }, intents: [{ type: 'observe', id: null }] }
}

/** Gives the focus back to the plan while the question stays open, unanswered. `w` leads back to it. */
export function postpone(ui: UiState, question: Question, nowMs: number): UiState {
  return withMessage(
    { ...ui, aside: questionKey(question) },
    `The question waits: ${keyWords(ui.keys, 'answer')} returns to it.`,
    nowMs,
  )
}

interface Cancellation {
  readonly intent: Intent
  /** What a second press would do; null: no turn runs, and one press is enough. */
  readonly words: string | null
}

/** Cancels the turn of the current session, else the turn of the question that was put aside; null: there is nothing to cancel. */
function cancellationOf(state: AppState, key: string): Cancellation | null {
  const turn = currentSession(state)?.turn
  const own = cancelOf(null, state)
  if (own !== null) {
    if (turn?.state !== 'working') return { intent: own, words: null }
    const words = turn.isCancelling
      ? `The turn is being cancelled: ${key} again tells the agent once more.`
      : `${key} again cancels the turn.`
    return { intent: own, words }
  }
  const question = openQuestion(state)
  if (question?.kind !== 'permission') return null
  const intent = cancelOf(question, state)
  if (intent === null) return null
  const words = isTurnRunning(question, state)
    ? `${key} again cancels the turn of the question.`
    : `${key} again dismisses the question.`
  return { intent, words }
}

/** Quits. While that would interrupt something, the letter must be pressed twice; otherwise it quits unless another letter follows. */
export function quitByLetter(ui: UiState, press: KeyPress, context: KeyContext): KeyResult {
  const { state, nowMs } = context
  const quit: KeyResult = { ui, intents: [{ type: 'quit', reason: 'quit' }] }
  // Quitting loses nothing where an agent is only shown.
  if (isOnlyShown(state) || isArmedBy(ui, press.name, nowMs)) return quit
  const cost = costOfQuitting(state)
  if (cost !== null || context.typing === 'in-text') return confirm(ui, press.name, cost, nowMs)
  return unlessTyping(ui, press, { ...context, does: () => quit })
}

/** ctrl-c clears the text that is being written; without one it quits, whatever has the focus. */
export function interrupted(ui: UiState, press: KeyPress, { state, nowMs }: KeyContext): KeyResult {
  const kind = ui.writing?.kind
  if ((kind === 'prompt' || kind === 'feedback') && lineIn(ui, kind).text !== '')
    return screenOnly(withLineIn(ui, kind, emptyLine))
  const cost = costOfQuitting(state)
  if (cost === null || isArmedBy(ui, press.name, nowMs))
    return { ui, intents: [{ type: 'quit', reason: 'interrupted' }] }
  return confirm(ui, press.name, cost, nowMs)
}

/** Asks for the same key once more; `cost` is what quitting would interrupt, null for nothing. */
function confirm(ui: UiState, key: string, cost: string | null, nowMs: number): KeyResult {
  const words = cost === null ? `${keyName(key)} again quits.` : `${keyName(key)} again quits: ${cost}.`
  return screenOnly(armed(ui, { key, untilMs: nowMs + quitArmedMs }, words))
}

/** What quitting would interrupt, in words; null: nothing. */
function costOfQuitting(state: AppState): string | null {
  if (isOnlyShown(state)) return null
  if (openQuestion(state) !== null) return 'a question waits'
  const isWorking = [...state.sessions.values()].some(
    ({ phase, turn }) => phase === 'open' && turn.state === 'working',
  )
  return isWorking ? 'the agent is working' : null
}

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
function isTurnRunning(question: Extract<Question, { kind: 'permission' }>, state: AppState): boolean {
  const { sessions } = state
  return sessions.get(headOf(sessions, question.request.sessionId))?.turn.state === 'working'
}
