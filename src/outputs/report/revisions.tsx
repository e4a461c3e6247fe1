import type { ReactElement } from 'react'
import {
  revisionsOf,
  type PlanHistory,
  type Revision,
  comparedRevision,
} from '../../app/history/plan-history.ts'
import { describeChanges, nothingChanged } from '../../app/words/plan.ts'
import { counted } from '../../lib/text/wording.ts'
import { safeLine, shownLine } from '../../lib/text/safe-text.ts'
import { compareRevisions, type ComparedContent } from '../../plans/comparison/compare-revisions.ts'
import type { Comparison, Piece } from '../../plans/comparison/comparison.ts'
import { planProgress } from '../../plans/plan.ts'
import { timeWords } from './report.ts'
import { planData, type PlanData } from './revision-data.ts'

interface RevisionsParts {
  readonly name: string
  readonly history: PlanHistory
}

/** What the script of the page rebuilds the revisions of a plan from; null: it has one only. */
export function revisionsData(history: PlanHistory): PlanData | null {
  const revisions = revisionsOf(history)
  if (revisions.length < 2) return null
  return planData(
    revisions.map((revision) => ({
      number: revision.number,
      time: timeWords(revision.atMs),
      content: comparedRevision(revision),
    })),
    revisions.indexOf(history.approved ?? history.last, history.approved === null ? revisions.length : 0),
  )
}

/** The revisions of a plan: the script shows one at a time and compares any two; without it, what changed in each is a list. */
export function Revisions({ name, history }: RevisionsParts): ReactElement {
  const revisions = revisionsOf(history)
  const missing = history.count - revisions.length
  return (
    <section className="revisions" data-plan={name}>
      <h3>
        Revisions <span className="count">{history.count}</span>
      </h3>
      {revisions.length < 2 ? (
        <p className="dim">One revision: nothing has changed since it came.</p>
      ) : (
        <>
          <div className="scrubber" hidden />
          <details>
            <summary>What changed in each revision</summary>
            {missing > 0 ? (
              <p className="dim">{counted(missing, 'revision is', 'revisions are')} not kept any more.</p>
            ) : null}
            <ol className="changes">
              {revisions.map((revision, index) => (
                <Change key={revision.number} name={name} revision={revision} before={revisions[index - 1]} />
              ))}
            </ol>
          </details>
        </>
      )}
    </section>
  )
}

interface ChangeParts {
  readonly name: string
  readonly revision: Revision
  readonly before: Revision | undefined
}

/** Steps listed of one change. */
const mostListed = 12

function Change({ name, revision, before }: ChangeParts): ReactElement {
  const id = `plan=${name}&revision=${revision.number}`
  const comparison = before === undefined ? null : compared(before, revision)
  const pieces = comparison?.pieces.filter(({ type }) => type !== 'same') ?? []
  return (
    <li id={id}>
      <a href={`#${id}`}>revision {revision.number}</a> <time>{timeWords(revision.atMs)}</time>{' '}
      {before === undefined ? 'the first one' : changeWords(before, revision, comparison)}
      {comparison === null || pieces.length === 0 ? null : (
        <ul>
          {pieces.slice(0, mostListed).map((piece, index) => (
            <PieceItem key={index} piece={piece} of={comparison} />
          ))}
          {pieces.length > mostListed ? <li>… and {pieces.length - mostListed} more</li> : null}
        </ul>
      )}
    </li>
  )
}

/** null: there is nothing to compare. */
function compared(before: Revision, after: Revision): Comparison | null {
  const [old, now] = [comparedRevision(before), comparedRevision(after)]
  if (old === null || now === null) return null
  return compareRevisions(...withoutCommonEnds(old, now))
}

/** Of long lists, mostly few steps change: the others need not be compared. */
function withoutCommonEnds(old: ComparedContent, now: ComparedContent): [ComparedContent, ComparedContent] {
  if (old.type !== 'steps' || now.type !== 'steps') return [old, now]
  const [one, other] = [old.body.entries, now.body.entries]
  let start = 0
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start++
  let end = 0
  const most = Math.min(one.length, other.length) - start
  while (end < most && one[one.length - 1 - end] === other[other.length - 1 - end]) end++
  return [
    { type: 'steps', body: { ...old.body, entries: one.slice(start, one.length - end) } },
    { type: 'steps', body: { ...now.body, entries: other.slice(start, other.length - end) } },
  ]
}

function changeWords(before: Revision, after: Revision, comparison: Comparison | null): string {
  const [was, now] = [planProgress({ body: before.plan.body }), planProgress({ body: after.plan.body })]
  const title =
    after.plan.title !== before.plan.title && before.plan.title !== null ? before.plan.title : null
  const words = [
    title === null ? '' : `was called “${shownLine(title)}”`,
    comparison === null ? 'another content' : describeChanges(comparison),
    now === null || now.done === was?.done ? '' : `${now.done} of ${now.total} done`,
  ].filter((part) => part !== '')
  const progressed = comparison !== null && comparison.counts.progressed > 0
  return words.join(', ') || (progressed ? 'progress' : nothingChanged)
}

const signs: Readonly<Record<Exclude<Piece['type'], 'same'>, string>> = {
  added: 'added',
  gone: 'gone',
  reworded: 'reworded',
  moved: 'moved',
  progressed: 'now',
}

function PieceItem({ piece, of }: { readonly piece: Piece; readonly of: Comparison }): ReactElement | null {
  if (piece.type === 'same') return null
  const text = 'after' in piece ? of.after[piece.after] : of.before[piece.before]
  const what = piece.type === 'progressed' ? piece.status.replaceAll('_', ' ') : signs[piece.type]
  const was = piece.type === 'reworded' ? of.before[piece.before] : undefined
  return (
    <li className={piece.type}>
      {shownLine(what, 'word')}: {shownLine(text ?? '') || '(blank)'}
      {was === undefined ? null : <span className="dim"> (was: {safeLine(was.slice(0, 300))})</span>}
    </li>
  )
}
