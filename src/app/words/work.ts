/** What was done in a step, and what there is to doubt. */
import { counted } from '../../lib/text/wording.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { cutLine } from '../../lib/text/width.ts'
import { maxFiles, maxStepQuestions, type StepWork } from '../state/step-work.ts'
import type { Plan } from '../../plans/plan.ts'
import { stepWords } from './step.ts'
import { listedDoubts, type Doubt, type Doubts } from '../work/doubts.ts'

/**
 * The work of a step in parts, the weightiest first: `2 edits in 1 file +61 −12`, `3 commands, 1 failed`, `9 reads`; empty if there is
 * none. What an agent does not tell is called so, and is never zero.
 */
export function workParts(work: StepWork, isAscii: boolean): readonly SafeText[] {
  const kinds = (...names: readonly string[]): number =>
    names.reduce((sum, name) => sum + (work.kinds.get(name) ?? 0), 0)
  const reads = kinds('read')
  const searches = kinds('search')
  const commands = work.commands
  const edits = kinds('edit', 'delete', 'move')
  const others = Math.max(0, work.calls - reads - searches - commands - edits - work.rejected)
  return [
    ...(edits > 0 ? [editWords(work, edits, isAscii)] : []),
    ...(commands > 0 ? [commandWords(work)] : []),
    ...(reads > 0 ? [counted(reads, 'read')] : []),
    ...(searches > 0 ? [counted(searches, 'search', 'searches')] : []),
    ...(others > 0 ? [counted(others, 'other call')] : []),
    ...(work.questions.length > 0 ? [questionWords(work)] : []),
    ...(work.failed > work.failedCommands
      ? [safe`${counted(work.failed - work.failedCommands, 'call')} failed`]
      : []),
    ...(work.rejected > 0 ? [safe`${counted(work.rejected, 'call')} rejected`] : []),
    ...(work.childs > 0 ? [safe`${work.childs} by sub-agents`] : []),
    ...(work.shared > 0 ? [safe`${work.shared} shared with other steps`] : []),
  ]
}

function editWords({ files, moreFiles }: StepWork, edits: number, isAscii: boolean): SafeText {
  const changed = [...files.values()].filter(({ changes }) => changes > 0)
  const words = counted(edits, 'edit')
  if (changed.length === 0) return words
  const [added, removed, untold] = changed.reduce(
    ([plus, minus, rest], file) => [plus + file.added, minus + file.removed, rest + file.untold],
    [0, 0, 0],
  )
  const where = moreFiles > 0 ? safe`${maxFiles} files and more` : counted(changed.length, 'file')
  const lines = safe`+${added} ${isAscii ? safe`-` : safe`−`}${removed}`
  if (untold === 0) return safe`${words} in ${where} ${lines}`
  const isAll = changed.every((file) => file.untold === file.changes)
  return isAll
    ? safe`${words} in ${where}, lines not told`
    : safe`${words} in ${where} ${lines}, lines of ${untold} not told`
}

function commandWords({ commands, failedCommands, untoldExits }: StepWork): SafeText {
  const failed = failedCommands > 0 ? safe`, ${failedCommands} failed` : safe``
  const untold = untoldExits > 0 ? safe`, ${counted(untoldExits, 'exit code')} not told` : safe``
  return safe`${counted(commands, 'command')}${failed}${untold}`
}

function questionWords({ questions: { length } }: StepWork): SafeText {
  return length < maxStepQuestions ? counted(length, 'question') : safe`${length} questions and more`
}

/** A doubt in a few words, without the name of its step; of files and steps the first ones are named. */
export function doubtWords(doubt: Doubt): SafeText {
  switch (doubt.type) {
    case 'nothing-seen':
      return safe`nothing seen`
    case 'never-begun':
      return doubt.others === 0
        ? safe`never begun`
        : safe`never begun, with ${counted(doubt.others, 'other')} at once`
    case 'after-failure':
      return safe`after a failure`
    case 'stale':
      return doubt.minutes === 0
        ? safe`stale: ${counted(doubt.calls, 'call')} since the plan last changed`
        : safe`stale: ${counted(doubt.calls, 'call')} and ${doubt.minutes} min since the plan last changed`
    case 'dropped':
      return [
        safe`dropped: ${counted(doubt.steps.length, 'open step')}`,
        ...named(doubt.steps, stepName),
      ].join(', ') as SafeText
    case 'left-open':
      return safe`left open: ${counted(doubt.steps, 'step')}`
    case 'outside':
      return [
        safe`outside: ${counted(doubt.paths.length, 'file')} changed while no step was in progress`,
        ...named(doubt.paths),
      ].join(', ') as SafeText
  }
}

/** The doubts about a plan in the order of its steps, each of a step with its name before it. */
export function namedDoubts(plan: Plan, doubts: Doubts): readonly SafeText[] {
  return listedDoubts(plan, doubts).map(({ doubt, step }) =>
    step === null ? doubtWords(doubt) : safe`${stepName(step.content)}: ${doubtWords(doubt)}`,
  )
}

/** What was changed since a plan was approved, and is named by no step and not by the plan (`unnamedFiles`); the first ones by name. */
export function unnamedWords(paths: readonly string[]): SafeText {
  const files = counted(paths.length, 'file')
  return [
    safe`changed since its approval, and named by no step and not in it: ${files}`,
    ...named(paths),
  ].join(', ') as SafeText
}

/** Files or steps that are named of many. */
const mostNamed = 5

function named(all: readonly string[], nameOf = fileName): readonly SafeText[] {
  const first = all.slice(0, mostNamed).map(nameOf)
  const rest = all.length - first.length
  return rest > 0 ? [...first, safe`and ${rest} more`] : first
}

const longestName = 200

function fileName(path: string): SafeText {
  return cutLine(path, longestName)
}

function stepName(content: string): SafeText {
  return safe`“${cutLine(stepWords(content), longestName)}”`
}
