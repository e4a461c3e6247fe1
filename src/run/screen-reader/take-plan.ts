import type { Clipboard, PlanFiles, TakenPlan, TakingMoment } from '../../app/ports/plan-taking.ts'
import { currentSession, type AppState } from '../../app/state/app-state.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { copyWords, needsFile, takenWords } from '../../ui/taking/taking-words.ts'
import { noPlanToTake, notSaved } from '../../app/words/plan.ts'

export interface TakePlanParts {
  readonly state: AppState
  readonly nowMs: number
  readonly isAscii: boolean
  readonly files: PlanFiles
  readonly clipboard: Clipboard
}

/** Copies the plan of the current session that has changed last, or saves it if there is a path. What became of it. */
export async function takePlan(path: string | null, parts: TakePlanParts): Promise<SafeText> {
  const { state, nowMs, isAscii, files, clipboard } = parts
  const taken = lastChanged(state)
  if (taken === null) return noPlanToTake
  const { takenWriter } = await import('../../outputs/taken/write-taken.ts')
  const moment: TakingMoment = { state, nowMs, isAscii, document: null }
  const title = safeLine(takenWriter.title(taken, state).slice(0, 200))
  if (path === null) {
    const text = takenWriter.asMarkdown(taken, moment)
    const outcome = await clipboard.copy(text)
    const saved = needsFile(outcome) ? await files.saveCopy(takenWriter.fileTitle(taken, state), text) : null
    return safe`${title}: ${safeLine(copyWords(takenWords(taken), outcome, saved))}`
  }
  const json = path.toLowerCase().endsWith('.json') ? takenWriter.asJson(taken, moment) : null
  const saved = await files.saveAs(path, json ?? takenWriter.asMarkdown(taken, moment))
  return saved.ok ? safe`${title}: saved to ${safeLine(saved.value)}` : safeLine(notSaved(saved.problem))
}

/** The plan of the current session that has changed last; null: there is none. */
export function lastChanged(state: AppState): TakenPlan | null {
  const session = currentSession(state)
  const plans = [...(session?.plans.values() ?? [])].filter(({ removedAtMs }) => removedAtMs === null)
  const [plan] = plans.toSorted((one, other) => other.changedAtMs - one.changedAtMs)
  if (session === null || plan === undefined) return null
  return { type: 'plan', sessionId: session.id, plan, revision: null, steps: null, since: null }
}
