import { isAbsolute } from 'node:path'
import type {
  Attention,
  FoundSession,
  ObservedSink,
  ObservedSource,
  ObservedStatus,
} from '../../../app/ports/observed-source.ts'
import type { Clock } from '../../../lib/clock.ts'
import { LookPace } from '../../look-pace.ts'
import { FollowedLines } from '../followed-lines.ts'
import { LogLines } from '../log/log-lines.ts'
import { LogTimes } from '../log/log-reading.ts'
import { OrderedEvents } from '../log/ordered-events.ts'
import { smallText, statsAt } from '../log/small-files.ts'
import { homeOfTranscript } from './claude-home.ts'
import { TaskFilesReader } from './read-task-files.ts'
import { TranscriptReader } from './read-transcript.ts'
import { runningClaudes } from './running-claudes.ts'
import { maxSubagents, SubagentFolder, type SubagentFile } from './subagent-files.ts'
import { subagentUpdate } from './transcript-calls.ts'

/** How often the files beside a transcript that grows are looked at. */
const lookMs = 500
const maxPlanBytes = 1024 * 1024
const ended = 'Claude Code has ended; its session is taken up again when it is resumed'

/** Follows a session of Claude Code: its transcript, those of its sub-agents, its tasks, its plan file, and whether it waits. */
export class FollowedClaudeCode implements ObservedSource {
  readonly #found: FoundSession
  readonly #sink: ObservedSink
  readonly #clock: Clock
  readonly #attention: Attention
  readonly #home: string | null
  readonly #main: FollowedLines
  readonly #pace: LookPace
  #reading: Reading
  #isClosed = false
  #cancelLook: () => void = () => undefined

  constructor(found: FoundSession, sink: ObservedSink, clock: Clock, attention: Attention) {
    this.#found = found
    this.#sink = sink
    this.#clock = clock
    this.#attention = attention
    this.#home = homeOfTranscript(found.path)
    this.#pace = new LookPace(lookMs, clock.nowMs(), attention)
    this.#reading = this.#newReading()
    this.#main = new FollowedLines(
      found.path,
      {
        lines: (lines) => {
          this.#pace.changed(clock.nowMs())
          this.#reading.main.push(lines)
        },
        begunAnew: () => this.#begunAnew(),
        status: (status) => this.#mainStatus(status),
      },
      clock,
      attention,
    )
  }

  close(): void {
    this.#isClosed = true
    this.#cancelLook()
    this.#main.close()
    this.#reading.close()
  }

  #newReading(): Reading {
    return new Reading({
      found: this.#found,
      sink: this.#sink,
      clock: this.#clock,
      home: this.#home,
      attention: this.#attention,
    })
  }

  #begunAnew(): void {
    this.#cancelLook()
    this.#reading.close()
    this.#reading = this.#newReading()
    this.#sink.begunAnew()
  }

  #mainStatus(status: ObservedStatus): void {
    if (status.state !== 'following') this.#sink.status(status)
    else if (this.#reading.isPastRead) this.#sink.status(this.#reading.status)
    else void this.#readPast(this.#reading)
  }

  async #readPast(reading: Reading): Promise<void> {
    await reading.readPast()
    if (this.#isClosed || reading !== this.#reading) return
    this.#sink.status(reading.status)
    this.#lookLater(reading)
  }

  #lookLater(reading: Reading): void {
    const delayMs = this.#pace.delayMs(this.#clock.nowMs())
    this.#cancelLook = this.#clock.after(delayMs, () => void this.#look(reading), 'alive')
  }

  async #look(reading: Reading): Promise<void> {
    const before = reading.status
    await reading.look()
    if (this.#isClosed || reading !== this.#reading) return
    if (reading.status !== before) this.#sink.status(reading.status)
    this.#lookLater(reading)
  }
}

/** An absolute path of a markdown file on this machine: a share on the network (`\\host`) is none. */
function isPlanPath(path: string): boolean {
  return isAbsolute(path) && path.endsWith('.md') && !/^[\\/]{2}/.test(path)
}

interface ReadingOptions {
  readonly found: FoundSession
  readonly sink: ObservedSink
  readonly clock: Clock
  readonly home: string | null
  readonly attention: Attention
}

const following: ObservedStatus = { state: 'following' }
const hasEnded: ObservedStatus = { state: 'waiting', why: ended, hasEnded: true }

/** One reading of a session, from its beginning on. A replaced transcript is another reading. */
class Reading {
  readonly main: LogLines<TranscriptReader>
  status: ObservedStatus = following
  isPastRead = false
  readonly #options: ReadingOptions
  readonly #times = new LogTimes()
  readonly #keys = { next: 1 }
  readonly #ordered: OrderedEvents
  readonly #subagentFolder: SubagentFolder
  readonly #subagents = new Map<string, FollowedLines | null>()
  readonly #tasks: TaskFilesReader | null
  #planSeen = ''
  #wasWaitingFor: string | null = null
  #isClosed = false

  constructor(options: ReadingOptions) {
    this.#options = options
    const { found, sink, home } = options
    this.#ordered = new OrderedEvents(sink, this.#times)
    const reader = this.#newReader(found.id, false)
    this.main = new LogLines(reader, found.path, { sink, add: (events) => this.#ordered.add(events) })
    this.#subagentFolder = new SubagentFolder(found.path)
    this.#tasks = home === null ? null : new TaskFilesReader(home, found.path)
  }

  close(): void {
    this.#isClosed = true
    for (const followed of this.#subagents.values()) followed?.close()
  }

  /** The transcript was read to its end: now what stands beside it, and then all in the order of time. */
  async readPast(): Promise<void> {
    if (this.isPastRead) return
    this.isPastRead = true
    await this.#lookForSubagents()
    if (this.#isClosed) return
    await this.#lookBeside()
    if (!this.#isClosed) this.#ordered.pastRead()
  }

  async look(): Promise<void> {
    await this.#lookForSubagents()
    if (!this.#isClosed) await this.#lookBeside()
  }

  #newReader(sessionId: string, isSubagent: boolean): TranscriptReader {
    return new TranscriptReader({ sessionId, times: this.#times, keys: this.#keys, isSubagent })
  }

  async #lookForSubagents(): Promise<void> {
    const isFull = this.#subagents.size >= maxSubagents
    const isKnown = (agentId: string): boolean => isFull || this.#subagents.has(agentId)
    const nowMs = this.#options.clock.wallMs()
    const files = await this.#subagentFolder.newFiles({ isKnown, nowMs })
    await Promise.all(files.map(async (file) => await this.#followSubagent(file)))
  }

  /** Resolves when its transcript was read to its end for the first time. */
  async #followSubagent(file: SubagentFile): Promise<void> {
    const { agentId, path, description, isFinished } = file
    if (this.#isClosed || this.#subagents.has(agentId) || this.#subagents.size >= maxSubagents) return
    const { found, sink, clock, attention } = this.#options
    let isNew = true
    const lines = new LogLines(this.#newReader(agentId, true), path, {
      sink,
      add: (events) => {
        const [first] = events
        if (isNew && first !== undefined) {
          const update = subagentUpdate(agentId, description, false)
          const { atMs } = first
          this.#ordered.add([{ type: 'session-updated', atMs, sessionId: found.id, update }])
          isNew = false
        }
        this.#ordered.add(events)
      },
    })
    await new Promise<void>((resolve) => {
      const followed = new FollowedLines(
        path,
        {
          lines: (read) => lines.push(read),
          begunAnew: () => undefined,
          status: ({ state }) => {
            if (state === 'reading-past') return
            resolve()
            // Each file that is followed costs a look at it five times a second.
            if (isFinished) followed.close()
          },
        },
        clock,
        attention,
      )
      this.#subagents.set(agentId, followed)
    })
  }

  async #lookBeside(): Promise<void> {
    const { sink, home } = this.#options
    const { reader } = this.main
    const files = (await this.#tasks?.look()) ?? null
    if (files !== null) {
      for (const path of files.broken)
        sink.notUnderstood({ path, line: null, start: '', why: 'it is not a task that can be read' })
      this.#ordered.add(reader.tasksNow(files.tasks, files.changedAtMs))
    }
    await this.#lookAtPlan()
    const running = home === null ? null : await runningClaudes(home)
    const own = running?.find(({ sessionId }) => sessionId === this.#options.found.id)
    const waitsFor = own?.waitsFor ?? null
    if (waitsFor !== this.#wasWaitingFor) {
      this.#wasWaitingFor = waitsFor
      this.#ordered.add(reader.waits(waitsFor, own?.statusSinceMs ?? this.#options.clock.wallMs()))
    }
    const isOver = running !== null && own === undefined
    this.status = isOver ? hasEnded : following
    if (isOver) this.#ordered.add(reader.lost())
  }

  async #lookAtPlan(): Promise<void> {
    const { reader } = this.main
    const path = reader.planFilePath
    // The path comes from the log: a copy of a log from elsewhere opens nothing here.
    if (path === null || this.#options.home === null || !isPlanPath(path)) return
    const stats = await statsAt(path)
    if (stats === null || !stats.isFile()) return
    const seen = `${path} ${stats.mtimeMs} ${stats.size}`
    if (seen === this.#planSeen) return
    this.#planSeen = seen
    const text = smallText(path, maxPlanBytes)
    if (text !== null) this.#ordered.add(reader.planFileNow(text, stats.mtimeMs))
  }
}
