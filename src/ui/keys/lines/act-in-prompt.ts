import type { AppState } from '../../../app/state/app-state.ts'
import type { UiState } from '../../state/ui-state.ts'
import { only, withMessage, type Acted, type ActContext } from '../key-result.ts'
import { completeCommand } from './complete-command.ts'
import { editPrompt, sentPrompt } from './edit-prompt.ts'
import type { KeyPress } from '../key-press.ts'

/** What a key does to the prompt that is being written. */
export function actInPrompt(ui: UiState, press: KeyPress, context: ActContext): Acted {
  if (press.name === 'escape') return only({ ...ui, focus: 'plan' })
  const completing = completeCommand(ui, press, context)
  if (completing !== null) return completing
  if (press.name === 'enter') {
    const { text } = ui.prompt.line
    if (text.trim() === '') return only({ ...ui, focus: 'plan' })
    const sent: UiState = { ...ui, prompt: sentPrompt(ui.prompt), focus: 'plan', followsTabs: true }
    const words = waitingWords(context.state)
    return {
      ui: words === null ? sent : withMessage(sent, words, context.nowMs),
      intents: [{ type: 'prompt', text }],
    }
  }
  const prompt = editPrompt(ui.prompt, press)
  return only(prompt === null ? ui : { ...ui, prompt, command: null })
}

/** What a prompt waits for that cannot go now, where the screen does not say so itself. */
function waitingWords({ link }: AppState): string | null {
  switch (link.state) {
    case 'ended':
      return 'It goes when R starts the agent.'
    case 'reconnecting':
      return 'It goes when the agent is back.'
    case 'wants-login':
      return 'It goes when you are logged in.'
    case 'starting':
    case 'shaking-hands':
    case 'open':
      return null
  }
}
