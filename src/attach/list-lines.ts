import { shortened } from '../lib/text/wording.ts'
import type { AppEvent } from '../app/state/app-event.ts'
import { listedId, type FoundList, type SurveyedSession } from '../app/state/observed.ts'
import { within, type Clock, wallClock } from '../lib/clock.ts'
import { shortTime } from '../lib/text/duration.ts'
import { safe, safeLine, shownLine, type SafeText } from '../lib/text/safe-text.ts'
import { displayWidth, padded } from '../lib/text/width.ts'
import { jsonLine } from '../outputs/json/json-line.ts'
import { jsonFound } from '../outputs/json/json-session.ts'
import { silenceWords } from '../app/words/session.ts'
import { kindOf, type AttachRequest } from './find-sessions.ts'
import { SessionSurvey } from './session-survey.ts'
import {
  aliveLine,
  sessionsLine,
  startLine,
  toldAtMost,
  toldLine,
  type ToldOfSession,
} from '../app/observed/told-lines.ts'
import type { FoundSession, ObservedSource } from '../app/ports/observed-source.ts'

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
  await within(clock, patienceMs, Promise.race([done, until]))
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

function cells(listed: SurveyedSession, nowMs: number): readonly SafeText[] {
  const { session, label, summary, isInferred } = listed
  const cut = (text: string): SafeText => safeLine(shortened(text, longest))
  const plan = summary?.plan ?? null
  const progress = plan?.progress ?? null
  const agoMs = Math.max(0, nowMs - session.changedAtMs)
  const ago = shortTime(agoMs, 'unit')
  return [
    ago === '' ? safe`now` : safe`${ago} ago`,
    safe`${session.host === undefined ? safe`` : safe`${shownLine(session.host)}/`}${safeLine(session.kind)}:${shownLine(session.id, 'word')}`,
    cut(session.label ?? session.folder ?? ''),
    session.agent === 'agent' ? safeLine(label) : cut(session.agent),
    summary === null
      ? safe`not read`
      : summary.doing === 'rests' && isInferred
        ? safe`inferred`
        : summary.doing === 'silent'
          ? silenceWords(agoMs)
          : safeLine(summary.doing),
    progress === null ? safe`` : safe`${progress.done}/${progress.total}`,
    cut(summary?.about ?? plan?.title ?? ''),
  ]
}

export interface ServeParts {
  readonly request: AttachRequest
  readonly clock: Clock
  readonly version: string
  /** Writes one line, and returns when it is written: a reader that is slow stops all reading of sessions, so that nothing piles up. */
  readonly write: (line: string) => void
}

/** A line at least so often shows both sides that the connection is there. */
const aliveEveryMs = 15_000
/** How often the times of sessions are told, where only these have changed. */
const timesEveryMs = 10_000

function isTitleBeside(event: AppEvent): boolean {
  return (
    event.type === 'session-updated' && event.update.type === 'session-titled' && event.frame === undefined
  )
}

/** Tells the sessions of this machine as lines (`app/observed/told-lines.ts`) until the result is called. */
export function serveSessions({ request, clock, version, write }: ServeParts): () => void {
  const { kinds, places } = request
  const open = new Map<string, ObservedSource>()
  let count = 0
  let last = { sessions: '', order: '', atMs: -Infinity }
  write(startLine(version))

  function observe(found: FoundSession): ObservedSource {
    const number = ++count
    const tell = (told: ToldOfSession): void => write(toldLine(number, told))
    const kind = kindOf(kinds, found)
    tell({ type: 'session', session: found })
    return kind.observe({
      found,
      clock,
      attention: 'listed',
      sink: {
        began: (atMs) => tell({ type: 'began', atMs }),
        // The other side reads the events of messages from these; a title may stand beside them.
        events: (events) => {
          for (const event of events)
            if (kind.isInferred || isTitleBeside(event)) tell({ type: 'event', event })
        },
        wire: (record) => tell({ type: 'record', record }),
        begunAnew: () => tell({ type: 'session', session: found }),
        status: (status) => tell({ type: 'status', status }),
        notUnderstood: (what) => tell({ type: 'fault', ...what }),
      },
    })
  }

  function tellFound(found: readonly FoundSession[]): void {
    const sessions = sessionsLine(found)
    const order = found.map(listedId).join('\n')
    const nowMs = clock.nowMs()
    if (sessions === last.sessions || (order === last.order && nowMs - last.atMs < timesEveryMs)) return
    last = { sessions, order, atMs: nowMs }
    write(sessions)
  }

  const survey: SessionSurvey = new SessionSurvey({
    kinds,
    places,
    clock,
    start: { infersPlans: true },
    reads: false,
    onChange() {
      const { found } = survey
      tellFound(found)
      const wanted = new Map(found.slice(0, toldAtMost).map((each) => [listedId(each), each]))
      for (const [id, source] of open) {
        if (wanted.has(id)) continue
        source.close()
        open.delete(id)
      }
      for (const [id, each] of wanted) if (!open.has(id)) open.set(id, observe(each))
    },
  })
  let cancelTimer: () => void = () => undefined
  const staysAlive = (): void => {
    write(aliveLine)
    cancelTimer = clock.after(aliveEveryMs, staysAlive, 'alive')
  }
  cancelTimer = clock.after(aliveEveryMs, staysAlive, 'alive')
  return () => {
    cancelTimer()
    survey.close()
    for (const source of open.values()) source.close()
  }
}
