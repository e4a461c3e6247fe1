import type { PlanDocument } from '../../app/plan-document.ts'

/** What a shown document is rendered as: markdown as it is, source and JSON as one fenced block, plain text as text. */
export function markdownOf(document: Extract<PlanDocument, { state: 'shown' }>): string | null {
  switch (document.format) {
    case 'markdown':
      return document.text
    case 'json':
      return fenced(document.text, 'json')
    case 'source':
      return document.language === undefined ? null : fenced(document.text, document.language)
    case 'plain':
      return null
  }
}

function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((fence) => fence.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`
}
