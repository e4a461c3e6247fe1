import { isOnlyShown, type AppState } from '../../app/state/app-state.ts'
import { rejectOption } from '../../app/state/permission.ts'
import type { Question } from '../../app/state/question.ts'
import { titleForSaving } from '../../app/proposals/session-proposals.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import { formDialog } from '../form/form-dialog.ts'
import { keyWords } from '../keys/key-map.ts'
import { isRoomy } from '../paint/layout.ts'
import { openLayers } from '../state/open-layers.ts'
import { sessionName } from '../../app/words/session.ts'
import type { UiState } from '../state/ui-state.ts'
import { optionsDialog, type Dialog, type DialogFrame } from './dialog.ts'

/** The dialog of an open question: its options, or the form of an elicitation. */
export function questionDialog(
  question: Question,
  { state, ui }: { readonly state: AppState; readonly ui: UiState },
  frame: Pick<DialogFrame, 'theme' | 'columns' | 'rows' | 'documentCache' | 'nowMs'> & {
    readonly planFile?: (title: string) => string
  },
): Dialog {
  const { question: withKeys, isResting, panel, writing } = openLayers(ui, state)
  const isRejecting = writing?.kind === 'feedback'
  const open = state.permissions.length + state.elicitations.length
  const dialogFrame: DialogFrame = {
    ...frame,
    savePath: savePath(question, state, frame.planFile),
    hasFocus: withKeys !== null || (isRejecting && canBeRejected(question)),
    // The help needs the rows.
    isResting: (isResting || panel === 'help') && !isRejecting,
    answerKey: keyWords(ui.keys, 'answer'),
    isOnlyShown: isOnlyShown(state),
    isElsewhere: state.observed !== null,
    // A proposal is shown only if no other question is open.
    waiting: Math.max(0, open - 1),
    asker: askerOf(question, state),
  }
  switch (question.kind) {
    case 'permission':
    case 'proposal':
      return optionsDialog(question, ui, dialogFrame)
    case 'elicitation': {
      const agent = state.agent === null ? 'the agent' : (state.agent.title ?? state.agent.name)
      return formDialog(question.request, ui.form, { ...dialogFrame, agent, isRoomy: isRoomy(ui.rows) })
    }
  }
}

function savePath(
  question: Question,
  { sessions }: AppState,
  planFile: ((title: string) => string) | undefined,
): string | null {
  const session = question.kind === 'proposal' ? sessions.get(question.sessionId) : undefined
  return session === undefined ? null : (planFile?.(titleForSaving(session)) ?? null)
}

/** The name of the session that asks, if it is not the shown one. */
function askerOf(question: Question, { sessions, currentSessionId }: AppState): SafeText | null {
  if (question.kind === 'proposal') return null
  const { sessionId } = question.request
  const session = sessionId === null || sessionId === currentSessionId ? undefined : sessions.get(sessionId)
  return session === undefined ? null : sessionName(session)
}

/** Whether there is an option that rejects: it is selected while the user writes feedback. */
function canBeRejected(question: Question): boolean {
  if (question.kind === 'permission') return rejectOption(question.request.options) !== null
  return question.kind === 'proposal'
}
