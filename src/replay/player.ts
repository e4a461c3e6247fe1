import { changedSpeed, markFrom, type Playback, type PlaybackOrder, type PlaybackSpeed, type PlaybackTime } from '../app/playback/playback.ts'
import { endGoal, type Goal, Seeker, type Standing, steppedGoal, timeGoal } from './seek.ts'
import { Pace } from './playback-clock.ts'
import { startPlace, type Place } from './checkpoint.ts'
import { Playhead } from './playhead.ts'
import { ShownApp, Teller } from './shown-app.ts'
import { Survey } from './trace-index.ts'
import type { Clock } from '../lib/clock.ts'
import type { JsonObject } from '../protocol/wire/message.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import type { TraceFile } from '../sources/trace-file/trace-file.ts'

/** So long records are played before keys and frames have their turn. */
const sliceMs = 8
const loopPauseMs = 1500

/** Shows a recording in its time, and goes where it is told to. */
export class Player {
  readonly app: ShownApp
  readonly #options: PlayerOptions
  readonly #start: Place
  readonly #pace: Pace
  readonly #teller: Teller
  readonly #stopListening: () => void
  #survey: Survey
  #head: Playhead
  #generation: number
  #speed: PlaybackSpeed
  #isPlaying: boolean
  #isLooping: boolean
  #seeker: Seeker | null = null
  /** Nothing more is there now. */
  #isAtEnd = false
  /** What is added is shown when it is added, whatever its time. */
  #isLive = false
  #isLoading = false
  #isClosed = false
  #documents: ReadonlyMap<string, JsonObject> = new Map()
  #callOff: () => void = () => undefined

  constructor(options: PlayerOptions) {
    const { file, clock } = options
    this.#options = options
    this.#speed = options.speed
    this.#isPlaying = !options.isPaused
    this.#isLooping = options.isLooping
    this.#generation = file.generation
    this.#start = startPlace(options.infersPlans)
    this.#pace = new Pace(clock, options.idleLimitMs)
    this.#head = new Playhead(file, this.#start)
    this.app = new ShownApp(this.#head.app)
    this.#teller = new Teller(this.app, clock, () => this.#playback())
    this.#survey = this.#surveyFrom(this.#start)
    this.#stopListening = file.onChange(() => this.#changed())
    if (options.follows) this.#seek(endGoal)
    else this.#resume(0)
  }

  /** How its time passes now. */
  readonly time = (): PlaybackTime => this.#pace.time

  /** What clocks showed when it began, in milliseconds since the epoch; where nobody knows, as if it had begun now. */
  readonly startedAtMs = (): number => {
    const startedAtMs = Date.parse(this.#survey.reader.header?.startedAt ?? '')
    return Number.isNaN(startedAtMs) ? this.#options.clock.wallMs() - this.#pace.nowMs : startedAtMs
  }

  /** It reads, or is on the way to another place: what comes of it has not happened yet. */
  get isBusy(): boolean {
    return this.#seeker !== null || this.#isLoading || this.#survey.isAtWork
  }

  get survey(): Survey {
    return this.#survey
  }

  readonly order = (order: PlaybackOrder): void => {
    const { nowMs } = this.#pace
    const standing = this.#standing
    switch (order.type) {
      case 'pause-or-play':
        return this.#pauseOrPlay()
      case 'step-frame':
      case 'step-change':
        this.#isPlaying = false
        return this.#seek(steppedGoal(order, standing))
      case 'step-mark':
        return this.#seek(timeGoal(markFrom(this.#survey.extent, standing.atMs, order.by)))
      case 'go-to':
        return this.#seek(timeGoal(order.atMs))
      case 'go-by':
        return this.#seek(timeGoal(Math.max(0, standing.atMs + order.byMs)))
      case 'change-speed':
        this.#speed = changedSpeed(this.#speed, order.by)
        return this.#resume(nowMs)
      case 'loop':
        this.#isLooping = !this.#isLooping
        return this.#resume(nowMs)
    }
  }

  close(): void {
    this.#isClosed = true
    this.#stopListening()
    this.#survey.stop()
    this.#seeker?.stop()
    this.#callOff()
    this.#teller.close()
  }

  /** Where it stands, or will when it is there. */
  get #standing(): Standing {
    const { frames, changes } = this.#head
    return { atMs: this.#pace.nowMs, frames, changes, ...this.#seeker?.goal.aim }
  }

  get #isOver(): boolean {
    return this.#isAtEnd && this.#options.file.isWhole
  }

  get #rate(): number {
    if (!this.#isPlaying || this.#seeker !== null || this.#isOver) return 0
    if (this.#isLive) return 1
    return this.#speed === 'max' ? 0 : this.#speed
  }

  #pauseOrPlay(): void {
    if (this.#isOver && this.#seeker === null) {
      this.#isPlaying = true
      return this.#seek(timeGoal(0))
    }
    const { nowMs } = this.#pace
    this.#isPlaying = !this.#isPlaying
    // Who pauses falls behind, and goes on from there.
    this.#isLive = false
    this.#resume(nowMs)
  }

  /** Goes on from a time, with what has changed. */
  #resume(atMs: number): void {
    this.#pace.set(atMs, this.#rate)
    this.#teller.tell()
    this.#go()
  }

  #seek(goal: Goal): void {
    this.#seeker?.stop()
    this.#callOff()
    const { clock, file, follows } = this.#options
    const seeker = new Seeker({ file, clock, survey: this.#survey, goal })
    this.#seeker = seeker
    this.#pace.set(this.#pace.nowMs, 0)
    // Most places are found before anybody sees that they are looked for.
    this.#teller.tellSoon()
    void seeker.found.then((found) => {
      if (this.#isClosed || this.#seeker !== seeker) return
      this.#seeker = null
      if (!found.ok) return this.#options.onFault(found.problem)
      this.#head = found.value.head
      this.#isAtEnd = found.value.isAtEnd
      this.#isLive = this.#isAtEnd && follows && this.#isPlaying
      this.app.show(this.#head.app)
      this.#resume(found.value.atMs)
    })
  }

  /** Plays what is due, and comes back when more is. */
  #go(): void {
    this.#callOff()
    this.#showDocuments()
    if (this.#isClosed || !this.#isPlaying || this.#seeker !== null || this.#isLoading) return
    if (this.#isOver) return this.#rest()
    const { clock } = this.#options
    const untilMs = clock.nowMs() + sliceMs
    while (this.#playNext()) {
      if (clock.nowMs() < untilMs) continue
      const immediate = setImmediate(() => this.#go())
      this.#callOff = () => clearImmediate(immediate)
      break
    }
    this.#showDocuments()
    this.#teller.tell()
  }

  /** False: nothing is due now, and what comes later calls for itself. */
  #playNext(): boolean {
    const head = this.#head
    const { next } = head
    if (next === null) {
      void this.#load()
      return false
    }
    const waitMs = this.#isLive ? 0 : this.#pace.waitFor(next.t, head.atMs, this.#speed)
    if (waitMs > 0) {
      this.#callOff = this.#options.clock.after(waitMs, () => this.#go())
      return false
    }
    head.play()
    if (this.#isLive || this.#speed === 'max') this.#pace.moveTo(next.t)
    return true
  }

  async #load(): Promise<void> {
    const head = this.#head
    this.#isLoading = true
    const loaded = await head.load()
    this.#isLoading = false
    if (this.#isClosed) return
    // Another head may be shown by now.
    if (head !== this.#head) return this.#go()
    if (!loaded.ok) return this.#options.onFault(loaded.problem)
    this.#isAtEnd = !loaded.value
    if (loaded.value) return this.#go()
    if (this.#generation !== this.#options.file.generation) return this.#goOnInNext()
    if (this.#isOver) return this.#rest()
    this.#isLive = this.#options.follows && this.#isPlaying
    this.#pace.set(Math.max(this.#pace.nowMs, head.atMs), this.#rate)
    this.#teller.tell()
  }

  /** The end: its time stands, and so does what is shown; or it begins again. */
  #rest(): void {
    this.#pace.set(this.#head.atMs, 0)
    this.#teller.tell()
    if (this.#isLooping && this.#head.atMs > 0)
      this.#callOff = this.#options.clock.after(loopPauseMs, () => this.#seek(timeGoal(0)))
  }

  /** There is more in the file, or another one in its place. */
  #changed(): void {
    if (this.#generation === this.#options.file.generation) void this.#survey.work()
    // What was written into the old one last is shown first.
    this.#go()
  }

  /** Another file has taken the old one's place: what it tells comes after what was there. */
  #goOnInNext(): void {
    const { file } = this.#options
    this.#generation = file.generation
    this.#survey.stop()
    const place: Place = { ...(this.#head.place() ?? this.#start), offset: 0 }
    this.#survey = this.#surveyFrom(place)
    this.#head = new Playhead(file, place)
    this.#isAtEnd = false
    this.app.show(this.#head.app)
    this.#resume(this.#pace.nowMs)
  }

  #surveyFrom(start: Place): Survey {
    const { file, clock } = this.#options
    const survey = new Survey(file, start, { clock, onProgress: () => this.#teller.tellSoon() })
    void survey.work()
    return survey
  }

  #showDocuments(): void {
    const { documents } = this.#head
    if (documents === this.#documents) return
    this.#documents = documents
    this.#options.onDocuments(documents)
  }

  #playback(): Playback {
    return {
      state: this.#stateWord(),
      speed: this.#speed,
      isLooping: this.#isLooping,
      change: this.#head.changes,
      extent: this.#survey.extent,
    }
  }

  #stateWord(): Playback['state'] {
    if (this.#seeker !== null) return 'seeking'
    if (this.#isOver) return 'ended'
    if (!this.#isPlaying) return 'paused'
    return this.#isAtEnd ? 'waiting' : 'playing'
  }
}

/** How a recording is to be shown. */
export interface PlayerOptions {
  readonly file: TraceFile
  readonly clock: Clock
  readonly infersPlans: boolean
  readonly speed: PlaybackSpeed
  /** Of longer pauses so much is waited for, in the user's time; null: all. */
  readonly idleLimitMs: number | null
  readonly isPaused: boolean
  readonly isLooping: boolean
  /** Begins at the end, and shows at once what is added. */
  readonly follows: boolean
  /** What is noted of documents, as it stands now; called again whenever that has changed. */
  readonly onDocuments: (notes: ReadonlyMap<string, JsonObject>) => void
  /** It cannot be read any further. */
  readonly onFault: (fault: TraceFault) => void
}
