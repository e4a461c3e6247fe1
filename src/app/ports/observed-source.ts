import type { AppEvent } from '../state/app-event.ts'
import { dayMs, type Clock } from '../../lib/clock.ts'
import type { FoundSession, HostState, ObservedKindName, ObservedStatus } from '../state/observed.ts'
import type { TraceRecord } from '../../protocol/trace/trace-record.ts'

export type { FoundSession, HostState, ObservedKindName, ObservedStatus } from '../state/observed.ts'

/** A kind of thing that other programs leave behind or offer, and that is observed: it is only read, and nothing is sent. */
export interface ObservedKind {
  readonly name: ObservedKindName
  /** The other machine that its sessions are on; absent: this one. */
  readonly host?: string
  /** As the list shows it. */
  readonly label: string
  /** As a sentence names one of it, with its article. */
  readonly named: string
  /** Its plans are inferred from the log of a vendor, not read from messages. */
  readonly isInferred: boolean
  /** The agent itself writes it, as it does what is inferred: what passes between it and a client tells more. */
  readonly isOfAgent?: true
  /** The sessions that are there now, the newest first; bounded in number and time. Never throws. */
  find(places: ObservedFolders): Promise<readonly FoundSession[]>
  /** The session of a file, folder or socket that the user named; null: it is not of this kind. Never throws. */
  recognise(path: string, places: ObservedFolders): Promise<FoundSession | null>
  /** Follows a session from its whole past on, until `close`. */
  observe(session: ToObserve): ObservedSource
}

/** A session that is followed, and where what comes of it goes. */
export interface ToObserve {
  readonly found: FoundSession
  readonly sink: ObservedSink
  readonly clock: Clock
  readonly attention: Attention
}

/** Other machines, whose sessions are observed. */
export interface ObservedHosts {
  /** The kinds of sessions of each. */
  readonly kinds: readonly ObservedKind[]
  states(): readonly HostState[]
  /** Called when a state, or what sessions there are, has changed. One listener. */
  onChange(listener: () => void): void
  /** Connects to all, without questions. Settles when each answers, or is known not to. */
  begin(): Promise<void>
  /** Connects again to one that is away; ssh may ask on the terminal. Settles when it answers, or is known not to. */
  connect(name: string): Promise<void>
  close(): Promise<void>
  /** Ends everything at once: for handlers that cannot wait. */
  killNow(): void
}

/** `shown`: the user looks at it. `listed`: it is one of many in a list, and is looked at less often while it rests. */
export type Attention = 'shown' | 'listed'

/** Where sessions are looked for. */
export interface ObservedFolders {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly homeFolder: string
  /** The folder with the sockets of taps. */
  readonly runtimeFolder: string
  /** Only sessions that have changed since then; wall clock. */
  readonly sinceMs: number
  readonly nowMs: number
  /** So many sessions of each kind, the newest ones. */
  readonly atMost: number
}

/** So many sessions of each kind are listed. */
export const listedAtMost = 200

/** How far back `--since` can lead: longer than anything has been kept. */
export const longestSinceMs = 100 * 365 * dayMs

/** What comes from an observed session. */
export interface ObservedSink {
  /** When `atMs` 0 was, by the wall clock. Called once before the first events, and again after `begunAnew`. */
  began(wallMs: number): void
  /** Events in order; `atMs` is in milliseconds since the first event of this source. */
  events(events: readonly AppEvent[]): void
  /** A message that has passed. Sources made of messages report them, logs do not. */
  wire(record: TraceRecord): void
  /** All before is void, and the past follows anew: the file was replaced or truncated, a tap has come back. */
  begunAnew(): void
  status(status: ObservedStatus): void
  notUnderstood(what: NotUnderstood): void
}

/** A line or record that was not understood, and is left out. Raw. */
export interface NotUnderstood {
  readonly path: string
  /** From 1; null: it is no line. */
  readonly line: number | null
  /** The beginning of it. */
  readonly start: string
  readonly why: string
}

export interface ObservedSource {
  close(): void
}
