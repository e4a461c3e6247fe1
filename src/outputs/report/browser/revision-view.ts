import { newEntry } from '../../../plans/steps/tracked-entry.ts'
import { compareRevisions, type ComparedContent } from '../../../plans/comparison/compare-revisions.ts'
import type { Comparison, Piece } from '../../../plans/comparison/comparison.ts'
import { changedWords, type Span } from '../../../plans/comparison/line-diff.ts'
import { noWork } from '../../../plans/steps/step-times.ts'
import { rowsOf, type PlanData } from '../revision-data.ts'

/** Unchanged rows that are shown around a change; more of them are folded. */
const context = 2
/** Rows that are drawn at once. */
const mostRows = 1_000

/** The revisions of a plan, one at a time, compared with another one. */
export class RevisionView {
  readonly #section: HTMLElement
  readonly #name: string
  readonly #plan: PlanData
  readonly #slider: HTMLInputElement
  readonly #with: HTMLSelectElement
  readonly #said: HTMLElement
  readonly #body: HTMLElement
  #pending = 0

  constructor(section: HTMLElement, name: string, plan: PlanData) {
    this.#section = section
    this.#name = name
    this.#plan = plan
    const last = plan.revisions.length - 1
    this.#slider = element(
      'input',
      { type: 'range', min: '0', max: `${last}`, value: `${last}`, 'aria-label': 'Revision' },
      [],
    )
    this.#with = element('select', {}, [
      element('option', { value: 'before' }, ['the one before']),
      ...(plan.approved === undefined
        ? []
        : [element('option', { value: 'approved' }, ['the approved one'])]),
      ...plan.revisions.map((revision, index) =>
        element('option', { value: `${index}` }, [`revision ${revision.number} ${revision.time}`.trim()]),
      ),
    ])
    this.#said = element('output', {}, [])
    this.#body = element('div', { class: 'diff' }, [])
    const step = (by: 1 | -1, sign: string, label: string): HTMLElement => {
      const button = element('button', { type: 'button', 'aria-label': label }, [sign])
      button.addEventListener('click', () => this.step(by))
      return button
    }
    this.#slider.addEventListener('input', () => this.#show())
    this.#with.addEventListener('change', () => this.#show())
    const scrubber = section.querySelector<HTMLElement>('.scrubber')
    scrubber?.append(
      element('div', { class: 'controls' }, [
        step(-1, '‹', 'Earlier revision'),
        this.#slider,
        step(1, '›', 'Later revision'),
        element('label', {}, ['compared with ', this.#with]),
      ]),
      this.#said,
      this.#body,
    )
    if (scrubber !== null) scrubber.hidden = false
    // What nobody looks at yet takes no time.
    new IntersectionObserver(([entry], observer) => {
      if (entry?.isIntersecting !== true) return
      observer.disconnect()
      if (this.#body.childElementCount === 0) this.#draw()
    }).observe(section)
  }

  /** Shows the revision with a number, compared with another number, and brings it into view. */
  showNumber(number: number, comparedWith: string | null): void {
    const index = this.#plan.revisions.findLastIndex((revision) => revision.number <= number)
    const other = this.#plan.revisions.findIndex((revision) => `${revision.number}` === comparedWith)
    this.#slider.value = `${Math.max(0, index)}`
    this.#with.value = other < 0 ? 'before' : `${other}`
    this.#draw()
    this.#section.scrollIntoView()
  }

  step(by: 1 | -1): void {
    this.#slider.value = `${this.#slider.valueAsNumber + by}`
    this.#show()
  }

  /** At most once a frame. */
  #show(): void {
    cancelAnimationFrame(this.#pending)
    this.#pending = requestAnimationFrame(() => {
      this.#draw()
      const { revisions } = this.#plan
      const other = this.#with.value === 'before' ? undefined : revisions[this.#otherIndex()]
      const number = revisions[this.#slider.valueAsNumber]?.number ?? 1
      const link = `#plan=${this.#name}&revision=${number}${other === undefined ? '' : `&with=${other.number}`}`
      // Not by `location.hash`, which would go to the element of that name and add to the history.
      history.replaceState(null, '', link)
    })
  }

  #otherIndex(): number {
    const { value } = this.#with
    if (value === 'before') return this.#slider.valueAsNumber - 1
    return value === 'approved' ? (this.#plan.approved ?? 0) : Number(value)
  }

  #draw(): void {
    const index = this.#slider.valueAsNumber
    const other = this.#otherIndex()
    const { revisions } = this.#plan
    const { number = 1, time = '' } = revisions[index] ?? {}
    const name = `Revision ${number} of ${revisions.at(-1)?.number ?? 1}${time === '' ? '' : `, ${time}`}`
    this.#slider.setAttribute('aria-valuetext', name)
    const now = this.#contentOf(index)
    const isAlone = other < 0 || other === index
    const before = isAlone ? now : this.#contentOf(other)
    if (now === null || before === null) {
      this.#said.textContent = `${name}: the document was not read`
      this.#body.replaceChildren()
      return
    }
    const comparison = compareRevisions(before, now)
    const statuses = now.type === 'steps' ? now.body.entries.map(({ status }) => status) : null
    this.#said.textContent = isAlone ? name : `${name}: ${countWords(comparison)}`
    this.#body.replaceChildren(element('ol', {}, rowsFor(comparison, statuses, isAlone)))
  }

  #contentOf(index: number): ComparedContent | null {
    const { steps, lines, revisions } = this.#plan
    const of = revisions[index]?.of
    if (of === undefined) return null
    const rows = rowsOf(this.#plan, index)
    if (of === 'text') return { type: 'text', text: rows.map((row) => lines[row] ?? '').join('\n') }
    const moment = { atMs: 0, work: noWork, isFirst: true }
    const entries = rows.flatMap((row) => {
      const [key, status, content] = steps[row] ?? []
      if (key === undefined || status === undefined || content === undefined) return []
      return [newEntry({ content, status, priority: '' }, key, moment)]
    })
    return { type: 'steps', body: { entries } }
  }
}

function countWords({ counts, unit }: Comparison): string {
  const parts = [
    [counts.added, 'added'],
    [counts.gone, 'gone'],
    [counts.reworded, 'reworded'],
    [counts.moved, 'moved'],
    [counts.progressed, unit === 'step' ? 'with another status' : 'ticked or not any more'],
  ] as const
  const told = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return told.join(', ') || 'nothing has changed'
}

/** Makes a row when it is drawn. */
type Draw = () => Node

/** The rows of a difference. `isAlone`: there is nothing to compare with, and all rows are the same. */
function rowsFor(
  comparison: Comparison,
  statuses: readonly string[] | null,
  isAlone: boolean,
): readonly Node[] {
  const { pieces, before, after } = comparison
  const same =
    (index: number): Draw =>
    () =>
      rowOf('same', statusSign(statuses, index), after[index] ?? '')
  const rows = pieces.flatMap((piece, at): readonly Draw[] => {
    if (piece.type !== 'same') return [() => changedRow(piece, { before, after, statuses })]
    const all = Array.from({ length: piece.count }, (_, index) => same(piece.after + index))
    const [from, to] = [at === 0 ? 0 : context, at === pieces.length - 1 ? 0 : context]
    const hidden = isAlone || all.length <= from + to + 1 ? [] : all.slice(from, all.length - to)
    if (hidden.length === 0) return all
    const words = `${hidden.length} unchanged ${comparison.unit}s`
    return [...all.slice(0, from), () => folded(hidden, words), ...all.slice(all.length - to)]
  })
  return drawn(rows)
}

/** The first rows, and a button for more of them. */
function drawn(rows: readonly Draw[]): readonly Node[] {
  const nodes = rows.slice(0, mostRows).map((draw) => draw())
  const rest = rows.slice(mostRows)
  return rest.length === 0 ? nodes : [...nodes, folded(rest, `${rest.length} more`)]
}

/** Rows that are made when the reader wants to see them. */
function folded(hidden: readonly Draw[], words: string): Node {
  const button = element('button', { type: 'button' }, [words])
  const item = element('li', { class: 'folded' }, [button])
  button.addEventListener('click', () => item.replaceWith(...drawn(hidden)))
  return item
}

interface Rows {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly statuses: readonly string[] | null
}

function changedRow(piece: Exclude<Piece, { type: 'same' }>, { before, after, statuses }: Rows): Node {
  const now = 'after' in piece ? (after[piece.after] ?? '') : ''
  switch (piece.type) {
    case 'added':
      return rowOf('added', '+', now)
    case 'gone':
      return rowOf('gone', '−', before[piece.before] ?? '')
    case 'moved':
      return rowOf('moved', '↕', now)
    case 'progressed': {
      const row = rowOf('progressed', statusSign(statuses, piece.after), now)
      row.append(element('small', {}, [piece.status.replaceAll('_', ' ')]))
      return row
    }
    case 'reworded': {
      const was = before[piece.before] ?? ''
      const spans = changedWords(was, now)
      const rows = document.createDocumentFragment()
      rows.append(rowOf('gone', '−', was, spans.before), rowOf('added', '+', now, spans.after))
      return rows
    }
  }
}

const signs: Readonly<Record<string, string>> = {
  completed: '✓',
  in_progress: '»',
  pending: '○',
  cancelled: '⊘',
}

function statusSign(statuses: readonly string[] | null, index: number): string {
  const status = statuses?.[index] ?? ''
  return Object.hasOwn(signs, status) ? (signs[status] ?? '') : ''
}

const spoken: Readonly<Record<string, string>> = { added: 'added: ', gone: 'gone: ', moved: 'moved: ' }

function rowOf(kind: string, sign: string, text: string, marked: readonly Span[] = []): HTMLElement {
  const parts: (Node | string)[] = []
  let at = 0
  for (const { start, end } of marked) {
    parts.push(text.slice(at, start), element('mark', {}, [text.slice(start, end)]))
    at = end
  }
  const said = spoken[kind]
  return element('li', { class: kind }, [
    element('i', { 'aria-hidden': 'true' }, [sign]),
    element('span', {}, [
      ...(said === undefined ? [] : [element('span', { class: 'hidden' }, [said])]),
      ...parts,
      text.slice(at),
    ]),
  ])
}

/** An element with attributes, and with texts and elements in it. Texts stay texts, whatever is in them. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  content: readonly (Node | string)[],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...content)
  return made
}
