import { completed, completionOf } from '../../state/command-completion.ts'
import type { UiState } from '../../state/ui-state.ts'
import { only, type Acted, type ActContext } from '../key-result.ts'
import type { KeyPress } from '../key-press.ts'

/** What a key does to the slash commands that fit what is being written; null when it is not about them. */
export function completeCommand(ui: UiState, press: KeyPress, { state }: ActContext): Acted | null {
  const completion = completionOf(ui, state)
  if (completion === null) return null
  const { commands, at, isWhole } = completion
  const { line } = ui.prompt
  switch (press.name) {
    case 'up':
    case 'ctrl-p':
      return commands.length > 1 ? only(selected(ui, commands[Math.max(0, at - 1)]?.name)) : null
    case 'down':
    case 'ctrl-n':
      return commands.length > 1
        ? only(selected(ui, commands[Math.min(at + 1, commands.length - 1)]?.name))
        : null
    case 'right':
      if (line.cursor !== line.text.length) return null
      break
    case 'tab':
      break
    case 'enter':
      // What is written is what is meant: it goes.
      if (isWhole) return null
      break
    default:
      return null
  }
  const command = commands[at]
  return command === undefined ? null : only({ ...ui, prompt: completed(ui.prompt, command), command: null })
}

function selected(ui: UiState, command: string | undefined): UiState {
  return command === undefined ? ui : { ...ui, command }
}
