import { isDangerous, safestFirst, type PermissionRequest } from '../../app/permission.ts'
import { choiceIn } from '../screen/permission-choice.ts'
import type { UiState } from '../screen/ui-state.ts'
import { only, type Acted, type ActContext } from './acted.ts'
import type { KeyPress } from './key-press.ts'

/**
 * What a key does to the question that waits: it selects an option or answers. null when the key is not about options.
 * Only a question that the user has seen is answered.
 */
export function answerPermission(ui: UiState, press: KeyPress, context: ActContext): Acted | null {
  const request = context.state.permissions[0]
  if (request === undefined) return null
  if (/^[1-9]$/.test(press.name)) {
    const option = Number(press.name) - 1
    return only(option < request.options.length ? selected(ui, request, option) : ui)
  }
  const { option } = choiceIn(request, ui.choice)
  switch (press.name) {
    case 'down':
    case 'j':
      return only(selected(ui, request, option + 1))
    case 'up':
    case 'k':
      return only(selected(ui, request, option - 1))
    case 'enter':
      // It came after the last frame: the key was meant for what that frame showed.
      return request.key === context.facts.questionKey ? answered(ui, request) : only(ui)
    default:
      return null
  }
}

function selected(ui: UiState, request: PermissionRequest, to: number): UiState {
  const option = Math.max(0, Math.min(to, request.options.length - 1))
  return { ...ui, choice: { requestKey: request.key, option, isArmed: false } }
}

function answered(ui: UiState, request: PermissionRequest): Acted {
  const choice = choiceIn(request, ui.choice)
  const chosen = safestFirst(request.options)[choice.option]
  if (chosen === undefined) return only(ui)
  // The option itself says then that it needs a second enter.
  if (isDangerous(chosen) && !choice.isArmed) return only({ ...ui, choice: { ...choice, isArmed: true } })
  const intent = { type: 'answer', key: request.key, optionId: chosen.id } as const
  return { ui: { ...ui, choice: null, message: null }, intents: [intent] }
}
