import { describeUnavailable } from '../../app/describe-plan-document.ts'
import { isProposed } from '../../app/is-proposed.ts'
import type { PlanDocument } from '../../app/plan-document.ts'
import type { Proposal } from '../../app/proposal.ts'
import { clockTime, tookClockTime } from '../../lib/text/duration.ts'
import { safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { planProgress } from '../../plans/plan-progress.ts'
import { planTitle } from '../../plans/plan-title.ts'
import type { Plan } from '../../plans/plan.ts'
import { activeTimeMs, type TrackedEntry } from '../../plans/tracked-entry.ts'
import type { WorkTime } from '../../plans/work-clock.ts'
import { payloadText } from '../payload-text.ts'
import { proposalFact } from '../question-words.ts'
import { isKnownStatus, priorityWord, statusWord } from '../status-words.ts'
import { embeddedMarkdown } from './embedded-markdown.ts'
import { inlineText } from './inline-text.ts'

export interface PlanSection {
  /** Of its heading: 1 to 6. */
  readonly level: number
  /** What its session's clock reads at the moment that it is told of. */
  readonly work: WorkTime
  /** The agent is at work in its session. */
  readonly isAtWork: boolean
  readonly document: PlanDocument | null
  readonly isAscii: boolean
  /** A plan above that has the same text; null: there is none. */
  readonly twin: Plan | null
  /** What to call it. Raw. */
  readonly title: string
  /** What is known of it as a proposal; null: it is none. */
  readonly proposal: Proposal | null
  /** That it is only known from before a reload, in words; '' where it is not. */
  readonly fromBefore: SafeText
}

/** A plan as markdown, under a heading; ends without a line break. */
export function planSection(plan: Plan, section: PlanSection): string {
  const { isAscii, level } = section
  const facts = planFacts(plan, section)
  const dash = isAscii ? '-' : '—'
  const title = `${'#'.repeat(level)} ${inlineText(section.title) || 'Plan'}`
  const heading = facts.length === 0 ? title : `${title} ${dash} ${facts.join(', ')}`
  const body = plan.removedAtMs === null ? planBody(plan, section) : ''
  return body === '' ? heading : `${heading}\n\n${body}`
}

function planFacts(plan: Plan, { proposal, fromBefore }: PlanSection): readonly string[] {
  // The boxes of a plan that is only proposed are nobody's work yet.
  const progress = isProposed(plan) ? null : planProgress(plan)
  const fact = inlineText(proposalFact(proposal))
  return [
    ...(progress === null ? [] : [`${progress.done} of ${progress.total} done`]),
    ...(plan.name.dialect === 'inferred' ? ['inferred from a to-do tool'] : []),
    ...(fact === '' ? [] : [fact]),
    ...(fromBefore === '' ? [] : [fromBefore]),
    ...(plan.removedAtMs === null ? [] : ['removed by the agent']),
  ]
}

function planBody(plan: Plan, section: PlanSection): string {
  const { body } = plan
  switch (body.type) {
    case 'items': {
      const none = plan.isCleared ? 'Cleared by the agent: no steps.' : 'No steps.'
      return body.entries.map((entry) => entryLine(entry, section)).join('\n') || none
    }
    case 'markdown':
      if (section.twin !== null) return `The same text as in ${inlineText(planTitle(section.twin))}, above.`
      return text(body.text, section.title === body.heading, section)
    case 'file':
      return [link(body.uri), documentText(section)].filter((part) => part !== '').join('\n\n')
    case 'opaque':
      return `A plan of the type ${inlineText(body.planType) || '“”'}:\n\n${fenced(payloadText(body.payload), 'json')}`
  }
}

function entryLine(entry: TrackedEntry, { work, isAtWork, isAscii }: PlanSection): string {
  const { status } = entry
  const timeMs = activeTimeMs(entry, work)
  const isRunning = entry.activeSinceMs !== null && isAtWork
  const time = timeMs === null ? '' : isRunning ? clockTime(timeMs) : tookClockTime(timeMs)
  const priority = priorityWord(entry.priority)
  const facts = [
    ...(status === 'completed' || status === 'pending' ? [] : [inlineText(statusWord(status, isAtWork))]),
    ...(priority === null ? [] : [`${inlineText(priority)} priority`]),
    ...(time === '' ? [] : [inlineText(time)]),
    ...(isKnownStatus(status) ? [] : ['not a status of the protocol']),
  ]
  const box = status === 'completed' ? '[x]' : '[ ]'
  const line = `- ${box} ${step(entry)}`
  return facts.length === 0 ? line : `${line} ${isAscii ? '-' : '·'} ${facts.join(', ')}`
}

function step({ content, status }: TrackedEntry): string {
  const words = inlineText(content) || '(no words)'
  if (status === 'in_progress') return `**${words}**`
  return status === 'cancelled' ? `~~${words}~~` : words
}

function documentText({ document, ...section }: PlanSection): string {
  if (document === null || document.state === 'loading') return ''
  if (document.state === 'unavailable') return inlineText(describeUnavailable(document.reason, document.uri))
  if (document.format === 'markdown') return text(document.text, false, { ...section, document })
  return fenced(document.text, document.language ?? (document.format === 'json' ? 'json' : ''))
}

function text(raw: string, beginsWithTitle: boolean, { level }: PlanSection): string {
  return embeddedMarkdown(raw, {
    deeper: level - (beginsWithTitle ? 1 : 0),
    dropsFirstHeading: beginsWithTitle,
  })
}

const longestUri = 2000

/** An address as it is written, and no link: nobody but the agent says where it leads. */
function link(uri: string): string {
  const shown = safeLine(uri.length > longestUri ? `${uri.slice(0, longestUri)}…` : uri)
  return codeSpan(shown)
}

function codeSpan(words: string): string {
  const mark = '`'.repeat(longestRun(words) + 1)
  const isPadded = words.startsWith('`') || words.endsWith('`')
  return isPadded ? `${mark} ${words} ${mark}` : `${mark}${words}${mark}`
}

function fenced(raw: string, language: string): string {
  const code = safeText(raw).trimEnd()
  const mark = '`'.repeat(Math.max(3, longestRun(code) + 1))
  return `${mark}${safeLine(language).replace(/[^\w+#.-]/g, '')}\n${code}\n${mark}`
}

/** Of backticks, one after the other. */
function longestRun(words: string): number {
  let longest = 0
  for (const [run] of words.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
