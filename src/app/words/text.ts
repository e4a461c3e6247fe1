/** What the agent or a document says, as it stands in lines of this program, and how many lines a text has. */
import { shortened, counted, capitalized } from '../../lib/text/wording.ts'
import { commonEnds, isPrefix } from '../../lib/sequences.ts'
import { safe, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { cutLine } from '../../lib/text/width.ts'
import { boxProgress, taskBoxes } from '../../plans/kinds/markdown.ts'
import type { PlanProgress } from '../../plans/kinds/plan-kind.ts'
import type { PlanDocument } from '../ports/plan-document.ts'
import { stepWords } from './step.ts'

/** Longer steps are cut; `--format json` has the whole text. */
const longestStep = 500

export function stepText(content: string): SafeText {
  return cutLine(stepWords(content), longestStep)
}

/** An agent's text, indented below a line of this program. */
export function quotedLines(raw: string): readonly SafeText[] {
  const text = safeText(raw).replace(/\n+$/, '')
  return text === '' ? [] : text.split('\n').map((line) => safe`  | ${line as SafeText}`)
}

/** A line that the agent has written on stderr, below a line of this program. */
export function stderrLine(raw: string, longest: number): SafeText {
  return safe`  stderr | ${safeLine(raw.slice(0, longest))}`
}

/** Cuts a name or an address for a sentence. */
export function short(raw: string): string {
  return shortened(raw, 200)
}

/** The length of a text: `12 lines`. */
export function lineCount(text: string): string {
  return counted(countLines(text), 'line')
}

/** How many lines were added and removed between the first and the last line that differ. */
export function lineChanges(
  before: string,
  after: string,
): { readonly added: number; readonly removed: number } {
  // A streamed text only grows: the lines before its old end are equal.
  if (isPrefix(before, after)) {
    const from = before.lastIndexOf('\n') + 1
    const isLineKept = before.length === from
    return { added: countLines(after.slice(from)) - (isLineKept ? 0 : 1), removed: 0 }
  }
  const old = before.split('\n')
  const now = after.split('\n')
  const { start, end } = commonEnds(old, now, (oldIndex, newIndex) => old[oldIndex] === now[newIndex])
  return { added: now.length - start - end, removed: old.length - start - end }
}

/** Lines as an editor counts them: a line break at the end does not start another one. */
export function countLines(text: string): number {
  if (text === '') return 0
  let lines = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** How many boxes of a text are checked, which follows its length; '' for a text without boxes. */
export function boxesChecked(progress: PlanProgress | null): string {
  return progress === null ? '' : `, ${progress.done} of ${progress.total} boxes checked`
}

/** The state of a document, which follows its address. */
export function documentSummary(document: PlanDocument): string {
  if (document.state === 'shown') {
    const progress = document.format === 'markdown' ? boxProgress(taskBoxes(document.text)) : null
    return `${document.format}, ${lineCount(document.text)}${boxesChecked(progress)}`
  }
  return document.state === 'loading' ? 'being read' : 'not readable now'
}

/** Capitalised, with a full stop. */
export function sentence(text: SafeText): SafeText {
  const said = capital(text)
  return /[.!?…]$/.test(said) ? said : safe`${said}.`
}

export function capital(text: SafeText): SafeText {
  return safeLine(capitalized(text))
}
