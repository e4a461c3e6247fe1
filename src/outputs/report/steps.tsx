import type { ReactElement, ReactNode } from 'react'
import { stepStillRuns, priorityWord, statusGlyph, statusWord, stepWords } from '../../app/words/step.ts'
import { doubtWords, workParts } from '../../app/words/work.ts'
import type { Doubts } from '../../app/work/doubts.ts'
import type { Session } from '../../app/state/session.ts'
import {
  callsByStep,
  changingKinds,
  outcomeOf,
  stepRef,
  workOf,
  type CallOutcome,
  type StepWork,
  type WorkCall,
} from '../../app/state/step-work.ts'
import { clockTime, shortTime } from '../../lib/text/duration.ts'
import { safeLine, safeText, shownLine } from '../../lib/text/safe-text.ts'
import { isAtWork } from '../../app/state/session-clock.ts'
import { heldSteps, type Plan } from '../../plans/plan.ts'
import type { UpdateTime } from '../../plans/steps/step-times.ts'
import {
  activeTimeMs,
  factWords,
  sourceWords,
  stepFacts,
  type TrackedEntry,
} from '../../plans/steps/tracked-entry.ts'
import type { ReportedPlan } from './report.ts'

interface StepsParts extends ReportedPlan {
  readonly steps: readonly TrackedEntry[]
  readonly doubts: Doubts
  readonly now: UpdateTime
}

export function stepId(planName: string, index: number): string {
  return `plan=${planName}&step=${index + 1}`
}

/** Of longer lists, a browser draws what is in view. */
const mostDrawn = 300

export function Steps({ session, plan, name, steps, doubts, now }: StepsParts): ReactElement {
  const held = heldSteps(plan)
  return (
    <ol className={steps.length > mostDrawn ? 'steps long' : 'steps'}>
      {steps.map((entry, index) => {
        const group = entry.told?.group
        const isGroup = group !== steps[index - 1]?.told?.group
        return (
          <li
            key={entry.key}
            id={doubts.steps.has(entry.key) ? stepId(name, index) : undefined}
            className={`step ${statusClass(entry, session)}`}
          >
            {isGroup ? <b className="group">{safeLine(group ?? 'Others')}</b> : null}
            <Step entry={entry} session={session} plan={plan} now={now}>
              {held.has(entry.key) ? <em className="doubt">{stepStillRuns}</em> : null}
              {doubts.steps.get(entry.key)?.map((doubt) => (
                <em key={doubt.type} className="doubt">
                  {doubtWords(doubt)}
                </em>
              ))}
            </Step>
          </li>
        )
      })}
    </ol>
  )
}

const statusClasses: ReadonlyMap<string, string> = new Map([
  ['completed', 'done'],
  ['in_progress', 'active'],
  ['pending', 'open'],
  ['blocked', 'blocked'],
])

function statusClass({ status }: TrackedEntry, session: Session): string {
  if (status === 'in_progress' && !isAtWork(session)) return 'unfinished'
  return statusClasses.get(status) ?? 'other'
}

interface StepParts {
  readonly entry: TrackedEntry
  readonly session: Session
  readonly plan: Plan
  readonly now: UpdateTime
}

function Step({
  entry,
  session,
  plan,
  now,
  children,
}: StepParts & { readonly children: ReactNode }): ReactElement {
  const look = { isAscii: false, isAtWork: isAtWork(session) }
  const priority = priorityWord(entry.priority)
  const facts = [priority === null ? '' : `${priority} priority`, factWords(entry), sourceWords(entry)]
  const activeMs = activeTimeMs(entry, now.work)
  return (
    <>
      <i aria-hidden="true">{statusGlyph(entry.status, look)}</i>
      <span className="text">
        <span className="hidden">{statusWord(entry.status, look.isAtWork)}: </span>
        {safeText(stepWords(entry.content))}
        {facts
          .filter((fact) => fact !== '')
          .map((fact) => (
            <small key={fact}>{safeLine(fact)}</small>
          ))}
        {children}
      </span>
      {activeMs === null ? null : <time>{clockTime(activeMs, entry.times.running !== null)}</time>}
      <StepWorkLine entry={entry} session={session} plan={plan} now={now} />
    </>
  )
}

/** Files and calls that are listed of one step. */
const mostListed = 60

function StepWorkLine({ entry, session, plan, now }: StepParts): ReactElement | null {
  const ref = stepRef(plan.key, entry.key)
  const work = workOf(session, ref)
  const words = [...timeWords(entry, now), ...workParts(work, false)].join(' · ')
  if (words === '') return null
  const calls = callsByStep(session.work.calls).get(ref) ?? []
  if (calls.length === 0 && work.questions.length === 0 && work.lastMessage === null)
    return <p className="work">{words}</p>
  return (
    <details className="work">
      <summary>{words}</summary>
      <WorkList work={work} calls={calls} />
    </details>
  )
}

/** When it was begun and ended, in the time of the run. */
function timeWords(entry: TrackedEntry, now: UpdateTime): readonly string[] {
  const { beganAtMs, endedAtMs, stretches, waitedMs } = stepFacts(entry, now)
  if (beganAtMs === null) return []
  return [
    endedAtMs === null
      ? `from ${clockTime(beganAtMs)} on`
      : `${clockTime(beganAtMs)} to ${clockTime(endedAtMs)}`,
    ...(stretches > 1 ? [`${stretches} times`] : []),
    ...(waitedMs < 1000 ? [] : [`waited ${shortTime(waitedMs)} for answers`]),
  ]
}

const outcomes: Readonly<Record<CallOutcome, string>> = {
  open: 'not ended',
  failed: 'failed',
  rejected: 'rejected',
  cancelled: 'cancelled',
  done: '',
  untold: 'exit code not told',
}

function WorkList({
  work,
  calls,
}: {
  readonly work: StepWork
  readonly calls: readonly WorkCall[]
}): ReactElement {
  const changed = [...work.files].filter(([, { changes }]) => changes > 0)
  // Those that have changed files are told by their files.
  const others = calls.filter(
    ({ kind, paths }) =>
      !changingKinds.has(kind) || !paths.some((file) => (work.files.get(file)?.changes ?? 0) > 0),
  )
  const more = Math.max(0, changed.length - mostListed) + Math.max(0, others.length - mostListed)
  return (
    <ul>
      {changed.slice(0, mostListed).map(([path, { added, removed, untold }]) => (
        <li key={path}>
          <code>{safeLine(path)}</code>{' '}
          {untold > 0 && added + removed === 0 ? 'lines not told' : <Lines added={added} removed={removed} />}
        </li>
      ))}
      {others.slice(0, mostListed).map((call) => (
        <CallItem key={call.number} call={call} />
      ))}
      {more > 0 ? <li>… and {more} more</li> : null}
      {work.questions.map(({ asked, answer }, index) => (
        <li key={`question ${index}`}>
          asked: {shownLine(asked, 'long')} <b>{shownLine(answer, 'long')}</b>
        </li>
      ))}
      {work.lastMessage === null ? null : <li>said last: {shownLine(work.lastMessage, 'long')}</li>}
    </ul>
  )
}

function Lines({ added, removed }: { readonly added: number; readonly removed: number }): ReactElement {
  return (
    <>
      <ins>+{added}</ins> <del>−{removed}</del>
    </>
  )
}

function CallItem({ call }: { readonly call: WorkCall }): ReactElement {
  const outcome = outcomes[outcomeOf(call)]
  const exit = call.exit === null || call.exit === 0 ? outcome : `exit code ${call.exit}`
  return (
    <li>
      {safeLine(call.kind === 'execute' ? 'command' : call.kind || 'call')}{' '}
      <code>{shownLine(call.command ?? call.title, 'long') || '(no words)'}</code>{' '}
      {exit === '' ? null : <span className={outcome === 'failed' ? 'bad' : 'dim'}>{exit}</span>}
    </li>
  )
}
