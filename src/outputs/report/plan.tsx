import type { ReactElement } from 'react'
import { type Mark, revisionAt } from '../../app/history/plan-history.ts'
import { planTitleIn, proposalOf } from '../../app/proposals/session-proposals.ts'
import { outsidePlan, workOf } from '../../app/state/step-work.ts'
import { doubtsOf, type Doubts, unnamedFiles } from '../../app/work/doubts.ts'
import { describeShown, describeUnavailable } from '../../app/words/document.ts'
import {
  changedSinceWords,
  describeChanges,
  fromBeforeWords,
  markWords,
  nothingInIt,
  noStepsWords,
  planFacts,
  planMark,
  uncertainSentence,
} from '../../app/words/plan.ts'
import { doubtWords, unnamedWords, workParts } from '../../app/words/work.ts'
import { sentence } from '../../app/words/text.ts'
import { historyKey, planHistory, sessionMarks } from '../../app/history/run-history.ts'
import { clockTime } from '../../lib/text/duration.ts'
import { hasUnreadSteps } from '../../app/plan-advice/unknown-plan.ts'
import { isBlankText, safeLine, safeText, shownLine } from '../../lib/text/safe-text.ts'
import { comparedContent, comparedText } from '../../plans/comparison/compare-revisions.ts'
import { documentUri, planSteps, planText } from '../../plans/kinds/plan-kinds.ts'
import { readClock, type UpdateTime } from '../../plans/steps/step-times.ts'
import { Markdown } from './markdown.tsx'
import { progressOf, type Report, type ReportedPlan } from './report.ts'
import { Revisions } from './revisions.tsx'
import { Steps } from './steps.tsx'
import { Timeline } from './timeline.tsx'

interface PlanParts extends ReportedPlan {
  readonly report: Report
}

/** The title of a plan, and what tells it from others with that. Never empty. */
export function titleOf({ session, plan }: ReportedPlan): string {
  return safeLine(`${planTitleIn(session, plan)}${planMark(plan, session)}`) || 'Plan'
}

/** What is said of a plan beside its title: `3 of 7 done`, `approved by you`. */
function factsOf({ session, plan }: ReportedPlan, { state }: Report): readonly string[] {
  return planFacts(plan, {
    proposal: proposalOf(session, plan.key),
    changedSince: changedSinceWords(state, session.id, plan.key),
    fromBefore: fromBeforeWords(session, plan),
  })
}

export function PlanSection({ report, ...of }: PlanParts): ReactElement {
  const { session, plan, name } = of
  const { state, nowMs } = report
  const now: UpdateTime = { atMs: plan.removedAtMs ?? nowMs, work: readClock(session.clock, nowMs) }
  const steps = planSteps(plan.body)
  const doubts = doubtsOf(state, session, plan, nowMs)
  const history = planHistory(state, session.id, plan.key)
  const marks = sessionMarks(state, session.id).filter(
    (mark) => mark.planKey === null || mark.planKey === plan.key,
  )
  const progress = progressOf(plan)
  return (
    <section className="plan card" id={`plan=${name}`} data-plan={name} aria-labelledby={`title-${name}`}>
      <header>
        <h2 id={`title-${name}`} tabIndex={-1}>
          {titleOf(of)}
        </h2>
        <p className="facts">{factsOf(of, report).join(' · ')}</p>
        {progress === null ? null : (
          <progress
            max={progress.total || 1}
            value={progress.done}
            aria-label={`Progress of ${titleOf(of)}`}
          />
        )}
      </header>
      <PlanDoubts doubts={doubts} of={of} report={report} />
      {steps.length > 0 ? (
        <Steps {...of} steps={steps} doubts={doubts} now={now} />
      ) : (
        <Content report={report} {...of} />
      )}
      <Outside {...of} />
      <Timeline session={session} steps={steps} marks={marks} now={now} />
      <Decisions marks={marks} of={of} report={report} />
      {history === null ? null : <Revisions name={name} history={history} />}
    </section>
  )
}

/** What a reader should know of the whole plan, above its content. */
function PlanDoubts({
  doubts,
  of: { session, plan },
  report: { state },
}: {
  readonly doubts: Doubts
  readonly of: ReportedPlan
  readonly report: Report
}): ReactElement | null {
  const changed = state.history.changed.get(historyKey(session.id, plan.key))
  const unnamed = unnamedFiles(session, plan)
  const isUncertain = plan.body.type === 'items' && plan.body.isUncertain
  const words = [
    ...(changed === undefined
      ? []
      : [
          `Changed since revision ${changed.approvedRevision} was approved: ${describeChanges(changed)}, in revision ${changed.revision}.`,
        ]),
    ...doubts.plan.map(doubtWords),
    ...(unnamed.length === 0 ? [] : [sentence(unnamedWords(unnamed))]),
    ...(isUncertain ? [uncertainSentence] : []),
  ]
  if (words.length === 0) return null
  return (
    <ul className="notes">
      {words.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  )
}

/** The content of a plan that has no steps: a text, a document, or a value of a kind that only the agent knows. */
function Content({ report, session, plan }: PlanParts): ReactElement {
  const uri = documentUri(plan.body)
  if (uri !== null) return <Document uri={uri} report={report} />
  const text = planText(plan.body)
  if (text !== null && isBlankText(text)) return <p className="dim">{nothingInIt}</p>
  if (text !== null) {
    const heading = plan.body.type === 'markdown' ? plan.body.heading : null
    return <Markdown text={text} level={3} dropsHeading={heading === planTitleIn(session, plan)} />
  }
  const content = comparedContent(plan.body, null)
  const words = content === null ? '' : safeText(comparedText(content)).trim()
  if (words === '') {
    const isUnread = hasUnreadSteps(report.state, session, plan)
    return <p className="dim">{noStepsWords(plan, isUnread ? 'see the problems' : null)}</p>
  }
  return <pre tabIndex={0}>{words}</pre>
}

function Document({ uri, report }: { readonly uri: string; readonly report: Report }): ReactElement {
  const document = report.documentOf(uri)
  const notes =
    document?.state === 'shown'
      ? describeShown(document)
      : [document?.state === 'unavailable' ? describeUnavailable(document.reason, uri) : 'It was not read.']
  return (
    <>
      <p className="dim">
        <code>{shownLine(uri, 'long')}</code> {safeLine(notes.join(' '))}
      </p>
      {document?.state !== 'shown' ? null : document.format === 'markdown' ? (
        <Markdown text={document.text} level={3} />
      ) : (
        <pre tabIndex={0}>
          <code>{safeText(document.text)}</code>
        </pre>
      )}
    </>
  )
}

/** What was done while no step was in progress; of the first plan, as its doubts tell it. */
function Outside({ session, plan }: ReportedPlan): ReactElement | null {
  const [first] = session.plans.values()
  const words = workParts(workOf(session, outsidePlan), false)
  if (first !== plan || words.length === 0) return null
  return <p className="outside dim">Outside of the steps: {words.join(' · ')}</p>
}

interface DecisionsParts {
  readonly marks: readonly Mark[]
  readonly of: ReportedPlan
  readonly report: Report
}

/** Questions about the plan, their answers with what was said, and what the user marked. */
function Decisions({ marks, of: { session, plan, name }, report }: DecisionsParts): ReactElement | null {
  const told = marks.filter(({ planKey, type }) => planKey !== null || type === 'own' || type === 'went-on')
  if (told.length === 0) return null
  const history = planHistory(report.state, session.id, plan.key)
  return (
    <section className="decisions">
      <h3>Approvals and comments</h3>
      <ol>
        {told.map((mark) => {
          const { what, isDecision, more, quote } = markWords(mark)
          const revision = history === null ? null : revisionAt(history, mark.order).number
          return (
            <li key={mark.order} className={mark.type}>
              {mark.atMs === null ? null : <time>{clockTime(mark.atMs)}</time>}{' '}
              {isDecision ? <strong>{what}</strong> : what}
              {shownLine(more)}
              {revision === null || mark.planKey === null ? null : (
                <>
                  {' '}
                  <a className="dim" href={`#plan=${name}&revision=${revision}`}>
                    revision {revision}
                  </a>
                </>
              )}
              {quote === '' ? null : <blockquote>{safeText(quote)}</blockquote>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
