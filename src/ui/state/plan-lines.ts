import { documentLines, type DocumentLines } from '../../plans/document-lines.ts'
import { matchEntries } from '../../plans/matching/match-entries.ts'
import { isGivenUp, type TrackedEntry } from '../../plans/steps/tracked-entry.ts'
import { planText, type PlanBody } from '../../plans/kinds/plan-kinds.ts'
import { noWork } from '../../plans/steps/step-times.ts'
import type { PlanEntry } from '../../protocol/plans/plan-content.ts'

/** A content of a plan that has lines: a checklist, or the text of a document. */
export type LinesSource =
  | { readonly type: 'items'; readonly entries: readonly TrackedEntry[]; readonly nextKey: number }
  | { readonly type: 'document'; readonly text: string }

/** The lines of a plan, whose document is the one given; null for one that has none. */
export function linesSourceOf(
  body: PlanBody,
  document: { readonly format: string; readonly text: string } | null,
): LinesSource | null {
  if (body.type === 'items') return body
  if (document !== null)
    return document.format === 'markdown' ? { type: 'document', text: document.text } : null
  const text = planText(body)
  return text === null ? null : { type: 'document', text }
}

/** The content of the shown plan. */
export type ShownLines =
  | Extract<LinesSource, { type: 'items' }>
  | (Extract<LinesSource, { type: 'document' }> & {
      /** The numbers of the source's lines on the screen, in order. */
      readonly visible: () => readonly number[]
    })

/**
 * The lines of a plan, each with a key that it keeps while the plan changes: the entries of a checklist, or the lines of a
 * document that are not blank, matched by their text as entries are.
 */
export interface PlanLines {
  readonly source: LinesSource
  readonly entries: readonly TrackedEntry[]
  /** Of a document: one for each entry, and where lines begin; null: a checklist. */
  readonly document: DocumentLines | null
  /** The index of each key. */
  readonly places: ReadonlyMap<number, number>
  readonly nextKey: number
}

/** What the cursor can stand on: a step, or any other line of a document. */
export interface PlanStep {
  readonly key: number
  /** false: a line that is no step. */
  readonly isStep: boolean
  /** Its number in the plan; null: a task box without a number, or no step. */
  readonly number: string | null
  /** Raw. */
  readonly text: string
  readonly state: 'left' | 'done' | 'cancelled'
}

/** The lines of a plan that are read for the first time. */
export function linesOf(source: LinesSource): PlanLines {
  return source.type === 'items' ? fromChecklist(source) : fromDocument(source, [], 0)
}

/** The lines after a change of the plan, and the new key of each old one that has changed; the same lines for the same content. */
export function linesAfter(
  before: PlanLines,
  source: LinesSource,
): { readonly lines: PlanLines; readonly rekeyed: ReadonlyMap<number, number> } {
  if (isSameSource(before.source, source)) return { lines: before, rekeyed: noneRekeyed }
  if (source.type === 'document')
    return { lines: fromDocument(source, before.entries, before.nextKey), rekeyed: noneRekeyed }
  const lines = fromChecklist(source)
  // A checklist has keys of its own. They continue, unless it was no checklist before or began anew.
  const isContinued = before.source.type === 'items' && source.nextKey >= before.source.nextKey
  return { lines, rekeyed: isContinued ? noneRekeyed : rekeyed(before, source.entries) }
}

const noneRekeyed: ReadonlyMap<number, number> = new Map()

export function isSameSource(one: LinesSource, other: LinesSource): boolean {
  if (one.type === 'items') return other.type === 'items' && one.entries === other.entries
  return other.type === 'document' && one.text === other.text
}

function fromChecklist(source: Extract<LinesSource, { type: 'items' }>): PlanLines {
  const { entries, nextKey } = source
  return { source, entries, document: null, places: placesOf(entries), nextKey }
}

function fromDocument(
  { type, text }: Extract<LinesSource, { type: 'document' }>,
  before: readonly TrackedEntry[],
  firstKey: number,
): PlanLines {
  const document = documentLines(text)
  const after = document.lines.map((line): PlanEntry => ({
    content: line.text,
    status: line.step?.isTicked === true ? 'completed' : 'pending',
    priority: '',
  }))
  const { entries, nextKey } = matchEntries(before, after, { ...atOnce, firstKey })
  return { source: { type, text }, entries, document, places: placesOf(entries), nextKey }
}

/** Keys and texts are all that is read of the entries of a document. */
const atOnce = { atMs: 0, work: noWork, isFirst: true }

function placesOf(entries: readonly TrackedEntry[]): ReadonlyMap<number, number> {
  return new Map(entries.map(({ key }, index) => [key, index]))
}

/** From the key of each line to that of the entry with the same or a similar text; lines without one have no entry here. */
function rekeyed(
  { entries, nextKey }: PlanLines,
  after: readonly TrackedEntry[],
): ReadonlyMap<number, number> {
  const matched = matchEntries(entries, after, { ...atOnce, firstKey: nextKey })
  const keys = new Map(entries.map(({ key }) => [key, -1]))
  matched.entries.forEach(({ key }, index) => {
    if (keys.has(key)) keys.set(key, after[index]?.key ?? -1)
  })
  return keys
}

function stepAt({ entries, document }: PlanLines, index: number): PlanStep | null {
  const entry = entries[index]
  if (entry === undefined) return null
  const { key, content: text, status } = entry
  const state = status === 'completed' ? 'done' : isGivenUp(status) ? 'cancelled' : 'left'
  if (document === null) return { key, isStep: true, number: String(index + 1), text, state }
  const step = document.lines[index]?.step ?? null
  return { key, isStep: step !== null, number: step?.number ?? null, text, state }
}

export function stepOf(lines: PlanLines, key: number): PlanStep | null {
  const index = lines.places.get(key)
  return index === undefined ? null : stepAt(lines, index)
}

/** The lines in order that fit. */
export function stepsWhere(lines: PlanLines, fits: (step: PlanStep) => boolean): readonly PlanStep[] {
  return lines.entries.flatMap((_, index) => {
    const step = stepAt(lines, index)
    return step !== null && fits(step) ? [step] : []
  })
}

/** The key of the first step from an index on; null if there is none. */
export function stepFrom(lines: PlanLines, from: number): number | null {
  for (let index = from; index < lines.entries.length; index++) {
    const step = stepAt(lines, index)
    if (step?.isStep === true) return step.key
  }
  return null
}

/** The index of the first line of a document from this line number on; the number of lines if there is none. */
export function indexFrom({ document }: PlanLines, line: number): number {
  const index = document?.lines.findIndex((each) => each.line >= line) ?? -1
  return index < 0 ? (document?.lines.length ?? 0) : index
}
