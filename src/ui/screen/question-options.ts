import { dangerOf, safestFirst, type Danger } from '../../app/permission.ts'
import type { Question } from '../../app/question.ts'
import type { Intent } from '../keys/acted.ts'

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

/** The answers of a question, the safest first. A form has none: it is filled in. */
export function optionsOf(question: Question): readonly QuestionOption[] {
  switch (question.kind) {
    case 'permission': {
      const { key, options } = question.request
      return safestFirst(options).map((option) => ({
        name: option.name.trim() === '' ? option.id : option.name,
        danger: dangerOf(option),
        isLasting: option.kind === 'allow_always',
        answer: { type: 'answer', key, optionId: option.id },
      }))
    }
    case 'elicitation':
      return []
    case 'proposal':
      return proposalOptions
  }
}

const harmless = { danger: null, isLasting: false } as const

const proposalOptions: readonly QuestionOption[] = [
  {
    name: 'No, stay and refine it',
    ...harmless,
    answer: { type: 'decide-proposal', decision: 'refine' },
  },
  {
    name: 'Save it, nothing else',
    ...harmless,
    answer: { type: 'decide-proposal', decision: 'save' },
  },
  {
    name: 'Yes, implement it',
    ...harmless,
    answer: { type: 'decide-proposal', decision: 'implement' },
  },
]
