import type { AppState } from '../app/app-state.ts'
import { isDangerous, safestFirst, type PermissionRequest } from '../app/permission.ts'
import { own, safeLine, type SafeText } from '../lib/text/safe-text.ts'

/** What a typed line asks for in screen-reader mode. */
export type SpokenCommand =
  | { readonly type: 'prompt'; readonly text: string }
  | { readonly type: 'answer'; readonly key: number; readonly optionId: string }
  | { readonly type: 'say'; readonly sentences: readonly SafeText[] }
  | { readonly type: 'plans' }
  | { readonly type: 'cancel' }
  | { readonly type: 'restart' }
  | { readonly type: 'quit' }

const help: readonly SafeText[] = [
  own`Type a prompt and press Enter. Type a number to answer a question of the agent.`,
  own`Commands: /plans says every plan, /cancel stops the turn, /restart starts the agent again, /quit ends, /help says this.`,
]

/** Reads a typed line: a number answers the oldest open question, a word after a slash is a command, all else a prompt. */
export function readSpoken(line: string, state: AppState): SpokenCommand | null {
  const text = line.trim()
  const [request] = state.permissions
  if (text === '') return null
  if (request !== undefined && /^\d+$/.test(text)) {
    const option = safestFirst(request.options)[Number(text) - 1]
    if (option !== undefined) return { type: 'answer', key: request.key, optionId: option.id }
    return {
      type: 'say',
      sentences: [own`There is no answer ${Number(text)}.`, ...questionSentences(request)],
    }
  }
  switch (text) {
    case '/plans':
      return { type: 'plans' }
    case '/cancel':
      return { type: 'cancel' }
    case '/restart':
      return { type: 'restart' }
    case '/quit':
      return { type: 'quit' }
    case '/help':
      return { type: 'say', sentences: help }
    default:
      return { type: 'prompt', text }
  }
}

/** How a question is answered, the safest answer first. */
export function questionSentences(request: PermissionRequest): readonly SafeText[] {
  return safestFirst(request.options).map((option, index) => {
    const warning = isDangerous(option) ? ' Careful: this allows more than this once.' : ''
    return own`Type ${index + 1} for: ${safeLine(`${option.name.slice(0, 200)}.${warning}`)}`
  })
}
