import type { PlanDocument } from '../../app/ports/plan-document.ts'
import { stepStillRuns, statusGlyph, statusWord, priorityWord, type GlyphLook } from '../../app/words/step.ts'
import { uncertainSentence } from '../../app/words/plan.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import type { PlanEntry } from '../../protocol/plans/plan-content.ts'
import { heldSteps, planProgress, type Plan } from '../../plans/plan.ts'
import {
  type TrackedEntry,
  factWords,
  hasNewPriority,
  hasNewReason,
  waitForSame,
  waitsForWords,
} from '../../plans/steps/tracked-entry.ts'
import { isReworded } from '../../plans/matching/step-words.ts'
import type { PlanChange } from '../plan-kinds/plan-output.ts'
import { planOutputOf } from '../plan-kinds/plan-kinds.ts'
import { short, stepText } from '../../app/words/text.ts'

/** Further changes of one update are only counted. */
const maxChanges = 100

/** A summary that follows the plan's name: `3 of 7 done`, `markdown, 12 lines`. */
export function planSummary(plan: Plan, document: PlanDocument | null = null): SafeText {
  return planOutputOf(plan.body).summary(plan, plan.body, document)
}

export function planContent(plan: Plan, document: PlanDocument | null, look: GlyphLook): readonly SafeText[] {
  const { body } = plan
  return planOutputOf(body).lines(body, { ...look, document, held: heldSteps(plan) })
}

/** A line for each change, which follows the plan's name. The caller writes the lines of new and removed plans. */
export function changeLines(
  plan: Plan,
  changes: readonly PlanChange[],
  isAscii: boolean,
): readonly SafeText[] {
  const lines = changes.slice(0, maxChanges).flatMap((change) => changeLine(plan, change, isAscii))
  const rest = changes.length - maxChanges
  return rest > 0 ? [...lines, safe`${progressText(plan)}and ${rest} more changes`] : lines
}

/** `3/7 ` before a step; empty for a plan without steps. */
function progressText(plan: Plan): SafeText {
  const progress = planProgress(plan)
  return progress === null ? safe`` : safe`${progress.done}/${progress.total} `
}

function changeLine(plan: Plan, change: PlanChange, isAscii: boolean): readonly SafeText[] {
  const progress = progressText(plan)
  const step = (entry: TrackedEntry, facts: readonly string[]): readonly SafeText[] => {
    const sign = statusGlyph(entry.status, { isAscii, isAtWork: true })
    const told = heldSteps(plan).has(entry.key) ? [...facts, stepStillRuns] : facts
    return [safe`${progress}${sign} ${stepText(entry.content)} · ${safeLine(told.join(', '))}`]
  }
  switch (change.type) {
    case 'entry-added':
      return step(change.entry, ['new', ...newEntryFacts(change.entry)])
    case 'entry-changed':
      return step(change.entry, entryChanges(change.before, change.entry))
    case 'entry-dropped':
      return [safe`${progress}- ${stepText(change.entry.content)} · dropped`]
    case 'reordered':
      return [safe`${progress}the steps are in another order`]
    case 'certainty':
      return change.isUncertain ? [uncertainSentence] : []
    case 'cleared':
      return [safe`cleared by the agent (${change.entries.length} dropped)`]
    case 'retitled':
      return change.before === null ? [] : [safeLine(`was called ${short(change.before)}`)]
    case 'replaced':
      return [safe`${planSummary(plan)} (was another kind of plan)`]
    case 'text-changed':
      return [safe`${textChange(change.added, change.removed)} (${planSummary(plan)})`]
    case 'uri-changed':
    case 'progress-changed':
      return [planSummary(plan)]
    case 'payload-changed':
      return [safe`${planSummary(plan)} changed`]
    case 'appeared':
    case 'returned':
    case 'removed':
      return []
  }
}

export function textChange(added: number, removed: number): SafeText {
  if (added === 0 && removed === 0) return safe`the last line has changed`
  const sum = [added > 0 ? `+${added}` : '', removed > 0 ? `-${removed}` : ''].filter((part) => part !== '')
  return safeLine(`${sum.join(' ')} ${added + removed === 1 ? 'line' : 'lines'}`)
}

function newEntryFacts(entry: PlanEntry): readonly string[] {
  const priority = priorityWord(entry.priority)
  const waits = factWords(entry)
  const facts = [...(priority === null ? [] : [`${priority} priority`]), ...(waits === '' ? [] : [waits])]
  return entry.status === 'pending' ? facts : [statusWord(entry.status), ...facts]
}

function entryChanges(before: PlanEntry, entry: PlanEntry): readonly string[] {
  const changes: string[] = []
  if (before.status !== entry.status) changes.push(statusWord(entry.status))
  if (isReworded(before, entry)) changes.push(`reworded, before: ${stepText(before.content)}`)
  if (hasNewPriority(before, entry))
    changes.push(`priority ${safeLine(entry.priority) || 'none'} (was ${safeLine(before.priority)})`)
  if (!waitForSame(before, entry)) changes.push(waitsForWords(entry) || 'waits for no other step')
  if (hasNewReason(before, entry)) changes.push(`reason: ${entry.told?.reason ?? ''}`)
  return changes
}
