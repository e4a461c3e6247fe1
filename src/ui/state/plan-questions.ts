import { lineWith } from './line-edit.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { planKeyOfRequest } from '../../app/proposals/match-proposal.ts'
import type { PermissionRequest } from '../../app/state/permission.ts'
import type { Proposal } from '../../app/state/proposal.ts'
import { proposalsOf } from '../../app/proposals/session-proposals.ts'
import {
  undecidedIn,
  type Question,
  openQuestion,
  questionKey,
  type ChoiceQuestion,
} from '../../app/state/question.ts'
import { tabId, type TabId, type UiState, withMessage } from './ui-state.ts'

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

/** The proposal whose tab is shown, or null. */
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

/** Moves the feedback into the prompt when its question has closed meanwhile, so that no text is lost. */
export function withoutLostFeedback(ui: UiState, state: AppState, nowMs: number): UiState {
  if (ui.writing?.kind !== 'feedback' || feedbackQuestion(ui, state) !== null) return ui
  const text = [ui.prompt.line.text, ui.feedback?.line.text ?? ''].filter((part) => part !== '').join('\n')
  const closed: UiState = { ...ui, feedback: null, writing: text === '' ? null : { kind: 'prompt' } }
  if (text === '') return closed
  const prompt = { ...ui.prompt, line: lineWith(text) }
  const stepDraft = ui.stepDraft === null ? null : { ...ui.stepDraft, into: 'prompt' as const }
  return withMessage({ ...closed, prompt, stepDraft }, 'The question is gone: this is a prompt now.', nowMs)
}
