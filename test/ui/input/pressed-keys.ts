import { type AppState, initialState } from '../../../src/app/state/app-state.ts'
import { openQuestion, questionKey } from '../../../src/app/state/question.ts'
import type { Intent } from '../../../src/ui/state/intent.ts'
import { act, actHeld } from '../../../src/ui/stack/act.ts'
import type { KeyResult } from '../../../src/ui/input/layer.ts'
import { nothingShown, type Shown, type ShownQuestion } from '../../../src/ui/state/shown.ts'
import { startUiState, tabId, type UiState } from '../../../src/ui/state/ui-state.ts'
import { asked, opened, prompted, session, stateAfter } from '../../support/app-states.ts'

export const tabs = [tabId(session, 'a'), tabId(session, 'b'), tabId(session, 'c')] as const
export const drawnTabs: Shown = {
  ...nothingShown,
  tabs: tabs.map((id) => ({ id, headId: session, title: 'Plan' })),
}
export const start = startUiState(80, 24)
export const working = stateAfter(...opened(), prompted(0))
export const asking = stateAfter(...opened(), prompted(0), asked(0))

interface Pressed {
  readonly state?: AppState
  /** What the last frame showed besides the tabs and the open question. */
  readonly shown?: Partial<Shown>
  /** How it showed the open question; null: it did not. Absent: as it is. */
  readonly question?: Partial<ShownQuestion> | null
}

/** The view in the middle of the screen with these numbers. */
export function mainShown(
  main: Partial<Pick<Shown['main'], 'top' | 'visible' | 'total' | 'matches'>>,
): Shown['main'] {
  return { ...nothingShown.main, ...main }
}

/**
 * Presses keys one after the other without a frame between them. `pause`: carries out the key that is held back.
 */
export function pressed(
  ui: UiState,
  names: readonly string[],
  { state = initialState, shown, question: asShown = {} }: Pressed = {},
): KeyResult & { readonly all: readonly Intent[] } {
  const question = openQuestion(state)
  const asked: ShownQuestion | null =
    question === null || asShown === null
      ? null
      : {
          key: questionKey(question),
          request: question.kind === 'permission' ? question.request : null,
          detail: null,
          ...asShown,
        }
  const context = { state, shown: { ...drawnTabs, question: asked, ...shown }, nowMs: 0 }
  let acted: KeyResult = { ui, intents: [] }
  const all: Intent[] = []
  for (const name of names) {
    const text = name === 'space' ? ' ' : /^.$/u.test(name) ? name : ''
    acted = name === 'pause' ? actHeld(acted.ui, context) : act(acted.ui, { name, text }, context)
    all.push(...acted.intents)
  }
  return { ...acted, all }
}
