/** Questions of the agent: what an answer may be, who gave it, and why none was given. */
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import type { ElicitationField } from '../state/elicitation.ts'
import type { Unseen } from '../state/permission.ts'
import type { Decider } from '../state/proposal.ts'
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

/** What a field accepts, in a few words: `a whole number from 1024 to 65535`; null if there is nothing to say. */
export function describeField(field: ElicitationField): string | null {
  switch (field.type) {
    case 'text':
      return textWords(field)
    case 'number':
      return `${field.isInteger ? 'a whole number' : 'a number'}${rangeWords(field.minimum, field.maximum)}`
    case 'boolean':
    case 'choice':
      return null
    case 'choices':
      return choicesWords(field)
  }
}

type Field<T extends ElicitationField['type']> = Extract<ElicitationField, { type: T }>

const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  uri: 'a URI',
  date: 'a date: year-month-day',
  'date-time': 'a date and time',
}

function textWords({ format, pattern, minLength, maxLength }: Field<'text'>): string | null {
  const words = [
    format !== null && Object.hasOwn(formats, format) ? formats[format] : null,
    lengthWords(minLength, maxLength),
    pattern === null ? null : `like ${pattern}`,
  ].filter((word) => word !== null)
  return words.length === 0 ? null : words.join(', ')
}

function lengthWords(least: number | null, most: number | null): string | null {
  if (least === null || least <= 1) return most === null ? null : `at most ${most} characters`
  if (least === most) return `${least} characters`
  return most === null ? `at least ${least} characters` : `${least} to ${most} characters`
}

function rangeWords(least: number | null, most: number | null): string {
  if (least === null) return most === null ? '' : `, ${most} at most`
  return most === null ? `, ${least} at least` : ` from ${least} to ${most}`
}

function choicesWords({ minItems, maxItems }: Field<'choices'>): string {
  const least = minItems ?? 0
  if (maxItems === null) return least === 0 ? 'any number' : `at least ${least}`
  if (least === maxItems) return `${least}`
  return least === 0 ? `at most ${maxItems}` : `${least} to ${maxItems}`
}
