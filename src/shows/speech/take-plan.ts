import { rejectOption } from '../../app/state/permission.ts'
import { currentSession, type AppState } from '../../app/state/app-state.ts'
import type { Clipboard, PlanFiles, TakenPlan, TextEditor } from '../../app/ports/plan-taking.ts'
import { noPlanToTake, notSaved } from '../../app/words/plan.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import type { TextPatch } from '../../plans/comparison/line-diff.ts'
import type { AgentOrder } from '../../app/ports/agent-control.ts'
import { planTabOf } from '../../ui/state/questions.ts'
import { tabId } from '../../ui/state/ui-state.ts'
import { copyTaken, editRequest, editTaken, editWords, type TakenWith } from '../../ui/state/taking.ts'
import { openQuestion } from '../../app/state/question.ts'

/** A plan that the user has changed in the editor, and that is not sent yet. */
export interface ChangedInEditor {
  readonly taken: TakenPlan
  /** Raw. */
  readonly title: string
  /** The user's text. */
  readonly file: string
  readonly patch: TextPatch
}

export interface TakingParts {
  readonly state: AppState
  readonly nowMs: number
  readonly isAscii: boolean
  readonly files: PlanFiles
}

export interface EditPlanParts extends TakingParts {
  readonly editor: TextEditor
}

export interface TakePlanParts extends TakingParts {
  readonly clipboard: Clipboard
}

/** What is said after an edit, and what can be sent; null: nothing. */
export interface EditResult {
  readonly sentences: readonly SafeText[]
  readonly changed: ChangedInEditor | null
}

/** Opens a copy of a plan in the user's editor. */
export async function editPlan(taken: TakenPlan, { editor, ...parts }: EditPlanParts): Promise<EditResult> {
  const given = await takenWith(parts)
  const title = given.writer.title(taken, parts.state).slice(0, 200)
  const outcome = await editTaken(taken, editor, given)
  if (outcome.type === 'no-editor')
    return said(safe`Neither $VISUAL nor $EDITOR is set. Type /save with a name to save the plan.`)
  if (outcome.type !== 'changed') return said(safeLine(editWords(outcome) ?? ''))
  const { file, patch } = outcome
  return {
    sentences: [
      safe`${safeLine(title)}: you have changed it. Lines added: ${patch.added}. Lines removed: ${patch.removed}.`,
      ...patch.text.split('\n').map((line) => safeLine(line)),
      ...(patch.isCut ? [safe`More changes are left out here.`] : []),
      safe`Nothing is sent yet. Type /send to send the changes to the agent. Your text is in ${safeLine(file)}.`,
    ],
    changed: { taken, title, file, patch },
  }
}

function said(sentence: SafeText): EditResult {
  return { sentences: [sentence], changed: null }
}

/** The changes as the feedback of the question about the plan, else as a prompt. null: there is no session to send them to. */
export function sendingOf(changed: ChangedInEditor, state: AppState): AgentOrder | null {
  const { sessionId, plan } = changed.taken
  const question = openQuestion(state)
  const isAbout = question !== null && planTabOf(question, state) === tabId(sessionId, plan.key)
  if (isAbout && question.kind === 'permission') {
    const { key, options } = question.request
    const rejection = rejectOption(options)
    if (rejection !== null)
      return { type: 'answer', key, optionId: rejection.id, feedback: editRequest(changed, true) }
  }
  return currentSession(state)?.id === sessionId
    ? { type: 'prompt', text: editRequest(changed, isAbout) }
    : null
}

async function takenWith({ files, ...now }: TakingParts): Promise<TakenWith> {
  const { takenWriter: writer } = await import('../../outputs/taken/write-taken.ts')
  return { writer, files, moment: { ...now, document: null } }
}

/** Copies the plan of the current session that has changed last, or saves it if there is a path. What became of it. */
export async function takePlan(
  path: string | null,
  { clipboard, ...parts }: TakePlanParts,
): Promise<SafeText> {
  const taken = lastChangedPlan(parts.state)
  if (taken === null) return noPlanToTake
  const given = await takenWith(parts)
  const { writer, moment, files } = given
  const title = safeLine(writer.title(taken, parts.state).slice(0, 200))
  if (path === null) return safe`${title}: ${safeLine((await copyTaken(taken, clipboard, given)).words)}`
  const json = path.toLowerCase().endsWith('.json') ? writer.asJson(taken, moment) : null
  const saved = await files.saveAs(path, json ?? writer.asMarkdown(taken, moment))
  return saved.ok ? safe`${title}: saved to ${safeLine(saved.value)}` : safeLine(notSaved(saved.problem))
}

/** The plan of the current session that has changed last; null: there is none. */
export function lastChangedPlan(state: AppState): TakenPlan | null {
  const session = currentSession(state)
  const plans = [...(session?.plans.values() ?? [])].filter(({ removedAtMs }) => removedAtMs === null)
  const [plan] = plans.toSorted((one, other) => other.changedAtMs - one.changedAtMs)
  if (session === null || plan === undefined) return null
  return { type: 'plan', sessionId: session.id, plan, revision: null, steps: null, since: null }
}
