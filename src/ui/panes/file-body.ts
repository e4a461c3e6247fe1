import type { PlanDocument } from '../../app/ports/plan-document.ts'

type ShownDocument = Extract<PlanDocument, { state: 'shown' }>

let last: { readonly document: ShownDocument; readonly markdown: string | null } | null = null

/**
 * What a shown document is rendered as: markdown as it is, source and JSON as one fenced block, plain text as text. That of the
 * document asked about last is kept: a file of megabytes is looked through once, not each frame.
 */
export function markdownOf(document: ShownDocument): string | null {
  if (last?.document !== document) last = { document, markdown: madeMarkdown(document) }
  return last.markdown
}

function madeMarkdown(document: ShownDocument): string | null {
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
  let longest = 2
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`
}
