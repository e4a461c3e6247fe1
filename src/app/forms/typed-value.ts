import { fail, ok, type Result } from '../../lib/result.ts'
import { checkField } from './check-field.ts'
import type { ElicitationField, FieldChoice, FieldValue } from '../state/elicitation.ts'

/**
 * Parses a line typed for a field: a value that its schema allows, null for an empty line, or what is wrong. Choices
 * are typed by number (from 1), title or value, several of them with commas between.
 */
export function typedValue(field: ElicitationField, line: string): Result<FieldValue | null, string> {
  const read = line.trim() === '' ? ok(null) : readValue(field, line)
  if (!read.ok) return read
  const problem = checkField(field, read.value)
  return problem === null ? read : fail(problem)
}

function readValue(field: ElicitationField, line: string): Result<FieldValue, string> {
  const text = line.trim()
  switch (field.type) {
    case 'text':
      return ok(line)
    case 'number':
      return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)
        ? ok(Number(text))
        : fail(field.isInteger ? 'a whole number is needed' : 'a number is needed')
    case 'boolean':
      if (/^(?:y|yes|true|on|1)$/i.test(text)) return ok(true)
      return /^(?:n|no|false|off|0)$/i.test(text) ? ok(false) : fail('yes or no is needed')
    case 'choice': {
      const choice = choiceOf(field.choices, text)
      return choice === undefined ? fail('one of the choices is needed') : ok(choice.value)
    }
    case 'choices': {
      const chosen = text.split(',').map((part) => choiceOf(field.choices, part.trim()))
      const values = chosen.flatMap((choice) => (choice === undefined ? [] : [choice.value]))
      return values.length < chosen.length ? fail('some of the choices are needed') : ok([...new Set(values)])
    }
  }
}

function choiceOf(choices: readonly FieldChoice[], text: string): FieldChoice | undefined {
  const lower = text.toLowerCase()
  return (
    choices.find(({ value, title }) => value === text || title.toLowerCase() === lower) ??
    (/^\d{1,9}$/.test(text) ? choices[Number(text) - 1] : undefined)
  )
}
