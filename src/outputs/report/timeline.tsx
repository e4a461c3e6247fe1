import type { ReactElement } from 'react'
import type { Mark } from '../../app/history/plan-history.ts'
import { clockSpans, stepParts, timelineSpan, type ClockSpan } from '../../app/timeline/step-spans.ts'
import { columnOf, timeScale, type Span, type TimeScale } from '../../app/timeline/time-scale.ts'
import type { Session } from '../../app/state/session.ts'
import { isAtWork } from '../../app/state/session-clock.ts'
import { markWords } from '../../app/words/plan.ts'
import { clockTime, shortTime } from '../../lib/text/duration.ts'
import { shownLine } from '../../lib/text/safe-text.ts'
import { wasBegun, type UpdateTime } from '../../plans/steps/step-times.ts'
import type { TrackedEntry } from '../../plans/steps/tracked-entry.ts'

interface TimelineParts {
  readonly session: Session
  readonly steps: readonly TrackedEntry[]
  readonly marks: readonly Mark[]
  readonly now: UpdateTime
}

/** Rows of one timeline. */
const mostRows = 200
/** The timeline is open where it has no more rows. */
const rowsSeen = 30

/** The steps as bars over time, those that have times. SVG, since a page without inline styles can place nothing else. */
export function Timeline({ session, steps, marks, now }: TimelineParts): ReactElement | null {
  const timed = steps.filter(({ times }) => wasBegun(times))
  const clockHistory = session.clockHistory.items
  const clock = isAtWork(session) ? session.clock.state : 'standing'
  const span = timelineSpan(steps, { marks, clock, clockHistory }, now)
  if (span === null || timed.length === 0) return null
  const spans = clockSpans(clockHistory, now.atMs)
  const idle = spans.filter(({ state }) => state === 'standing')
  const scale = timeScale({ ...span, idle, columns: 100, foldColumns: 7, grows: false })
  const inSpan = marks.filter(({ atMs }) => atMs !== null && atMs >= span.fromMs && atMs <= span.toMs)
  return (
    <details className="timeline" open={timed.length <= rowsSeen}>
      <summary>
        <h3>Timeline</h3>
      </summary>
      <div className="bars">
        <span />
        <Axis scale={scale} />
        {timed.slice(0, mostRows).map((entry) => (
          <Bar key={entry.key} entry={entry} scale={scale} spans={spans} now={now} />
        ))}
        {inSpan.length === 0 ? null : <Moments marks={inSpan} scale={scale} />}
      </div>
      {timed.length > mostRows ? <p className="dim">… and {timed.length - mostRows} more steps</p> : null}
    </details>
  )
}

function percent(scale: TimeScale, atMs: number): number {
  return Math.round(columnOf(scale, atMs) * 100) / 100
}

interface BarParts {
  readonly entry: TrackedEntry
  readonly scale: TimeScale
  readonly spans: readonly ClockSpan[]
  readonly now: UpdateTime
}

function Bar({ entry, scale, spans, now }: BarParts): ReactElement {
  const parts = stepParts(entry.times, spans, now)
  const told = parts.map(({ type, fromMs, toMs }) => `${type} ${clockTime(fromMs)} to ${clockTime(toMs)}`)
  return (
    <>
      <span>{shownLine(entry.content)}</span>
      <svg role="img" aria-label={told.join(', ')}>
        {parts.map(({ type, fromMs, toMs }, index) => (
          <rect
            key={index}
            className={type}
            x={`${percent(scale, fromMs)}%`}
            width={`${Math.max(0.4, percent(scale, toMs) - percent(scale, fromMs)).toFixed(2)}%`}
            height="100%"
            rx="2"
          />
        ))}
      </svg>
    </>
  )
}

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
const axisSteps: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 28, 91, 364].map((count) => count * day),
]
/** In percent of the whole width. */
const leastBetweenLabels = 16

/** Times since the start of the run, and how long the folded idle times are. */
function Axis({ scale }: { readonly scale: TimeScale }): ReactElement {
  const step = axisSteps.find((each) => each / scale.msPerColumn >= leastBetweenLabels) ?? 364 * day
  return (
    <svg className="axis" aria-hidden="true">
      {scale.pieces.map((piece, index) =>
        piece.isFolded ? (
          <text key={index} x={`${percent(scale, piece.fromMs)}%`} y="1em" className="idle">
            ⋯ {shortTime(piece.toMs - piece.fromMs, 'rough')} idle
          </text>
        ) : (
          timesIn(piece, step).map((atMs) => (
            <text key={atMs} x={`${percent(scale, atMs)}%`} y="1em">
              {clockTime(atMs)}
            </text>
          ))
        ),
      )}
    </svg>
  )
}

function timesIn({ fromMs, toMs }: Span, step: number): readonly number[] {
  const first = Math.ceil(fromMs / step) * step
  const count = Math.max(0, Math.floor((toMs - first) / step) + 1)
  const times = Array.from({ length: Math.min(12, count) }, (_, index) => first + index * step)
  return times.length === 0 && fromMs === 0 ? [0] : times
}

/** Prompts, questions and answers, below the bars. */
function Moments({
  marks,
  scale,
}: {
  readonly marks: readonly Mark[]
  readonly scale: TimeScale
}): ReactElement {
  return (
    <>
      <span className="dim">prompts and answers</span>
      <svg className="moments" role="img" aria-label={marks.map(momentWords).join(', ')}>
        {marks.map((mark) => (
          <circle
            key={mark.order}
            className={`at-${mark.type}`}
            cx={`${percent(scale, mark.atMs ?? 0)}%`}
            cy="50%"
            r="4"
          >
            <title>{momentWords(mark)}</title>
          </circle>
        ))}
      </svg>
    </>
  )
}

function momentWords(mark: Mark): string {
  const { what, quote } = markWords(mark)
  const said = quote === '' ? '' : ` “${shownLine(quote)}”`
  return `${clockTime(mark.atMs ?? 0)} ${shownLine(what)}${said}`
}
