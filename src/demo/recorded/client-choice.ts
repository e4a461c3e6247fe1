import { isObject, stringAt, type MessageId } from '../../protocol/wire/message.ts'
import type { Exchange } from './recording.ts'

/** What the recorded client answered to a request of the agent's, in a word, where this client answers otherwise; else null. */
export function otherChoice({ moments }: Exchange, id: MessageId, result: unknown): string | null {
  const recorded = moments.find((moment) => moment.type === 'answered' && moment.id === id)
  const chosen = recorded?.type === 'answered' ? choiceIn(recorded.result) : null
  return chosen === choiceIn(result) ? null : chosen
}

/** The option of a permission, or what was done with a form; null: it cannot be told. */
function choiceIn(result: unknown): string | null {
  if (!isObject(result)) return null
  const { outcome } = result
  if (isObject(outcome)) return stringAt(outcome, 'optionId') ?? stringAt(outcome, 'outcome') ?? null
  return stringAt(result, 'action') ?? null
}
