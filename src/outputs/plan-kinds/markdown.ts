import { safe, safeLine } from '../../lib/text/safe-text.ts'
import { planProgress } from '../../plans/plan.ts'
import type { MarkdownBody } from '../../plans/kinds/markdown.ts'
import type { JsonContentOf } from '../schema/plan-content/plan-content.ts'
import { boxesChecked, countLines, lineChanges, lineCount, quotedLines } from '../../app/words/text.ts'
import type { PlanOutput } from './plan-output.ts'

export const markdown: PlanOutput<MarkdownBody, JsonContentOf<'markdown'>> = {
  summary(plan, { text }) {
    return safeLine(`markdown, ${lineCount(text)}${boxesChecked(planProgress(plan))}`)
  },
  lines: ({ text }) => quotedLines(text),
  // The texts may be equal: it may have changed and changed back.
  changes: (before, after) =>
    before.text === after.text ? [] : [{ type: 'text-changed', ...lineChanges(before.text, after.text) }],
  sentence: (_plan, { text }) => safe`A text of ${safeLine(lineCount(text))}.`,
  jsonContent(_plan, { text }, { changes }) {
    const change = changes.find((each) => each.type === 'text-changed')
    const isTitleOnly = changes.every((each) => each.type === 'retitled')
    const linesAdded = change?.added ?? (isTitleOnly ? 0 : countLines(text))
    return { type: 'markdown', text, linesAdded, linesRemoved: change?.removed ?? 0 }
  },
  markdown(_plan, { text, heading }, { twin, title, pen }) {
    if (twin !== null) return `The same text as in ${pen.words(twin)}, above.`
    return pen.text(text, title === heading)
  },
}
