import { shortened } from '../lib/text/listed-words.ts'
import type { FoundList, ListedSession } from '../app/state/observed.ts'
import type { Clock } from '../lib/clock.ts'
import { shortTime } from '../lib/text/duration.ts'
import { safe, safeLine, type SafeText, shownLine } from '../lib/text/safe-text.ts'
import { padded, displayWidth } from '../lib/text/width.ts'
import { jsonLine } from '../outputs/json/json-line.ts'
import { jsonFound } from '../outputs/json/json-session.ts'
import type { AttachRequest } from './find-sessions.ts'
import { SessionSurvey, wallClock } from './session-survey.ts'

export interface ListOptions {
  readonly request: AttachRequest
  readonly clock: Clock
  readonly isJson: boolean
  /** The list is not wanted any more. */
  readonly until: Promise<unknown>
}

/** A session that is not read by then is listed without its plan. */
const patienceMs = 8000

/** What there is on this machine, as lines of text or JSON. */
export async function listLines({ request, clock, isJson, until }: ListOptions): Promise<readonly string[]> {
  const time = wallClock(clock)
  const list = await surveyed(request, time, until)
  if (isJson) return list.sessions.map((listed) => jsonLine(jsonFound(listed)))
  return textLines(list, time.wallMs())
}

/** All sessions, read as far as that is possible in a few seconds. */
export async function surveyed(
  request: AttachRequest,
  clock: Clock,
  until: Promise<unknown>,
): Promise<FoundList> {
  let isDone: () => void = () => undefined
  const done = new Promise<void>((resolve) => (isDone = resolve))
  const survey: SessionSurvey = new SessionSurvey({
    ...request,
    clock,
    start: { infersPlans: true },
    reads: true,
    onChange: () => {
      if (survey.isComplete) isDone()
    },
  })
  const cancelTimer = clock.after(patienceMs, isDone, 'alive')
  await Promise.race([done, until])
  cancelTimer()
  const list = survey.list()
  survey.close()
  return list
}

function textLines({ sessions, sinceMs }: FoundList, nowMs: number): readonly SafeText[] {
  if (sessions.length === 0)
    return [
      safe`No sessions of other programs in the last ${shortTime(nowMs - sinceMs, 'unit')}. --since 7d looks further back.`,
    ]
  const rows = sessions.map((listed) => cells(listed, nowMs))
  const widths = rows.reduce<readonly number[]>(
    (widest, row) => row.map((cell, at) => Math.max(widest[at] ?? 0, displayWidth(cell))),
    [],
  )
  return rows.map(
    (row) =>
      row
        .map((cell, at) => padded(cell, widths[at] ?? 0))
        .join('  ')
        .trimEnd() as SafeText,
  )
}

/** Longer texts are cut, so that a line stays a line. */
const longest = 40

function cells(listed: ListedSession, nowMs: number): readonly SafeText[] {
  const { session, label, summary, isInferred } = listed
  const cut = (text: string): SafeText => safeLine(shortened(text, longest))
  const plan = summary?.plan ?? null
  const progress = plan?.progress ?? null
  const ago = shortTime(Math.max(0, nowMs - session.changedAtMs), 'unit')
  return [
    ago === '' ? safe`now` : safe`${ago} ago`,
    safe`${session.host === undefined ? safe`` : safe`${shownLine(session.host)}/`}${safeLine(session.kind)}:${shownLine(session.id, 'word')}`,
    cut(session.label ?? session.folder ?? ''),
    session.agent === 'agent' ? safeLine(label) : cut(session.agent),
    summary === null
      ? safe`not read`
      : summary.doing === 'rests' && isInferred
        ? safe`inferred`
        : safeLine(summary.doing),
    progress === null ? safe`` : safe`${progress.done}/${progress.total}`,
    cut(summary?.about ?? plan?.title ?? ''),
  ]
}
