import { basename } from 'node:path'
import { createApp, type App } from '../app/app.ts'
import type { Session } from '../app/state/session.ts'
import type { AppEvent } from '../app/state/app-event.ts'
import { listedId, restMs, type SurveyedSession, type ShownSession } from '../app/state/observed.ts'
import { silentLink, summaryOf } from '../app/observed/session-summary.ts'
import type {
  Attention,
  FoundSession,
  NotUnderstood,
  ObservedKind,
  ObservedSource,
  ObservedStatus,
} from '../app/ports/observed-source.ts'
import { startState, type AppState, type StateOptions } from '../app/state/app-state.ts'
import { logProblems, type WireLog } from '../app/wire/wire-log.ts'
import type { SessionWatch, Watcher } from '../outputs/watcher.ts'
import { type Clock, withTime } from '../lib/clock.ts'
import { silentSince, type Link } from '../app/state/link.ts'
import { isAtWork } from '../app/state/session-clock.ts'

export interface ObservationOptions {
  readonly kind: ObservedKind
  readonly found: FoundSession
  readonly clock: Clock
  readonly start: StateOptions
  /** `wall`: its events get times of the wall clock, so that those of several sessions can be compared. `own`: since its beginning. */
  readonly times: 'wall' | 'own'
  /** Calls for each event of the app, which is another one after `begunAnew`. */
  readonly onEvent: (event: AppEvent, after: AppState, before: AppState) => void
  /** The status has changed, or all before is void. */
  readonly onChange: () => void
  /** All before is void; called before `onChange`. Absent: `onChange` is enough. */
  readonly onBegunAnew?: () => void
  /** Absent: `shown`. */
  readonly attention?: Attention
  /** What tells others of it; absent: nothing does. */
  readonly watcher?: Watches | null
  /** Absent: none. Others are told of the one that tells the session best. */
  readonly others?: () => Iterable<Observation>
  /** What is told the messages that pass, at times of the wall clock; absent: nothing is. */
  readonly log?: WireLog
}

/** Tells others what happens in sessions. */
export type Watches = Pick<Watcher, 'watch'>

/** What comes from a source that has ended may be a sign that it is back: so long it has to say so. */
const backWithinMs = 2500

/** One session of another program, observed until `close`: an app of its own, with the status of its source. */
export class Observation {
  readonly found: FoundSession
  readonly kind: ObservedKind
  /** null: the messages that pass are not kept. */
  readonly log: WireLog | null
  readonly #options: ObservationOptions
  readonly #source: ObservedSource
  readonly #watch: SessionWatch | null
  #app: App
  #status: ObservedStatus = { state: 'reading-past' }
  /** When its first event was, by the wall clock; null: not known yet. */
  #beganAtMs: number | null = null
  #lastMs = 0
  /** When something came while it was followed; wall clock. */
  #heardAtMs = 0
  /** What writes it was there, and is looked for: its end is noticed when it comes. */
  #hasLived = false
  /** It was said here that the agent has ended. */
  #isEnded = false
  #cancelSettle: (() => void) | null = null
  /** Sources report while they are made, when nobody has this object yet. */
  readonly #isMade: boolean = false
  #isClosed = false

  constructor(options: ObservationOptions) {
    const { kind, found, clock, onChange, log = null } = options
    this.found = found
    this.kind = kind
    this.log = log
    this.#options = options
    this.#watch = this.#watchBy(clock.wallMs())
    this.#app = this.#newApp()
    // A source may still be reading when it is closed: what it reports then belongs to nobody, and the log to another session.
    const whileOpen =
      <Told extends readonly unknown[]>(report: (...told: Told) => void) =>
      (...told: Told): void => {
        if (!this.#isClosed) report(...told)
      }
    const { attention = 'shown' } = options
    this.#source = kind.observe({
      found,
      clock,
      attention,
      sink: {
        began: whileOpen((wallMs) => {
          this.#beganAtMs = wallMs
        }),
        events: whileOpen((events) => this.#add(events)),
        wire: whileOpen((record) => log?.append({ ...record, t: record.t + (this.#beganAtMs ?? 0) })),
        begunAnew: whileOpen(() => {
          this.#app = this.#newApp()
          this.#beganAtMs = null
          this.#lastMs = this.#heardAtMs = 0
          this.#hasLived = this.#isEnded = false
          log?.beginAnew()
          if (!this.#isMade) return
          options.onBegunAnew?.()
          onChange()
        }),
        status: whileOpen((status) => {
          this.#status = status
          this.#settle()
          if (this.#isMade) onChange()
        }),
        notUnderstood: whileOpen((what) => this.#dispatch(problemOf(what, this.#lastMs))),
      },
    })
    this.#isMade = true
  }

  /** When its last event was, by the wall clock; null: not known. */
  get changedAtMs(): number | null {
    return this.#beganAtMs === null ? null : this.#beganAtMs + this.#lastMs
  }

  get status(): ObservedStatus {
    return this.#status
  }

  /** null: before its first event. */
  get beganAtMs(): number | null {
    return this.#beganAtMs
  }

  state(): AppState {
    return this.#app.state()
  }

  /** An event of this program's, such as a mark of the user's. */
  dispatch(event: AppEvent): void {
    this.#app.dispatch(event)
  }

  shown(): ShownSession {
    const { label, isInferred } = this.kind
    return { label, isInferred, session: this.found, status: this.#status }
  }

  /** Nothing is reported afterwards. */
  close(): void {
    this.#isClosed = true
    this.#cancelSettle?.()
    this.#watch?.stop()
    this.#source.close()
  }

  #newApp(): App {
    const app = createApp(startState(this.#options.start))
    app.onEvent(this.#options.onEvent)
    if (this.log !== null) logProblems(app, this.log)
    if (this.#watch !== null) app.onEvent(this.#watch.onEvent)
    return app
  }

  #watchBy(sinceMs: number): SessionWatch | null {
    const { clock, found, watcher = null, others = () => [], times } = this.#options
    if (watcher === null) return null
    const ownMs = (): number =>
      this.#beganAtMs === null ? this.#lastMs : Math.max(this.#lastMs, clock.wallMs() - this.#beganAtMs)
    const isFollowing = (): boolean => this.#status.state === 'following' && !isToldElsewhere(this, others())
    return watcher.watch({
      state: () => this.#app.state(),
      clock: times === 'own' ? withTime(clock, ownMs) : clock,
      folder: found.folder,
      observed: {
        isFollowing,
        // The past and what is new may come in one piece. Times to come are those of another clock: they tell nothing.
        isLive: () => {
          const atMs = this.changedAtMs ?? sinceMs
          if (atMs < sinceMs || isToldElsewhere(this, others())) return false
          return this.#status.state === 'following' || atMs <= clock.wallMs()
        },
      },
    })
  }

  #add(events: readonly AppEvent[]): void {
    const isFollowed = this.#status.state !== 'reading-past'
    if (isFollowed) {
      this.#heardAtMs = this.#options.clock.wallMs()
      this.#goesOn()
    }
    for (const event of events) this.#dispatch(event)
    const lives = livesBy(this.#status)
    if (isFollowed && lives !== true) this.#settleWithin(lives === false ? backWithinMs : restMs)
  }

  /**
   * What is said of the agent follows what is known of whatever writes: once that is gone, nothing goes on, as after an end that was told;
   * where nobody knows, and nothing has come for long, it is only said since when. This one rule is for all sources.
   */
  #settle(): void {
    this.#cancelSettle?.()
    this.#cancelSettle = null
    if (this.#status.state === 'reading-past') return
    const state = this.#app.state()
    const nowMs = this.#options.clock.wallMs()
    const heardAtMs = Math.min(
      nowMs,
      Math.max(this.#heardAtMs, this.changedAtMs ?? 0, this.found.changedAtMs),
    )
    const lives = livesBy(this.#status)
    if (lives === true) {
      this.#hasLived = true
      this.#goesOn()
    } else if (lives === false) {
      if (!hasUnended(state)) return
      const endedAtMs = this.#hasLived ? nowMs : heardAtMs
      this.#isEnded = true
      this.#lastMs += Math.max(0, endedAtMs - (this.changedAtMs ?? endedAtMs))
      this.#tellLink({ state: 'ended', sinceMs: this.#timeOf(endedAtMs), end: { kind: 'closed' } })
    } else if (heardAtMs + restMs > nowMs) this.#settleWithin(heardAtMs + restMs - nowMs)
    else this.#tellLink(silentLink(state, this.#timeOf(heardAtMs)))
  }

  #settleWithin(ms: number): void {
    this.#cancelSettle ??= this.#options.clock.after(ms, () => this.#settle())
  }

  /** Takes back that it is silent, as if that had not been said: its time has passed in work. Or that it has ended. */
  #goesOn(): void {
    const { link } = this.#app.state()
    if (silentSince(link) !== null || (this.#isEnded && link.state === 'ended'))
      this.#tellLink({ state: 'open', sinceMs: link.sinceMs })
    this.#isEnded = false
  }

  /** A time of the wall clock as those of the app are. */
  #timeOf(wallMs: number): number {
    return this.#options.times === 'own' ? wallMs - (this.#beganAtMs ?? wallMs) : wallMs
  }

  #tellLink(link: Link | null): void {
    if (link !== null) this.#app.dispatch({ type: 'link-changed', atMs: link.sinceMs, link })
  }

  #dispatch(event: AppEvent): void {
    this.#lastMs = event.atMs
    if (this.#options.times === 'own') return this.#app.dispatch(event)
    // A source that does not say when it began reports what happens now.
    this.#beganAtMs ??= this.#options.clock.wallMs() - event.atMs
    this.#app.dispatch(eventLater(event, this.#beganAtMs))
  }
}

function problemOf({ path, line, start, why }: NotUnderstood, atMs: number): AppEvent {
  const place = line === null ? basename(path) : `${basename(path)}, line ${line}`
  const problem = {
    code: 'not-understood',
    text: `${place}: ${why}`,
    weight: 'rejected',
    excerpt: start.slice(0, 240),
  } as const
  return { type: 'problem-found', atMs, sessionId: null, problem }
}

/** Whether whatever writes a session is there; null: nobody knows. */
function livesBy(status: ObservedStatus): boolean | null {
  if (status.state === 'following') return status.lives ?? null
  return status.state === 'ended' || 'hasEnded' in status ? false : null
}

/** Whether a turn, what one began, or a question has not come to its end. */
function hasUnended({ sessions, permissions, elicitations }: AppState): boolean {
  const isUnended = (session: Session): boolean => session.turn.state === 'working' || isAtWork(session)
  return permissions.length + elicitations.length > 0 || [...sessions.values()].some(isUnended)
}

/**
 * Whether one of the observed sources tells a session in other ways, and more of it: a tap that acpx has started, or the messages of
 * what a vendor logs.
 */
export function isToldElsewhere(
  { kind, found }: Pick<Observation, 'kind' | 'found'>,
  others: Iterable<Observation>,
): boolean {
  for (const other of others) {
    if ('why' in other.status || other.found.host !== found.host) continue
    const isOfTap = kind.name === 'acpx' && other.kind.name === 'tap' && found.pid === other.found.pid
    if (isOfTap && found.pid !== null) return true
    const { agentSessionId } = other.found
    const hasIt = agentSessionId === found.id || other.state().sessions.has(found.id)
    if (isOfAgent(kind) && !isOfAgent(other.kind) && hasIt) return true
  }
  return false
}

function isOfAgent(kind: ObservedKind): boolean {
  return kind.isInferred || kind.isOfAgent === true
}

/** A session as the list shows it; `observation`: null while it is not read. */
export function listed(
  kind: ObservedKind,
  session: FoundSession,
  observation: Observation | null,
): SurveyedSession {
  const isRead = observation !== null && observation.status.state !== 'reading-past'
  const said = isRead && !kind.isInferred ? (observation.state().agent?.name ?? '') : ''
  return {
    id: listedId(session),
    session: {
      ...session,
      // What an agent calls itself says more than its command.
      agent: said.trim() === '' ? session.agent : said,
      changedAtMs: Math.max(session.changedAtMs, isRead ? (observation.changedAtMs ?? 0) : 0),
    },
    label: kind.label,
    isInferred: kind.isInferred,
    summary: isRead ? summaryOf(observation.state()) : null,
  }
}

/** An event of an observed session `byMs` later: all times in it are of the same clock. */
export function eventLater(event: AppEvent, byMs: number): AppEvent {
  const atMs = event.atMs + byMs
  switch (event.type) {
    case 'link-changed':
      return { ...event, atMs, link: linkLater(event.link, byMs) }
    case 'permission-asked':
    case 'permission-updated':
      return { ...event, atMs, request: { ...event.request, askedAtMs: event.request.askedAtMs + byMs } }
    case 'elicitation-asked':
      return { ...event, atMs, request: { ...event.request, askedAtMs: event.request.askedAtMs + byMs } }
    case 'proposal-answered':
      return { ...event, atMs, outcome: { ...event.outcome, atMs: event.outcome.atMs + byMs } }
    default:
      return { ...event, atMs }
  }
}

function linkLater(link: Link, byMs: number): Link {
  const sinceMs = link.sinceMs + byMs
  switch (link.state) {
    case 'shaking-hands':
      return link.greetedAtMs === undefined
        ? { ...link, sinceMs }
        : { ...link, sinceMs, greetedAtMs: link.greetedAtMs + byMs }
    case 'reconnecting':
      return { ...link, sinceMs, nextAtMs: link.nextAtMs === null ? null : link.nextAtMs + byMs }
    case 'starting':
    case 'wants-login':
    case 'open':
    case 'ended':
      return { ...link, sinceMs }
  }
}
