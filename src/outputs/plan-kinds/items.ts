import {
  stepStillRuns,
  stillRunsWords,
  isKnownStatus,
  priorityWord,
  statusGlyph,
  statusWord,
} from '../../app/words/step.ts'
import { uncertainSentence } from '../../app/words/plan.ts'
import { clockTime } from '../../lib/text/duration.ts'
import { isBlankText, safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import type { ItemsBody } from '../../plans/kinds/items.ts'
import { heldSteps, isHeld, planProgress, type Plan } from '../../plans/plan.ts'
import {
  activeTimeMs,
  isGivenUp,
  type TrackedEntry,
  factWords,
  hasNewPriority,
  hasNewReason,
  waitForSame,
} from '../../plans/steps/tracked-entry.ts'
import type { WorkTime } from '../../plans/steps/step-times.ts'
import type { JsonEntry } from '../schema/plan-content/items.ts'
import type { JsonContentOf } from '../schema/plan-content/plan-content.ts'
import type {
  MarkdownPen,
  PlanChange,
  PlanOutput,
  JsonContext,
  LinesLook,
  WrittenSection,
} from './plan-output.ts'
import { stepText } from '../../app/words/text.ts'

export const items: PlanOutput<ItemsBody, JsonContentOf<'items'>> = {
  summary(plan, { isUncertain }) {
    const progress = planProgress(plan)
    const rest = isUncertain ? safe`, may be incomplete` : safe``
    if (progress !== null) return safe`${progress.done} of ${progress.total} done${heldWords(plan)}${rest}`
    return safe`${safeLine(plan.isCleared ? 'cleared by the agent, no steps' : 'no steps')}${rest}`
  },
  lines: ({ entries }, look) =>
    entries.flatMap((entry, index) => {
      const line = safe`  ${textLine(entry, look)}`
      const group = groupBefore(entries, index)
      return group === null ? [line] : [safe`  ${stepText(group)}:`, line]
    }),
  changes: itemChanges,
  sentence(plan, { isUncertain }) {
    const progress = planProgress(plan)
    const rest = isUncertain ? safe` It may be incomplete.` : safe``
    return progress === null
      ? safe`No steps.${rest}`
      : safe`${progress.done} of ${progress.total} done${heldWords(plan)}.${rest}`
  },
  jsonContent: (plan, { entries, isUncertain }, context) => ({
    ...jsonSteps(entries, context),
    isCleared: plan.isCleared,
    ...(isUncertain ? { isUncertain } : {}),
  }),
  markdown(plan, { entries, isUncertain }, section) {
    const none = plan.isCleared ? 'Cleared by the agent: no steps.' : 'No steps.'
    const held = heldSteps(plan)
    const lines = entries.map((entry, index) => {
      const group = groupBefore(entries, index)
      const step = markdownLine(entry, section)
      const line = held.has(entry.key) ? `${step} (${stepStillRuns})` : step
      if (group === null) return line
      return `${index === 0 ? '' : '\n'}**${section.pen.words(group)}**\n\n${line}`
    })
    const steps = lines.join('\n') || none
    return isUncertain ? `${steps}\n\n${uncertainSentence}` : steps
  },
}

/** The name of the part of the plan that begins with an entry; null: none does. */
function groupBefore(entries: readonly TrackedEntry[], index: number): string | null {
  const group = entries[index]?.told?.group
  return group === entries[index - 1]?.told?.group ? null : (group ?? 'Others')
}

/** Follows the count: what keeps steps from being done that are reported as such; '' for none. */
function heldWords(plan: Plan): SafeText {
  return isHeld(plan) ? safeLine(`, ${stillRunsWords(plan.running)}`) : safe``
}

function textLine(entry: TrackedEntry, look: LinesLook): SafeText {
  const facts: SafeText[] = []
  const priority = priorityWord(entry.priority)
  const isUnfinished = entry.status === 'in_progress' && !look.isAtWork
  const isSaid = isGivenUp(entry.status) || entry.status === 'blocked'
  if (!isKnownStatus(entry.status) || isSaid || isUnfinished)
    facts.push(statusWord(entry.status, look.isAtWork))
  if (priority !== null) facts.push(safe`${priority} priority`)
  const waits = safeLine(factWords(entry))
  if (waits !== '') facts.push(waits)
  if (look.held.has(entry.key)) facts.push(safeLine(stepStillRuns))
  const step = safe`${statusGlyph(entry.status, look)} ${stepText(entry.content)}`
  return facts.length === 0 ? step : safe`${step} · ${safeLine(facts.join(', '))}`
}

function itemChanges(before: ItemsBody, after: ItemsBody): readonly PlanChange[] {
  const changes = entryChanges(before, after)
  return before.isUncertain === after.isUncertain
    ? changes
    : [...changes, { type: 'certainty', isUncertain: after.isUncertain }]
}

function entryChanges(before: ItemsBody, after: ItemsBody): readonly PlanChange[] {
  if (after.entries.length === 0)
    return before.entries.length === 0 ? [] : [{ type: 'cleared', entries: before.entries }]
  const old = new Map(before.entries.map((entry) => [entry.key, entry]))
  const changes: PlanChange[] = []
  let lastKey = -1
  let isReordered = false
  const places = new Map(before.entries.map((entry, index) => [entry.key, index]))
  after.entries.forEach((entry, index) => {
    const was = old.get(entry.key)
    if (was === undefined) {
      changes.push({ type: 'entry-added', entry, index })
      return
    }
    old.delete(entry.key)
    const place = places.get(entry.key) ?? -1
    if (place < lastKey) isReordered = true
    lastKey = place
    if (!isSameEntry(was, entry)) changes.push({ type: 'entry-changed', before: was, entry, index })
  })
  const dropped = [...old.values()].map((entry): PlanChange => ({
    type: 'entry-dropped',
    entry,
    index: places.get(entry.key) ?? 0,
  }))
  return isReordered ? [...dropped, ...changes, { type: 'reordered' }] : [...dropped, ...changes]
}

function isSameEntry(one: TrackedEntry, other: TrackedEntry): boolean {
  return (
    one.content === other.content &&
    one.status === other.status &&
    !hasNewPriority(one, other) &&
    one.told?.group === other.told?.group &&
    !hasNewReason(one, other) &&
    waitForSame(one, other)
  )
}

function jsonSteps(
  entries: readonly TrackedEntry[],
  { changes, work }: JsonContext,
): Omit<JsonContentOf<'items'>, 'isCleared' | 'isUncertain'> {
  const changed = new Map<number, TrackedEntry | null>()
  const dropped: TrackedEntry[] = []
  for (const change of changes) {
    if (change.type === 'entry-added') changed.set(change.entry.key, null)
    if (change.type === 'entry-changed') changed.set(change.entry.key, change.before)
    if (change.type === 'entry-dropped') dropped.push(change.entry)
    if (change.type === 'cleared') for (const entry of change.entries) dropped.push(entry)
  }
  return {
    type: 'items',
    entries: entries.map((entry) => jsonEntry(entry, changed.get(entry.key), work)),
    dropped: dropped.map(({ key, content, status, priority }) => ({ key, content, status, priority })),
    isReordered: changes.some((change) => change.type === 'reordered'),
  }
}

/** `before` is undefined for an unchanged entry and null for a new one. */
function jsonEntry(entry: TrackedEntry, before: TrackedEntry | null | undefined, work: WorkTime): JsonEntry {
  const { key, content, status, priority, waitsFor, told = {} } = entry
  const time = activeTimeMs(entry, work)
  const activeMs = time === null ? null : Math.round(time)
  const waits = waitsFor === undefined || waitsFor.length === 0 ? {} : { waitsFor }
  const { group, reason, sentStatus } = told
  const known = {
    ...(group === undefined ? {} : { group }),
    ...(reason === undefined ? {} : { reason }),
    ...(sentStatus === undefined ? {} : { fromCall: { sentStatus } }),
  }
  const same = { key, content, status, priority, ...waits, ...known, activeMs }
  if (before === undefined) return { ...same, change: null }
  if (before === null) return { ...same, change: 'new' }
  const was = {
    ...(before.content === content ? {} : { content: before.content }),
    ...(before.status === status ? {} : { status: before.status }),
    ...(before.priority === priority ? {} : { priority: before.priority }),
    ...(waitForSame(before, entry) ? {} : { waitsFor: before.waitsFor ?? [] }),
  }
  return { ...same, change: 'changed', was }
}

function markdownLine(entry: TrackedEntry, { work, isAtWork, isAscii, pen }: WrittenSection): string {
  const { status } = entry
  const timeMs = activeTimeMs(entry, work)
  const isRunning = entry.times.running !== null && isAtWork
  const time = timeMs === null ? '' : clockTime(timeMs, isRunning)
  const priority = priorityWord(entry.priority)
  const waits = factWords(entry)
  const facts = [
    ...(status === 'completed' || status === 'pending' ? [] : [pen.words(statusWord(status, isAtWork))]),
    ...(priority === null ? [] : [`${pen.words(priority)} priority`]),
    ...(waits === '' ? [] : [pen.words(waits)]),
    ...(time === '' ? [] : [pen.words(time)]),
    ...(isKnownStatus(status) || isBlankText(status) ? [] : ['not a status of the protocol']),
  ]
  const box = status === 'completed' ? '[x]' : '[ ]'
  const line = `- ${box} ${markdownStep(entry, pen)}`
  return facts.length === 0 ? line : `${line} ${isAscii ? '-' : '·'} ${facts.join(', ')}`
}

function markdownStep({ content, status }: TrackedEntry, pen: MarkdownPen): string {
  const words = pen.words(content) || '(no words)'
  if (status === 'in_progress') return `**${words}**`
  return isGivenUp(status) ? `~~${words}~~` : words
}
