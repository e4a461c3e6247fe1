import { opendir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type {
  FoundSession,
  ObservedKind,
  ObservedSink,
  ObservedSource,
  ToObserve,
} from '../../app/ports/observed-source.ts'
import { faultOfStart } from '../../protocol/trace/trace-fault.ts'
import { type TraceProblem, TraceReader } from '../../protocol/trace/read-trace.ts'
import { readAt, type SizedLine } from '../trace-file/trace-lines.ts'
import { readOpened } from './log/log-files.ts'
import type { Buffer } from 'node:buffer'
import { TraceInterpreter } from '../../app/exchange/trace-interpreter.ts'
import type { Clock } from '../../lib/clock.ts'
import type { TraceRecord } from '../../protocol/trace/trace-record.ts'
import { followLines, type FollowedLinesEvents } from './followed-lines.ts'
import { shownStartOf } from './log/log-reading.ts'

/** What is particular of a program that writes messages to a file. */
interface MessagesWriter extends Pick<FollowedLinesEvents, 'continues' | 'lives'> {
  /** Whether a line is a mark of the writer's between the messages, which is passed over. Absent: none is. */
  isMarker?(line: Buffer): boolean
  /** The file is open: `push` takes what precedes it. */
  opened?(fd: number, push: (path: string, lines: readonly SizedLine[]) => void): Promise<void>
}

/** Follows the messages that another program writes to a file, from its beginning on. */
export function followMessages(session: ToObserve, writer: MessagesWriter = {}): ObservedSource {
  const { found, sink, clock } = session
  const { path, agent: fallbackName, changedAtMs } = found
  const messagesFrom = (atMs: number): ObservedMessages =>
    new ObservedMessages(sink, clock, { fallbackName, changedAtMs: atMs, writer })
  let messages = messagesFrom(changedAtMs)
  return followLines(
    path,
    {
      ...writer,
      opened: async (fd) => await writer.opened?.(fd, (of, lines) => messages.push(of, lines)),
      lines: (lines) => messages.push(path, lines),
      begunAnew() {
        messages = messagesFrom(clock.wallMs())
        sink.begunAnew()
      },
      status(status) {
        if (status.state === 'following') messages.live()
        sink.status(status)
      },
    },
    session,
  )
}

interface MessagesOptions {
  /** The name of an agent that does not name itself. */
  readonly fallbackName: string
  /** When the session was last changed, by the wall clock: where the lines have no times, their events are put there in order. */
  readonly changedAtMs: number
  readonly writer: MessagesWriter
}

/** Turns the lines of an observed trace, in any dialect, into what its sink takes: messages, events, and what was not understood. */
class ObservedMessages {
  readonly #sink: ObservedSink
  readonly #clock: Clock
  readonly #options: MessagesOptions
  readonly #interpreter: TraceInterpreter
  readonly #reader = new TraceReader()
  #path = ''
  /** Of the file of this path. */
  #line = 0
  #lastProblem: TraceProblem | undefined
  #beganAtMs: number | null = null
  #lastMs = 0
  #problems = 0
  #isLive = false
  #isRefused = false

  constructor(sink: ObservedSink, clock: Clock, options: MessagesOptions) {
    this.#sink = sink
    this.#clock = clock
    this.#options = options
    this.#interpreter = new TraceInterpreter(options)
  }

  /** The lines that follow are being written: without times of their own they get the present one. */
  live(): void {
    this.#isLive = true
  }

  push(path: string, lines: readonly SizedLine[]): void {
    const sink = this.#sink
    if (path !== this.#path) this.#line = 0
    this.#path = path
    for (const { bytes, sizeBytes } of lines) {
      this.#line++
      if (this.#options.writer.isMarker?.(bytes) === true) continue
      const isWhole = sizeBytes === bytes.length
      const records = isWhole ? this.#reader.push(bytes) : this.#reader.pushOverlong(sizeBytes)
      this.#noteProblem(bytes, records.length > 0)
      for (const record of records) {
        const timed = this.#timed(record)
        sink.wire(timed)
        const events = this.#interpreter.read(timed)
        if (events.length > 0) sink.events(events)
      }
    }
  }

  /** The record at its time; the first one tells when the session began. */
  #timed(record: TraceRecord): TraceRecord {
    if (this.#beganAtMs === null) {
      this.#beganAtMs = this.#reader.startedAtMs ?? this.#options.changedAtMs
      this.#sink.began(this.#beganAtMs)
    }
    const passedMs = this.#isLive ? this.#clock.wallMs() - this.#beganAtMs : 0
    this.#lastMs = Math.max(this.#lastMs, this.#reader.hasTimes ? record.t : passedMs)
    if (record.type !== 'frame' || !this.#isLive) return { ...record, t: this.#lastMs }
    // It comes now.
    const { isUntimed: _, ...frame } = record
    return { ...frame, t: this.#lastMs }
  }

  /** `isRead`: the line is shown all the same. */
  #noteProblem(line: Buffer, isRead: boolean): void {
    const { problemCount, problems, fault } = this.#reader
    const isFaultNew = fault !== null && !this.#isRefused
    this.#isRefused = fault !== null
    if (problemCount === this.#problems && !isFaultNew) return
    this.#problems = problemCount
    const last = problems.at(-1)
    const isFirst = last !== this.#lastProblem
    this.#lastProblem = last
    if (isRead && !isFirst) return
    const found = isFirst && last !== undefined ? last.text : 'another line like one before'
    const why = isFaultNew ? fault.message : found
    this.#sink.notUnderstood({ path: this.#path, line: this.#line, start: shownStartOf(line), why })
  }
}

/** Recordings of this program, traces of the conductor, and logs of messages that editors write. They stand anywhere: the user names them. */
export const traceFiles: ObservedKind = {
  name: 'trace',
  label: 'recording',
  named: 'a recording or a log of messages',
  isInferred: false,
  find: async () => await Promise.resolve([]),
  recognise: async (path) => await recognise(path),
  observe: (session) => followMessages({ ...session, attention: 'shown' }),
}

/** How much of a file is read to see what it is. */
const startBytes = 64 * 1024

/** An empty file is taken too: another program is about to write it. */
async function recognise(path: string): Promise<FoundSession | null> {
  return await readOpened(path, async (fd, stats) => {
    const start = await readAt(fd, 0, startBytes)
    if (!start.ok || faultOfStart(start.value) !== null) return null
    const reader = new TraceReader()
    const lines = start.value.toString('utf8').split('\n')
    // The last line may be torn, or longer than what was read.
    for (const line of lines.slice(0, -1)) reader.push(line)
    reader.end(lines.at(-1) ?? '')
    // Empty, or one long line whose end was not read.
    const isUnknown = start.value.length === 0 || (lines.length === 1 && lines[0]?.startsWith('{') === true)
    if (reader.dialect === null && !isUnknown) return null
    return {
      kind: 'trace',
      id: basename(path),
      path,
      pid: null,
      agent: reader.header?.agent ?? 'agent',
      folder: null,
      label: reader.header?.title ?? null,
      changedAtMs: stats.mtimeMs,
    }
  })
}

const entriesRead = 10_000
const filesLookedInto = 200
const recordingsListed = 20

/** The newest recordings in a folder, found by the names and the first bytes of files; bounded. Never rejects. */
export async function findRecordings(folder: string): Promise<readonly FoundSession[]> {
  const files: { readonly path: string; readonly changedAtMs: number }[] = []
  let entries = 0
  try {
    for await (const { name } of await opendir(folder)) {
      if (++entries > entriesRead) break
      if (!/\.(?:ndjson|jsonl)$/.test(name)) continue
      const path = join(folder, name)
      const stats = await stat(path).catch(() => null)
      if (stats?.isFile() === true && stats.size > 0) files.push({ path, changedAtMs: stats.mtimeMs })
    }
  } catch {
    // What was found until then is listed.
  }
  const found: FoundSession[] = []
  const newest = files.toSorted((one, other) => other.changedAtMs - one.changedAtMs).slice(0, filesLookedInto)
  for (const { path } of newest) {
    if (found.length === recordingsListed) break
    const recording = await recognise(path).catch(() => null)
    if (recording !== null) found.push(recording)
  }
  return found
}
