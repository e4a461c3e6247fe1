import { needString, type PlanReading } from './plan-reading.ts'

/** A text. */
export interface MarkdownContent {
  readonly type: 'markdown'
  readonly text: string
}

export const markdown: PlanReading<MarkdownContent> = {
  read(plan, problems) {
    const text = needString(plan, 'content', problems)
    return text === null ? null : { type: 'markdown', text }
  },
  fits: (plan) => typeof plan['content'] === 'string',
}
