import { type AppState, initialState } from '../../../src/app/state/app-state.ts'
import { openQuestion, questionKey, type Question } from '../../../src/app/state/question.ts'
import type { Intent } from '../../../src/ui/intent.ts'
import { act, actHeld } from '../../../src/ui/stack/act.ts'
import type { KeyResult } from '../../../src/ui/keys/key-result.ts'
import { nothingDrawn, type DrawnFacts } from '../../../src/ui/state/drawn-facts.ts'
import type { DetailView, ShownQuestion } from '../../../src/ui/state/shown-question.ts'
import { startUiState, tabId, type UiState } from '../../../src/ui/state/ui-state.ts'
import { asked, opened, prompted, session, stateAfter } from '../../support/app-states.ts'

export const tabs = [tabId(session, 'a'), tabId(session, 'b'), tabId(session, 'c')] as const
export const drawnTabs: DrawnFacts = {
  ...nothingDrawn,
  tabs: tabs.map((id) => ({ id, headId: session, title: 'Plan' })),
}
export const start = startUiState(80, 24)
export const working = stateAfter(...opened(), prompted(0))
export const asking = stateAfter(...opened(), prompted(0), asked(0))

interface Shown {
  readonly state?: AppState
  /** What the last frame showed besides the tabs and the open question. */
  readonly facts?: Partial<DrawnFacts>
}

/** A question as a frame shows it; absent: all of its text is visible. */
export function shownAs(question: Question, detail: DetailView | null = null): ShownQuestion {
  const request = question.kind === 'permission' ? question.request : null
  return { key: questionKey(question), request, detail }
}

/**
 * Presses keys one after the other without a frame between them. `pause`: carries out the key that is held back.
 */
export function pressed(
  ui: UiState,
  names: readonly string[],
  { state = initialState, facts }: Shown = {},
): KeyResult & { readonly all: readonly Intent[] } {
  const question = openQuestion(state)
  const seen = {
    ...drawnTabs,
    question: question === null ? null : shownAs(question),
    ...facts,
  }
  const context = { state, facts: seen, nowMs: 0 }
  let acted: KeyResult = { ui, intents: [] }
  const all: Intent[] = []
  for (const name of names) {
    const text = name === 'space' ? ' ' : /^.$/u.test(name) ? name : ''
    acted = name === 'pause' ? actHeld(acted.ui, context) : act(acted.ui, { name, text }, context)
    all.push(...acted.intents)
  }
  return { ...acted, all }
}
