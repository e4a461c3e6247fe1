import { rewritten } from './line-edit.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { planKeyOfRequest } from '../../app/proposals/match-proposal.ts'
import { safestFirst, type PermissionRequest } from '../../app/state/permission.ts'
import type { Proposal, ProposalDecision } from '../../app/state/proposal.ts'
import { proposalsOf } from '../../app/proposals/session-proposals.ts'
import {
  undecidedIn,
  openQuestion,
  questionKey,
  type Question,
  type QuestionKey,
  type ChoiceQuestion,
} from '../../app/state/question.ts'
import { tabId, withMessage, type TabId, type UiState } from './ui-state.ts'
import { dangerOfOption, type Danger } from '../../app/risk/danger.ts'
import { memoWeak } from '../../lib/memo.ts'
import type { Intent } from './intent.ts'
import { formText } from './question-state.ts'

export interface QuestionOption {
  /** Raw. */
  readonly name: string
  /** What it allows beyond the request; a dangerous option is marked, and needs a second enter. */
  readonly danger: Danger | null
  /** It holds for future requests too. */
  readonly isLasting: boolean
  readonly answer: Intent
}

/** The answers that a question offers, the safest first; none for a form. `savePath`: where a plan would be saved, raw; null: unknown. */
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

/** The tab of the plan that a question is about; null when it is about something else. */
export function planTabOf(question: Question, state: AppState): TabId | null {
  switch (question.kind) {
    case 'permission':
      return tabOfRequest(question.request, state)
    case 'proposal':
      return question.about.planKey === null ? null : tabId(question.sessionId, question.about.planKey)
    case 'elicitation':
      return null
  }
}

function tabOfRequest(request: PermissionRequest, { sessions }: AppState): TabId | null {
  const planKey = planKeyOfRequest(sessions.get(request.sessionId), request)
  return planKey === null ? null : tabId(request.sessionId, planKey)
}

export function tabsWithQuestions(state: AppState): ReadonlySet<TabId> {
  const tabs = new Set<TabId>()
  for (const request of state.permissions) {
    const id = tabOfRequest(request, state)
    if (id !== null) tabs.add(id)
  }
  for (const session of state.sessions.values()) {
    const key = undecidedIn(session, state)?.planKey ?? null
    if (key !== null) tabs.add(tabId(session.id, key))
  }
  return tabs
}

/** The proposal of the shown plan; null: nothing of it was proposed. */
export function shownProposal(ui: UiState, state: AppState): Proposal | null {
  if (ui.tab === null) return null
  for (const session of state.sessions.values())
    for (const proposal of proposalsOf(session))
      if (tabId(session.id, proposal.planKey) === ui.tab) return proposal
  return null
}

/** The open question, if it is answered with one of its options. */
function openChoice(state: AppState): ChoiceQuestion | null {
  const question = openQuestion(state)
  return question?.kind === 'elicitation' ? null : question
}

/** The open question about a plan; null without one. */
export function choiceAbout(tab: TabId, state: AppState): ChoiceQuestion | null {
  const question = openChoice(state)
  return question !== null && planTabOf(question, state) === tab ? question : null
}

/** The question that the feedback answers, while it is the open one. */
export function feedbackQuestion(ui: UiState, state: AppState): ChoiceQuestion | null {
  const question = openChoice(state)
  return question !== null && questionKey(question) === ui.feedback?.questionKey ? question : null
}

/** Moves what was written for a question that has closed meanwhile into the prompt, so that nothing is lost, and says so. */
export function withoutLostAnswers(ui: UiState, state: AppState, nowMs: number): UiState {
  const { form } = ui
  const kept = withoutLostFeedback(ui, state, nowMs)
  if (form === null || state.elicitations.some(({ key }) => key === form.request.key)) return kept
  return withTextKept({ ...kept, form: null }, formText(form), keptInPrompt, nowMs)
}

const keptInPrompt = 'The question is gone: what you wrote for it is in the prompt.'

function withoutLostFeedback(ui: UiState, state: AppState, nowMs: number): UiState {
  const { feedback, writing } = ui
  const isWriting = writing?.kind === 'feedback'
  const isOpen = isWriting
    ? feedbackQuestion(ui, state) !== null
    : feedback === null || isAsked(feedback.questionKey, state)
  if (isOpen) return ui
  const text = feedback?.line.text ?? ''
  const stepDraft =
    text === '' || ui.stepDraft === null ? ui.stepDraft : { ...ui.stepDraft, into: 'prompt' as const }
  const words = isWriting ? 'The question is gone: this is a prompt now.' : keptInPrompt
  const kept = withTextKept({ ...ui, feedback: null, stepDraft }, text, words, nowMs)
  return isWriting ? { ...kept, writing: kept.prompt.line.text === '' ? null : { kind: 'prompt' } } : kept
}

/** Whether a question waits for an answer, shown or not. */
function isAsked(key: QuestionKey, state: AppState): boolean {
  if (state.permissions.some((request) => questionKey({ kind: 'permission', request }) === key)) return true
  return Array.from(state.sessions.values()).some((session) => {
    const about = undecidedIn(session, state)
    return about !== null && questionKey({ kind: 'proposal', sessionId: session.id, about }) === key
  })
}

/** The screen with a text at the end of the prompt, and words about that; the same without a text. */
function withTextKept(ui: UiState, text: string, words: string, nowMs: number): UiState {
  const { line, ...prompt } = ui.prompt
  if (text === '') return ui
  const joined = line.text === '' ? text : `${line.text}\n${text}`
  // Who writes it goes on there.
  const cursor = ui.writing?.kind === 'prompt' ? line.cursor : joined.length
  const written = { ...prompt, line: rewritten(line, joined, cursor), historyAt: null }
  return withMessage({ ...ui, prompt: written }, words, nowMs)
}
