import { listedId, type FoundList, type SurveyedSession } from '../app/state/observed.ts'
import type { FoundSession } from '../app/ports/observed-source.ts'
import type { StateOptions } from '../app/state/app-state.ts'
import type { Clock } from '../lib/clock.ts'
import { closedFolders } from '../sources/observed/log/log-files.ts'
import { findSessions, kindOf, type AttachRequest } from './find-sessions.ts'
import { type Watches, isToldElsewhere, listed, Observation } from './observation.ts'

export interface SurveyOptions extends AttachRequest {
  readonly clock: Clock
  readonly start: Pick<StateOptions, 'infersPlans'>
  /** Whether sessions are read too, to say what their agents do. */
  readonly reads: boolean
  readonly onChange: () => void
  /** What tells others of the sessions that are read; absent: nothing does. */
  readonly watcher?: Watches | null
}

/** The newest sessions are read for the list; of the others it is only shown that they are there. */
const readAtMost = 30
const readAtOnce = 3
/** A session that takes longer to read is too long for the list. */
const patienceMs = 5000
const againMs = 2000
/** The rest between two looks is so many times longer than a look takes. */
const restShare = 30
/** Changes are shown together. */
const togetherMs = 100
/** The list needs the present plans only. */
const historyBytes = 64 * 1024

/** What there is on this machine, and what the agents do: looked for again and again until `close`. */
export class SessionSurvey {
  readonly #options: SurveyOptions
  readonly #observations = new Map<string, Observation>()
  readonly #tooLong = new Set<string>()
  /** Of those that are being read. */
  readonly #timers = new Map<string, () => void>()
  #found: readonly FoundSession[] = []
  #isLooking = true
  /** Another machine has told more since. */
  #isOld = false
  #sinceMs: number
  #isClosed = false
  #cancelLook: () => void = () => undefined
  #cancelChange: (() => void) | null = null

  constructor(options: SurveyOptions) {
    this.#options = options
    this.#sinceMs = options.places().sinceMs
    options.hosts?.onChange(() => {
      this.#isOld = true
      this.#changed()
      this.#cancelLook()
      this.#cancelLook = options.clock.after(togetherMs, () => void this.#look(), 'alive')
    })
    void this.#look()
  }

  get found(): readonly FoundSession[] {
    return this.#found
  }

  /** The first look is complete, and what can be read for the list was read. */
  get isComplete(): boolean {
    return !this.#isLooking && !this.#isOld && this.#waiting().length === 0 && this.#timers.size === 0
  }

  list(): FoundList {
    const { kinds, hosts } = this.#options
    const all = this.#found.map((found) => ({ kind: kindOf(kinds, found), found }))
    const sessions = all
      .filter((each) => !isToldElsewhere(each, this.#observations.values()))
      .map(({ kind, found }) => listed(kind, found, this.#observations.get(listedId(found)) ?? null))
    const closed = closedFolders()
    const waits = ({ summary }: SurveyedSession): boolean => summary?.doing === 'waits'
    return {
      sessions: [...sessions.filter(waits), ...sessions.filter((session) => !waits(session))],
      isLooking: this.#isLooking,
      sinceMs: this.#sinceMs,
      ...(closed.length === 0 ? {} : { closed }),
      ...(hosts === null || hosts === undefined ? {} : { hosts: hosts.states() }),
    }
  }

  close(): void {
    this.#isClosed = true
    this.#cancelLook()
    this.#cancelChange?.()
    for (const id of this.#observations.keys()) this.#stopReading(id)
  }

  async #look(): Promise<void> {
    const { clock } = this.#options
    const beganMs = clock.nowMs()
    const places = this.#options.places()
    this.#isOld = false
    const found = await findSessions(this.#options.kinds, places)
    if (this.#isClosed) return
    this.#found = found
    this.#sinceMs = places.sinceMs
    this.#isLooking = false
    const wanted = new Set(found.slice(0, readAtMost).map(listedId))
    for (const id of this.#observations.keys()) if (!wanted.has(id)) this.#stopReading(id)
    this.#readMore()
    this.#changed()
    // Where there are very many sessions, most of the time is left to others.
    const restMs = Math.max(againMs, (clock.nowMs() - beganMs) * restShare)
    this.#cancelLook()
    this.#cancelLook = clock.after(restMs, () => void this.#look(), 'alive')
  }

  #waiting(): readonly FoundSession[] {
    const wanted = this.#options.reads ? this.#found.slice(0, readAtMost) : []
    return wanted.filter((found) => {
      const id = listedId(found)
      return !this.#observations.has(id) && !this.#tooLong.has(id)
    })
  }

  #readMore(): void {
    for (const found of this.#waiting().slice(0, readAtOnce - this.#timers.size)) this.#read(found)
  }

  #read(found: FoundSession): void {
    const { kinds, clock, start, watcher = null } = this.#options
    const id = listedId(found)
    const isRead = (): void => {
      this.#timers.get(id)?.()
      if (this.#timers.delete(id)) this.#readMore()
    }
    this.#timers.set(
      id,
      clock.after(
        patienceMs,
        () => {
          this.#tooLong.add(id)
          this.#stopReading(id)
          this.#readMore()
          this.#changed()
        },
        'alive',
      ),
    )
    const observation = new Observation({
      kind: kindOf(kinds, found),
      found,
      clock,
      start: { ...start, historyBytes },
      times: 'wall',
      attention: 'listed',
      watcher,
      others: () => this.#observations.values(),
      onEvent: () => this.#changed(),
      onChange: () => {
        const state = this.#observations.get(id)?.status.state
        if (state !== undefined && state !== 'reading-past') isRead()
        this.#changed()
      },
    })
    this.#observations.set(id, observation)
  }

  #stopReading(id: string): void {
    this.#timers.get(id)?.()
    this.#timers.delete(id)
    this.#observations.get(id)?.close()
    this.#observations.delete(id)
  }

  #changed(): void {
    if (this.#isClosed) return
    this.#cancelChange ??= this.#options.clock.after(
      togetherMs,
      () => {
        this.#cancelChange = null
        this.#options.onChange()
      },
      'alive',
    )
  }
}
