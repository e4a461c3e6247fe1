import { createHash } from 'node:crypto'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { planHistory } from '../../app/history/run-history.ts'
import { unknownPlanWords, whyNoPlan } from '../../app/words/plan.ts'
import { sessionName } from '../../app/words/session.ts'
import { doubtWords } from '../../app/words/work.ts'
import { doubtCount, doubtsOf } from '../../app/work/doubts.ts'
import { writeShownJson } from '../../lib/json/write-json.ts'
import { shortTime } from '../../lib/text/duration.ts'
import { counted } from '../../lib/text/wording.ts'
import { isBlankText, safeLine, shownLine } from '../../lib/text/safe-text.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import { text as script } from './browser/report-script.ts?script'
import { Conversation } from './conversation.tsx'
import { PlanSection, titleOf } from './plan.tsx'
import { text as style } from './report.css'
import { progressOf, reportedPlans, type Report, type ReportedPlan } from './report.ts'
import { revisionsData } from './revisions.tsx'
import { stepId } from './steps.tsx'
import {
  groupsOf,
  placeWords,
  seenWords,
  summaryWords,
  type FindingGroup,
  type LintSummary,
} from '../../app/lint/describe-findings.ts'

interface ReportPage {
  /** Made by this program alone, as `after`: a hash in it may look like a secret to who searches for one. */
  readonly before: string
  readonly content: string
  readonly after: string
}

/** A report as a page that needs nothing else: it asks for no other file, and runs no script but its own. */
export function reportPage(report: Report): ReportPage {
  const plans = reportedPlans(report.state)
  const data = plans.flatMap(({ session, plan, name }) => {
    const history = planHistory(report.state, session.id, plan.key)
    const revisions = history === null ? null : revisionsData(history)
    return revisions === null ? [] : [[name, revisions] as const]
  })
  // A line for each plan, since what is written is searched line by line. `<` would end the element.
  const written = `{${data
    .map(([name, of]) => `${writeShownJson(name)}:${writeShownJson(of)}`)
    .join(',\n')}}`.replaceAll('<', '\\u003c')
  const title = titleOfReport(report)
  const head = renderToStaticMarkup(<title>{title}</title>)
  const body = renderToStaticMarkup(<Body report={report} plans={plans} title={title} data={written} />)
  return {
    before: `<!doctype html>\n<html lang="en"><head><meta charset="utf-8">${metas}<style>${style}</style>\n`,
    content: `${head}</head><body>\n${body}\n`,
    after: `<script>${script}</script></body></html>\n`,
  }
}

const policy = [
  "default-src 'none'",
  `script-src '${hashOf(script)}'`,
  `style-src '${hashOf(style)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const metas = [
  `http-equiv="Content-Security-Policy" content="${policy}"`,
  'name="viewport" content="width=device-width, initial-scale=1"',
  'name="color-scheme" content="light dark"',
  'name="referrer" content="no-referrer"',
]
  .map((attributes) => `<meta ${attributes}>`)
  .join('')

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

interface BodyParts {
  readonly report: Report
  readonly plans: readonly ReportedPlan[]
  readonly title: string
  /** For the script, as JSON. */
  readonly data: string
}

function Body({ report, plans, title, data }: BodyParts): ReactElement {
  return (
    <>
      <a className="skip" href="#content">
        Skip to the plans
      </a>
      <header className="top">
        <h1>{title}</h1>
        <p className="facts">{runFacts(report).join(' · ')}</p>
        <Summary report={report} plans={plans} />
        {/* Made usable by the script. */}
        <search hidden>
          <input
            type="search"
            id="search"
            aria-label="Search in this report"
            placeholder="Search   /"
            autoComplete="off"
            spellCheck={false}
          />
          <output htmlFor="search" id="found" />
          <button type="button" id="keys-button">
            Keys
          </button>
        </search>
      </header>
      <nav aria-label="Contents">
        <Contents report={report} plans={plans} />
      </nav>
      <main id="content" tabIndex={-1}>
        <ToLookAt report={report} plans={plans} />
        <Plans report={report} plans={plans} />
        <Conversation report={report} />
        <Problems lint={report.lint} />
      </main>
      <footer>
        <p>
          Made from a recording by acp-plan-tui {safeLine(report.version)}. Times count from the start of the
          recording.
        </p>
      </footer>
      <script type="application/json" id="data" dangerouslySetInnerHTML={{ __html: data }} />
    </>
  )
}

function titleOfReport({ title, state }: Report): string {
  const titled = [...state.sessions.values()].find((session) => !isBlankText(session.title ?? ''))
  return shownLine(title ?? titled?.title ?? '').trim() || 'Plans'
}

function runFacts({ state: { agent }, startedAt, nowMs, isUntimed }: Report): readonly string[] {
  return [
    ...(agent === null ? [] : [shownLine(`${agent.title ?? agent.name} ${agent.version ?? ''}`.trim())]),
    ...(startedAt === null ? [] : [`${shownLine(startedAt.slice(0, 16).replace('T', ' '))} UTC`]),
    ...(isUntimed === true ? [] : [shortTime(nowMs)]),
  ]
}

interface Of {
  readonly report: Report
  readonly plans: readonly ReportedPlan[]
}

function Summary({ report: { state, lint, nowMs }, plans }: Of): ReactElement {
  let [done, total, doubts] = [0, 0, 0]
  for (const { session, plan } of plans) {
    const progress = progressOf(plan)
    done += progress?.done ?? 0
    total += progress?.total ?? 0
    doubts += doubtCount(doubtsOf(state, session, plan, nowMs))
  }
  const { error, warning, note } = lint.findings.counts
  const changed = state.history.changed.size
  return (
    <ul className="summary">
      <li>{counted(plans.length, 'plan')}</li>
      {total === 0 ? null : (
        <li className={done === total ? 'good' : undefined}>
          {done} of {counted(total, 'step')} done
        </li>
      )}
      {changed === 0 ? null : <li className="bad">{changed} changed since approved</li>}
      <li className={doubts > 0 ? 'warn' : undefined}>
        {doubts === 0 ? 'no doubts' : counted(doubts, 'doubt')}
      </li>
      <li className={error > 0 ? 'bad' : warning > 0 ? 'warn' : undefined}>
        <a href="#problems">
          {error + warning + note === 0 ? 'no problems' : counted(error + warning + note, 'finding')}
        </a>
      </li>
    </ul>
  )
}

function Contents({ report, plans }: Of): ReactElement {
  return (
    <ul>
      {plans.map((of) => {
        const progress = progressOf(of.plan)
        return (
          <li key={of.name}>
            <a href={`#plan=${of.name}`}>
              {titleOf(of)}{' '}
              {progress === null ? null : (
                <small>
                  {progress.done}/{progress.total}
                </small>
              )}
            </a>
          </li>
        )
      })}
      {report.turns.length === 0 ? null : (
        <li>
          <a href="#conversation">Conversation</a>
        </li>
      )}
      <li>
        <a href="#problems">Problems</a>
      </li>
    </ul>
  )
}

/** Doubts about steps that are listed above the plans. */
const mostDoubts = 20

/** What is doubtful, in one place: plans that changed after they were approved, and steps and plans with doubts. */
function ToLookAt({ report: { state, nowMs }, plans }: Of): ReactElement | null {
  const found = plans.flatMap(({ session, plan, name }) => {
    const { steps: ofSteps, plan: ofPlan } = doubtsOf(state, session, plan, nowMs)
    const title = titleOf({ session, plan, name })
    return [
      ...ofPlan.map((doubt) => ({ href: `plan=${name}`, of: title, words: doubtWords(doubt) })),
      ...planSteps(plan.body).flatMap(({ key, content }, index) =>
        (ofSteps.get(key) ?? []).map((doubt) => ({
          href: stepId(name, index),
          of: shownLine(content),
          words: doubtWords(doubt),
        })),
      ),
    ]
  })
  if (found.length === 0) return null
  return (
    <section className="card look" aria-labelledby="look-title">
      <h2 id="look-title" tabIndex={-1}>
        Worth a look <span className="count">{found.length}</span>
      </h2>
      <ul>
        {found.slice(0, mostDoubts).map(({ href, of, words }, index) => (
          <li key={index}>
            <a href={`#${href}`}>{of}</a> <em className="doubt">{words}</em>
          </li>
        ))}
        {found.length > mostDoubts ? <li>… and {found.length - mostDoubts} more, at their steps</li> : null}
      </ul>
    </section>
  )
}

function Plans({ report, plans }: Of): ReactElement {
  const { state, nowMs } = report
  const isOneOfMany = new Set(plans.map(({ session }) => session)).size > 1
  const unknown = [...state.sessions.values()].flatMap((session) => unknownPlanWords(state, session) ?? [])
  return (
    <>
      {plans.length === 0 && unknown.length === 0 ? (
        <p className="card empty">{whyNoPlan(state, nowMs)}</p>
      ) : null}
      {unknown.map(({ what, words }, index) => (
        <p key={index} className="card empty">
          {what}: {safeLine(words)}.
        </p>
      ))}
      {plans.map((of, index) => (
        <div key={of.name}>
          {isOneOfMany && plans[index - 1]?.session !== of.session ? (
            <p className="session">{sessionName(of.session)}</p>
          ) : null}
          <PlanSection report={report} {...of} />
        </div>
      ))}
    </>
  )
}

/** What lint finds in the messages, rule by rule. */
function Problems({ lint }: { readonly lint: LintSummary }): ReactElement {
  const groups = groupsOf(lint.findings)
  return (
    <section className="card" id="problems" aria-labelledby="problems-title">
      <h2 id="problems-title" tabIndex={-1}>
        Problems
      </h2>
      <p className="dim">
        {groups.length === 0 ? `Nothing was found in ${lint.frames} messages.` : summaryWords(lint)}
      </p>
      {groups.map((group) => (
        <Group key={group.rule.id} group={group} />
      ))}
    </section>
  )
}

function Group({ group }: { readonly group: FindingGroup }): ReactElement {
  const { rule, severity, findings, count, says, mend, pages } = group
  return (
    <details className={`problem ${severity}`}>
      <summary>
        <span className={`severity ${severity}`}>{severity}</span>
        <h3>{rule.id}</h3>
        <small>{count === 1 ? 'once' : `${count} times`}</small>
      </summary>
      <p>{says}</p>
      <p>{mend}</p>
      <ul>
        {findings.map((finding, index) => (
          <li key={index}>
            <span className="dim">{placeWords(finding.place)}</span> {seenWords(finding)}
          </li>
        ))}
        {count > findings.length ? <li>… and {count - findings.length} more</li> : null}
      </ul>
      <p>
        {pages.map((page) => (
          <a key={page} href={page} rel="noopener noreferrer">
            {safeLine(page)}
          </a>
        ))}
      </p>
    </details>
  )
}
