import { emptyLine, type PromptEdit } from '../../state/ui-state.ts'
import type { KeyPress } from '../../keys/key-press.ts'
import { editText, movedLine } from './edit-line.ts'

const maxHistory = 200

/** The prompt after a key; null for a key that does not edit it. ↑ and ↓ move within the text first, then through the history. */
export function editPrompt(prompt: PromptEdit, press: KeyPress): PromptEdit | null {
  switch (press.name) {
    case 'up':
    case 'ctrl-p':
      return moved(prompt, -1)
    case 'down':
    case 'ctrl-n':
      return moved(prompt, 1)
    default: {
      const line = editText(prompt.line, press)
      return line === null ? null : { ...prompt, line }
    }
  }
}

function moved(prompt: PromptEdit, direction: -1 | 1): PromptEdit {
  const line = movedLine(prompt.line, direction)
  if (line !== null) return { ...prompt, line }
  const { history, historyAt } = prompt
  const from = historyAt ?? history.length
  const to = from + direction
  if (to < 0 || to > history.length) return prompt
  const draft = historyAt === null ? prompt.line.text : prompt.draft
  const text = to === history.length ? draft : (history[to] ?? '')
  return {
    ...prompt,
    draft,
    historyAt: to === history.length ? null : to,
    line: { text, cursor: text.length },
  }
}

/** The prompt after its text was sent: an empty line, and the text as the newest entry of the history. */
export function sentPrompt(prompt: PromptEdit): PromptEdit {
  const { text } = prompt.line
  const history =
    prompt.history.at(-1) === text ? prompt.history : [...prompt.history, text].slice(-maxHistory)
  return { line: emptyLine, history, historyAt: null, draft: '', command: null }
}
