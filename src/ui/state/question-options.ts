import { dangerOf, safestFirst, type Danger, type PermissionRequest } from '../../app/state/permission.ts'
import type { Question } from '../../app/state/question.ts'
import type { Intent } from '../keys/key-result.ts'

/** One of the answers that a question offers. */
export interface QuestionOption {
  /** Raw. */
  readonly name: string
  /** What it allows beyond what is asked for: then it is marked, and needs a second enter. */
  readonly danger: Danger | null
  /** That holds from now on. */
  readonly isLasting: boolean
  readonly answer: Intent
}

/**
 * The answers of a question, the safest first. A form has none: it is filled in. `savesTo` is where a plan would be saved,
 * raw; absent where nobody knows.
 */
export function optionsOf(question: Question, savesTo: string | null = null): readonly QuestionOption[] {
  switch (question.kind) {
    case 'permission':
      return offeredBy(question.request)
    case 'elicitation':
      return []
    case 'proposal':
      return proposalOptions.map((option) => (option === saving ? savingTo(savesTo) : option))
  }
}

/** Each frame and each key asks for them, and an agent may offer thousands. */
const offered = new WeakMap<PermissionRequest, readonly QuestionOption[]>()

function offeredBy(request: PermissionRequest): readonly QuestionOption[] {
  const known = offered.get(request)
  if (known !== undefined) return known
  const { key, options } = request
  const safest = safestFirst(options).map((option): QuestionOption => ({
    name: option.name.trim() === '' ? option.id : option.name,
    danger: dangerOf(option),
    isLasting: option.kind === 'allow_always',
    answer: { type: 'answer', key, optionId: option.id },
  }))
  offered.set(request, safest)
  return safest
}

const harmless = { danger: null, isLasting: false } as const

const saving: QuestionOption = {
  name: 'Save it, nothing else',
  ...harmless,
  answer: { type: 'decide-proposal', decision: 'save' },
}

function savingTo(file: string | null): QuestionOption {
  return file === null ? saving : { ...saving, name: `Save it to ${file}` }
}

const proposalOptions: readonly QuestionOption[] = [
  {
    name: 'No, stay and refine it',
    ...harmless,
    answer: { type: 'decide-proposal', decision: 'refine' },
  },
  saving,
  {
    name: 'Yes, implement it',
    ...harmless,
    answer: { type: 'decide-proposal', decision: 'implement' },
  },
]
