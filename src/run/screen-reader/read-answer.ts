import { formContent, typedValue } from '../../app/forms/check-field.ts'
import type { ElicitationRequest } from '../../app/state/elicitation.ts'
import { pageAddress } from '../../app/forms/page-address.ts'
import { safestFirst, type PermissionRequest } from '../../app/state/permission.ts'
import type { Question } from '../../app/state/question.ts'
import { safe, safeLine } from '../../lib/text/safe-text.ts'
import type { TypedCommand } from './typed-command.ts'
import { presetOf, questionSentences, type FormInput } from './question-sentences.ts'

/** Reads a typed line, which may be empty, as the answer to the open question; null: it is not an answer. */
export function readAnswer(line: string, question: Question, form: FormInput | null): TypedCommand | null {
  switch (question.kind) {
    case 'permission':
      return permissionAnswer(line.trim(), question.request)
    case 'elicitation':
      return elicitationAnswer(line, question.request, form)
    case 'proposal':
      return null
  }
}

/** `2` selects the second option; words after the number of a rejection are sent with it. */
function permissionAnswer(text: string, request: PermissionRequest): TypedCommand | null {
  const [, number, feedback] = /^(\d{1,9})(?:\s+(\S.*))?$/s.exec(text) ?? []
  if (number === undefined) return null
  const option = safestFirst(request.options)[Number(number) - 1]
  const { key } = request
  if (option !== undefined) {
    if (feedback === undefined) return ask({ type: 'answer', key, optionId: option.id })
    if (!option.kind.startsWith('reject')) return null
    return ask({ type: 'answer', key, optionId: option.id, feedback })
  }
  if (feedback !== undefined) return null
  const wrong = safe`There is no answer ${Number(number)}.`
  return { type: 'say', sentences: [wrong, ...questionSentences({ kind: 'permission', request }, null)] }
}

function elicitationAnswer(
  line: string,
  request: ElicitationRequest,
  form: FormInput | null,
): TypedCommand | null {
  const { mode, key } = request
  const text = line.trim().toLowerCase()
  if (text === '/decline') return declined(key)
  if (line.trim().startsWith('/')) return null
  const given = form?.key === key ? form.given : []
  if (mode.type === 'url' || mode.fields.length === 0) {
    if (text === 'no' || text === 'n') return declined(key)
    if (text !== 'yes' && text !== 'y') return null
    const content = formContent([])
    const accepted = { type: 'answer-elicitation', key, answer: { type: 'accepted', content } } as const
    if (mode.type !== 'url') return ask(accepted)
    return pageAddress(mode.url).ok
      ? { type: 'open-page', url: mode.url, intent: accepted }
      : { type: 'say', sentences: questionSentences({ kind: 'elicitation', request }, null) }
  }
  const field = mode.fields[given.length]
  if (field === undefined) return null
  const typed = line.trim() === '' ? null : line
  const value = typed === null ? { ok: true as const, value: presetOf(field) } : typedValue(field, typed)
  const isMissing = value.ok && value.value === null && field.isRequired
  if (!value.ok || isMissing) {
    const problem = value.ok ? 'an answer is needed' : value.problem
    const sentences = questionSentences({ kind: 'elicitation', request }, form)
    return { type: 'say', sentences: [safe`Not valid: ${safeLine(problem)}.`, ...sentences] }
  }
  const filled = [...given, [field, value.value] as const]
  if (filled.length < mode.fields.length) return { type: 'form', form: { key, given: filled }, request }
  return ask({ type: 'answer-elicitation', key, answer: { type: 'accepted', content: formContent(filled) } })
}

function declined(key: number): TypedCommand {
  return ask({ type: 'answer-elicitation', key, answer: { type: 'declined', by: 'user' } })
}

function ask(intent: Extract<TypedCommand, { type: 'ask' }>['intent']): TypedCommand {
  return { type: 'ask', intent }
}
