import { safeLine } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import type { FileBody } from '../../plans/kinds/file.ts'
import type { JsonContentOf } from '../schema/plan-content/plan-content.ts'
import { documentSummary, quotedLines, short, sentence } from '../../app/words/text.ts'
import type { PlanOutput } from './plan-output.ts'

export const file: PlanOutput<FileBody, JsonContentOf<'file'>> = {
  summary(_plan, { uri }, document) {
    return safeLine(`file ${short(uri)}${document === null ? '' : `, ${documentSummary(document)}`}`)
  },
  lines: (_body, { document }) => (document?.state === 'shown' ? quotedLines(document.text) : []),
  changes: (before, { uri }) => (before.uri === uri ? [] : [{ type: 'uri-changed', before: before.uri }]),
  sentence: (_plan, { uri }) => sentence(cutToWidth(safeLine(`A file: ${uri.slice(0, 400)}`), 200)),
  jsonContent: (_plan, { uri }) => ({ type: 'file', uri }),
  markdown: (_plan, { uri }, { pen }) =>
    [pen.address(uri), pen.document()].filter((part) => part !== '').join('\n\n'),
}
