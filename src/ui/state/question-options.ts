import type { ProposalDecision } from '../../app/state/proposal.ts'
import { dangerOfOption, type Danger } from '../../app/risk/danger.ts'
import { safestFirst, type PermissionRequest } from '../../app/state/permission.ts'
import type { Question } from '../../app/state/question.ts'
import { memoWeak } from '../../lib/memo.ts'
import type { Intent } from './intent.ts'

export interface QuestionOption {
  /** Raw. */
  readonly name: string
  /** What it allows beyond the request; a dangerous option is marked, and needs a second enter. */
  readonly danger: Danger | null
  /** It holds for future requests too. */
  readonly isLasting: boolean
  readonly answer: Intent
}

/**
 * The answers that a question offers, the safest first; none for a form. `savePath` is the file that a plan would be saved to, raw;
 * null if unknown.
 */
export function optionsOf(question: Question, savePath: string | null = null): readonly QuestionOption[] {
  switch (question.kind) {
    case 'permission':
      return permissionOptions(question.request)
    case 'elicitation':
      return []
    case 'proposal':
      return 'mode' in question.about ? planningOptions : proposalOptions(savePath)
  }
}

/** Whether a question has a plain no as its first option and a plain yes as its second: `n` and `y` select them. */
export function isYesOrNo(question: Question): boolean {
  const options = optionsOf(question)
  if (options.length !== 2 || options.some(({ danger }) => danger !== null)) return false
  if (question.kind !== 'permission') return true
  const [first, second] = safestFirst(question.request.options)
  return first?.kind.startsWith('reject') === true && second?.kind === 'allow_once'
}

/** Cached, since each frame and each key needs them, and an agent may offer thousands. */
const permissionOptions = memoWeak(({ key, options }: PermissionRequest): readonly QuestionOption[] =>
  safestFirst(options).map((option) => ({
    name: option.name.trim() === '' ? option.id : option.name,
    danger: dangerOfOption(option),
    isLasting: option.kind === 'allow_always',
    answer: { type: 'answer', key, optionId: option.id },
  })),
)

function deciding(name: string, decision: ProposalDecision): QuestionOption {
  return { name, danger: null, isLasting: false, answer: { type: 'decide-proposal', decision } }
}

const planningOptions: readonly QuestionOption[] = [
  deciding('No, keep planning', 'refine'),
  deciding('Yes, go on', 'implement'),
]

function proposalOptions(savePath: string | null): readonly QuestionOption[] {
  return [
    deciding('No, refine it', 'refine'),
    deciding(savePath === null ? 'Only save it' : `Save it to ${savePath}`, 'save'),
    deciding('Yes, implement it', 'implement'),
  ]
}
