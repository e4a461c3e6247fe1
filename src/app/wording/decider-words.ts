import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import type { Unseen } from '../state/permission.ts'
import type { Decider } from '../history/mark.ts'
import type { WentOn } from '../state/session.ts'

/** Who decided, behind what was decided: `by you`. '' if it is not known. */
export function deciderWords(by: Decider | null | undefined): SafeText {
  switch (by) {
    case 'user':
      return safe`by you`
    case 'policy':
      return safe`by --permissions`
    case 'client':
      return safe`in another client`
    case 'agent':
      return safe`by the agent itself`
    case null:
    case undefined:
      return safe``
  }
}

/** For the mode of a session whose agent went on after an approval, and has told none since. */
export const untoldModeWords = safe`not told since the approval`

/** Words behind others, with a blank between them. */
export function afterBlank(words: SafeText): SafeText {
  return words === '' ? words : safe` ${words}`
}

/** For what was approved before: `you approved it` only where the user did. */
export function approvedWords(by: Decider | null | undefined): SafeText {
  return by === 'user' ? safe`you approved it` : safe`it was approved`
}

/** What an agent did without an answer. Raw. */
export function wentOnWords({ planKey, left }: WentOn): string {
  const modes = left === null ? '' : `it left “${left.from}” for “${left.to}”`
  if (planKey === null)
    return `the agent went on without asking: ${modes || 'it says that nobody has reviewed its plan'}`
  return `the agent approved its plan itself, without asking${modes === '' ? '' : `: ${modes}`}`
}

/** Why a policy does not allow what an agent asks for: half a sentence. */
export function unseenWords(unseen: Unseen): string {
  switch (unseen) {
    case 'plan':
      return 'the whole text of the plan is not known'
    case 'file':
      return 'the file of the plan could not be read'
    case 'action':
      return 'the agent did not say what it is for'
    case 'option':
      return 'none of its options allows only this once'
    case 'user':
      return 'too many questions in a row were answered by --permissions'
  }
}
