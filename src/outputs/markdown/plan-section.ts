import { describeUnavailable } from '../../app/words/document.ts'
import { planFacts } from '../../app/words/plan.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import type { Plan } from '../../plans/plan.ts'
import { planOutputOf } from '../plan-kinds/plan-kinds.ts'
import { embeddedMarkdown } from './embedded-markdown.ts'
import { fencedCode, longestBacktickRun } from '../../lib/text/markdown-lines.ts'
import { inlineText } from './harmless-inline.ts'
import type { MarkdownPen, PlanSection } from '../plan-kinds/plan-output.ts'

/** A plan as markdown under a heading, without a line break at the end. */
export function planSection(plan: Plan, section: PlanSection): string {
  const { isAscii, level } = section
  const facts = planFacts(plan, section).map(inlineText)
  const dash = isAscii ? '-' : '—'
  const title = `${'#'.repeat(level)} ${inlineText(section.title) || 'Plan'}`
  const heading = facts.length === 0 ? title : `${title} ${dash} ${facts.join(', ')}`
  const body = plan.removedAtMs === null ? sectionBody(plan, section) : ''
  return body === '' ? heading : `${heading}\n\n${body}`
}

/** The markdown of a plan without its heading; '' if it has none. */
export function sectionBody(plan: Plan, section: PlanSection): string {
  const { body } = plan
  return planOutputOf(body).markdown(plan, body, { ...section, pen: penFor(section) })
}

function penFor(section: PlanSection): MarkdownPen {
  return {
    words: inlineText,
    text: (raw, beginsWithTitle) => text(raw, beginsWithTitle, section),
    code: fencedCode,
    address,
    document: () => documentText(section),
  }
}

function documentText({ document, ...section }: PlanSection): string {
  if (document === null || document.state === 'loading') return ''
  if (document.state === 'unavailable') return inlineText(describeUnavailable(document.reason, document.uri))
  if (document.format === 'markdown') return text(document.text, false, { ...section, document })
  return fencedCode(document.text, document.language ?? (document.format === 'json' ? 'json' : ''))
}

function text(raw: string, beginsWithTitle: boolean, { level }: PlanSection): string {
  return embeddedMarkdown(raw, {
    deeper: level - (beginsWithTitle ? 1 : 0),
    dropsFirstHeading: beginsWithTitle,
  })
}

const longestUri = 2000

function address(uri: string): string {
  const shown = safeLine(uri.length > longestUri ? `${uri.slice(0, longestUri)}…` : uri)
  return codeSpan(shown)
}

function codeSpan(words: string): string {
  const mark = '`'.repeat(longestBacktickRun(words) + 1)
  const isPadded = words.startsWith('`') || words.endsWith('`')
  return isPadded ? `${mark} ${words} ${mark}` : `${mark}${words}${mark}`
}
