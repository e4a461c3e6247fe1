import type { AppState } from '../../../app/state/app-state.ts'
import { startPicker } from '../../pickers/picker.ts'
import type { UiState } from '../../state/ui-state.ts'
import { only, withMessage, type Acted, type ActContext } from '../key-result.ts'

/** Opens a list over the plan; the list of sessions asks the agent for those that it knows. */
export function pickerOpened(
  ui: UiState,
  kind: 'sessions' | 'settings',
  { state, nowMs }: ActContext,
): Acted {
  const { link, agent, listing } = state
  if (link.state !== 'open') return only(withMessage(ui, notOpenWords(link.state), nowMs))
  const asks = kind === 'sessions' && agent?.offers.list === true && listing.state !== 'asking'
  return {
    ui: { ...ui, panel: null, picker: startPicker(state, { kind }) },
    intents: asks ? [{ type: 'list-sessions' }] : [],
  }
}

function notOpenWords(link: Exclude<AppState['link']['state'], 'open'>): string {
  switch (link) {
    case 'starting':
    case 'shaking-hands':
      return 'The agent is not ready yet.'
    case 'wants-login':
      return 'The agent wants you to log in first.'
    case 'reconnecting':
      return 'The agent is lost: R tries it again at once.'
    case 'ended':
      return 'The agent has ended: R starts it again.'
  }
}
