import { fail, ok, type Result } from '../../../lib/result.ts'
import { badRequest } from '../exchange-problems.ts'
import { isObject, type JsonObject, listIn } from '../../../protocol/wire/message.ts'
import {
  closeFaults,
  faultsInto,
  reportFault,
  type Faults,
  type WireProblem,
} from '../../../protocol/wire/wire-problem.ts'
import type { ElicitationField, FieldChoice, FieldValue } from '../../state/elicitation.ts'
import type { ParsedElicitation } from '../read/read-elicitation.ts'
import { ownerOf, textAt, vendorParams } from './request-kind.ts'

/** The names of a question's parts, as its vendor calls them. */
export interface QuestionKeys {
  /** The key of its answer, and the question itself. */
  readonly name: string
  readonly text: string
  /** If any of these is true, several options may be chosen. */
  readonly multiSelectKeys: readonly string[]
  /** The value of an option in the answer, and its label. */
  readonly value: string
  readonly label: string
  /** A question without options is answered with a text. */
  readonly takesText: boolean
}

/** Questions, and options of one, that are shown. */
const maxQuestions = 100
const maxOptions = 1000

/** Reads a vendor's list of questions as a form with a field for each. A problem if none can be asked. Never throws. */
export function readQuestionForm(
  given: unknown,
  keys: QuestionKeys,
  called: string,
): Result<ParsedElicitation, WireProblem> {
  const params = vendorParams(given)
  if (params === null) return fail(badRequest(`${called} without params`, 'params', given))
  const list: unknown = params['questions']
  if (!Array.isArray(list))
    return fail(badRequest(`${called} without a list of questions`, 'params.questions', params))
  const problems: WireProblem[] = []
  const faults = faultsInto(problems, 'bad-request')
  const fields = new Map<string, ElicitationField>()
  for (const [index, item] of listIn(list).slice(0, maxQuestions).entries()) {
    const path = `params.questions[${index}]`
    const field = readQuestion(item, { keys, path, faults })
    if (field === null) continue
    if (!fields.has(field.name)) fields.set(field.name, field)
    else {
      const text = 'a question with the name of one before it is ignored'
      reportFault(faults, { path: `${path}.${keys.name}`, text, weight: 'rejected', value: item })
    }
  }
  if (list.length > maxQuestions) {
    const text = `only the first ${maxQuestions} of ${list.length} questions are asked`
    const path = `params.questions[${maxQuestions}]`
    reportFault(faults, { path, text, weight: 'rejected', value: list[maxQuestions] })
  }
  closeFaults(faults, 'params.questions')
  if (fields.size === 0) {
    const [first] = problems
    const text = `${called} without a question that could be asked`
    return fail(first ?? badRequest(text, 'params.questions', params))
  }
  const title = textAt(params, 'title', problems).trim()
  const { sessionId, toolCallId } = ownerOf(params)
  const mode = { type: 'form', title: null, description: null, fields: [...fields.values()] } as const
  const message = title === '' ? 'The agent has a question' : title
  return ok({ sessionId: sessionId ?? undefined, toolCallId, message, mode, problems })
}

interface QuestionPosition {
  readonly keys: QuestionKeys
  readonly path: string
  readonly faults: Faults
}

function readQuestion(item: unknown, place: QuestionPosition): ElicitationField | null {
  const { keys, path, faults } = place
  const bad = (text: string, at: string): null => {
    reportFault(faults, { path: at, text, weight: 'rejected', value: item })
    return null
  }
  if (!isObject(item)) return bad('the question is not an object, and is ignored', path)
  const name = nameAt(item, keys.name)
  if (name === null) return bad(`the question has no ${keys.name}, and is ignored`, `${path}.${keys.name}`)
  const words = item[keys.text]
  const title = typeof words === 'string' && words.trim() !== '' ? words : name
  const choices = readOptions(item['options'], place)
  const common = { name, title, description: null, isRequired: true }
  if (choices.length === 0) {
    if (!keys.takesText)
      return bad('the question has no options to choose from, and is ignored', `${path}.options`)
    const free = { minLength: null, maxLength: null, pattern: null, format: null, value: null }
    return { ...common, type: 'text', ...free }
  }
  if (keys.multiSelectKeys.some((key) => item[key] === true))
    return { ...common, type: 'choices', choices, minItems: 1, maxItems: null, value: [] }
  return { ...common, type: 'choice', choices, value: null }
}

function readOptions(value: unknown, { keys, path, faults }: QuestionPosition): readonly FieldChoice[] {
  const choices = new Map<string, FieldChoice>()
  for (const [index, item] of listIn(value).slice(0, maxOptions).entries()) {
    // Some agents send labels only.
    const option: JsonObject = isObject(item) ? item : { [keys.value]: item }
    const own = nameAt(option, keys.value)
    if (own === null || choices.has(own)) {
      const at = `${path}.options[${index}].${keys.value}`
      const text = own === null ? 'an option without a value is ignored' : 'a repeated option is ignored'
      reportFault(faults, { path: at, text, weight: 'rejected', value: item })
      continue
    }
    const label = option[keys.label]
    const description = option['description']
    choices.set(own, {
      value: own,
      title: typeof label === 'string' && label.trim() !== '' ? label : own,
      description: typeof description === 'string' && description.trim() !== '' ? description : null,
    })
  }
  return [...choices.values()]
}

function nameAt(item: JsonObject, key: string): string | null {
  const value = item[key]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** What was chosen or typed, as a list. */
export function toOptionIds(value: FieldValue): readonly string[] {
  return typeof value === 'object' ? value : [String(value)]
}

/** A single choice as itself, several as a list. */
export function toFieldValue(chosen: unknown): FieldValue | null {
  const all = (Array.isArray(chosen) ? chosen : [chosen]).filter((each) => typeof each === 'string')
  const [first, ...rest] = all
  if (first === undefined) return null
  return rest.length === 0 ? first : all
}
