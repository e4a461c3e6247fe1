import { isAbsolute, basename, join } from 'node:path'
import type { ObservedSource, ObservedStatus, ToObserve } from '../../../app/ports/observed-source.ts'
import { LookPace } from '../../trace-file/followed-trace.ts'
import { followLines } from '../followed-lines.ts'
import { LogLines, type LogTimes, LogReading } from '../log/log-reading.ts'
import type { TraceLine } from '../../trace-file/trace-lines.ts'
import { smallText, statsAt, WatchedFolder } from '../log/log-files.ts'
import { homeOfTranscript, type RunningClaude, runningClaudes } from './claude-home.ts'
import { TranscriptReader } from './read-transcript.ts'
import { subagentUpdate } from './transcript-line.ts'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { isObject, stringAt, objectIn } from '../../../protocol/wire/message.ts'
import { maxTasks, readTask, type Task } from './task-list.ts'

/** How often the files beside a transcript that grows are looked at. */
const lookMs = 500
const maxPlanBytes = 1024 * 1024
const ended = 'Claude Code has ended; its session is taken up again when it is resumed'

/** Follows a session of Claude Code: its transcript, those of its sub-agents, its tasks, its plan file, and whether it waits. */
export function followClaudeCode(session: ToObserve): ObservedSource {
  let isClosed = false
  let cancelLook: () => void = () => undefined
  const { found, clock, sink, attention } = session
  const options = { ...session, home: homeOfTranscript(found.path) }
  const pace = new LookPace(lookMs, clock.nowMs(), attention)
  let current = new Reading(options)
  const main = followLines(
    found.path,
    {
      lines: (lines) => {
        pace.changed(clock.nowMs())
        current.push(lines)
      },
      begunAnew,
      status: mainStatus,
    },
    session,
  )

  function close(): void {
    isClosed = true
    cancelLook()
    main.close()
    current.close()
  }

  function begunAnew(): void {
    cancelLook()
    current.close()
    current = new Reading(options)
    sink.begunAnew()
  }

  function mainStatus(status: ObservedStatus): void {
    if (status.state !== 'following') sink.status(status)
    else if (current.isPastRead) sink.status(current.status)
    else void readPast(current)
  }

  async function readPast(reading: Reading): Promise<void> {
    await reading.readPast()
    if (isClosed || reading !== current) return
    sink.status(reading.status)
    lookLater(reading)
  }

  function lookLater(reading: Reading): void {
    const delayMs = pace.delayMs(clock.nowMs())
    cancelLook = clock.after(delayMs, () => void look(reading), 'alive')
  }

  async function look(reading: Reading): Promise<void> {
    const before = reading.status
    await reading.look()
    if (isClosed || reading !== current) return
    if (reading.status !== before) sink.status(reading.status)
    lookLater(reading)
  }

  return { close }
}

/** An absolute path of a markdown file on this machine: a share on the network (`\\host`) is none. */
function isPlanPath(path: string): boolean {
  return isAbsolute(path) && path.endsWith('.md') && !/^[\\/]{2}/.test(path)
}

interface ReadingOptions extends ToObserve {
  readonly home: string | null
}

const following: ObservedStatus = { state: 'following' }
const lives: ObservedStatus = { state: 'following', lives: true }
const hasEnded: ObservedStatus = { state: 'waiting', why: ended, hasEnded: true }

/** One reading of a session, from its beginning on. A replaced transcript is another reading. */
class Reading {
  readonly #log: LogReading<TranscriptReader>
  status: ObservedStatus = following
  isPastRead = false
  readonly #options: ReadingOptions
  readonly #keys = { next: 1 }
  readonly #subagentFolder: SubagentFolder
  readonly #subagents = new Map<string, ObservedSource | null>()
  readonly #tasks: TaskFilesReader | null
  #planSeen = ''
  #wasWaitingFor: string | null = null
  #did: RunningClaude['doing'] = null
  #isClosed = false

  constructor(options: ReadingOptions) {
    this.#options = options
    const { found, home } = options
    this.#log = new LogReading(options, (times) => this.#newReader(found.id, times, false))
    this.#subagentFolder = new SubagentFolder(found.path)
    this.#tasks = home === null ? null : new TaskFilesReader(home, found.path)
  }

  push(lines: readonly TraceLine[]): void {
    this.#log.lines.push(lines)
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
    if (!this.#isClosed) await this.#log.pastRead()
  }

  async look(): Promise<void> {
    await this.#lookForSubagents()
    if (!this.#isClosed) await this.#lookBeside()
  }

  #newReader(sessionId: string, times: LogTimes, isSubagent: boolean): TranscriptReader {
    return new TranscriptReader({ sessionId, times, keys: this.#keys, isSubagent })
  }

  async #lookForSubagents(): Promise<void> {
    const isFull = this.#subagents.size >= maxSubagents
    const isKnown = (agentId: string): boolean => isFull || this.#subagents.has(agentId)
    const nowMs = this.#options.clock.wallMs()
    const files = await this.#subagentFolder.newFiles(isKnown, nowMs)
    await Promise.all(files.map(async (file) => await this.#followSubagent(file)))
  }

  /** Resolves when its transcript was read to its end for the first time. */
  async #followSubagent(file: SubagentFile): Promise<void> {
    const { agentId, path, description, isFinished } = file
    if (this.#isClosed || this.#subagents.has(agentId) || this.#subagents.size >= maxSubagents) return
    const { found, sink } = this.#options
    let isNew = true
    const lines = new LogLines(this.#newReader(agentId, this.#log.times, true), path, {
      sink,
      add: (events) => {
        const [first] = events
        if (isNew && first !== undefined) {
          const update = subagentUpdate(agentId, description, false)
          const { atMs } = first
          this.#log.add([{ type: 'session-updated', atMs, sessionId: found.id, update }])
          isNew = false
        }
        this.#log.add(events)
      },
    })
    await new Promise<void>((resolve) => {
      const followed = followLines(
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
        this.#options,
      )
      this.#subagents.set(agentId, followed)
    })
  }

  async #lookBeside(): Promise<void> {
    const { sink, home } = this.#options
    const { reader } = this.#log.lines
    const files = (await this.#tasks?.look()) ?? null
    if (files !== null) {
      for (const path of files.broken)
        sink.notUnderstood({ path, line: null, start: '', why: 'it is not a task that can be read' })
      this.#log.add(reader.tasksNow(files.tasks, files.changedAtMs))
    }
    await this.#lookAtPlan()
    const running = home === null ? null : await runningClaudes(home)
    const own = running?.find(({ sessionId }) => sessionId === this.#options.found.id)
    const { waitsFor, doing } = own ?? { waitsFor: null, doing: null }
    const sinceMs = own?.statusSinceMs ?? this.#options.clock.wallMs()
    if (waitsFor !== this.#wasWaitingFor) {
      this.#wasWaitingFor = waitsFor
      this.#log.add(reader.waits(waitsFor, sinceMs))
    }
    // Also where it has rested before: the last record of a turn may be read after the word that it rests.
    const rests = doing === 'idle' || doing === 'shell'
    if (doing !== this.#did || (rests && reader.isWorking)) {
      this.#did = doing
      this.#log.add(reader.does(doing, sinceMs))
    }
    this.status = running === null ? following : own === undefined ? hasEnded : lives
  }

  async #lookAtPlan(): Promise<void> {
    const { reader } = this.#log.lines
    const path = reader.planFilePath
    // The path comes from the log: a copy of a log from elsewhere opens nothing here.
    if (path === null || this.#options.home === null || !isPlanPath(path)) return
    const stats = await statsAt(path)
    if (stats === null || !stats.isFile()) return
    const seen = `${path} ${stats.mtimeMs} ${stats.size}`
    if (seen === this.#planSeen) return
    this.#planSeen = seen
    const text = smallText(path, maxPlanBytes)
    if (text !== null) this.#log.add(reader.planFileNow(text, stats.mtimeMs))
  }
}

interface TaskFiles {
  readonly tasks: readonly Task[]
  /** When the last of them changed; wall clock. */
  readonly changedAtMs: number
  /** Names of files that hold no task. */
  readonly broken: readonly string[]
}

const maxTaskBytes = 256 * 1024

/** Reads the task files of a session when they have changed since the last look. */
class TaskFilesReader {
  readonly #path: string
  readonly #folder: WatchedFolder
  #seen = ''

  constructor(home: string, transcript: string) {
    this.#path = join(home, 'tasks', basename(transcript, '.jsonl'))
    this.#folder = new WatchedFolder(this.#path, maxTasks + 100)
  }

  /** null: nothing has changed. */
  async look(): Promise<TaskFiles | null> {
    const names = ((await this.#folder.entries()) ?? []).map(({ name }) => name)
    const files = names.filter((name) => /^[\w-]{1,100}\.json$/.test(name))
    let seen = ''
    let changedAtMs = 0
    for (const name of files) {
      const stats = await statsAt(join(this.#path, name))
      if (stats === null) continue
      seen += `${name} ${stats.mtimeMs} ${stats.size}\n`
      changedAtMs = Math.max(changedAtMs, stats.mtimeMs)
    }
    if (seen === this.#seen) return null
    const tasks: Task[] = []
    const broken: string[] = []
    for (const name of files) {
      const text = smallText(join(this.#path, name), maxTaskBytes)
      const value = text === null ? undefined : jsonIn(text)
      const task = isObject(value) ? readTask(value) : null
      if (task !== null) tasks.push(task)
      // Gone since, or being written.
      else if (text !== null && text.trim() !== '') broken.push(join(this.#path, name))
    }
    this.#seen = seen
    return { tasks, changedAtMs, broken }
  }
}

/** A sub-agent with a transcript of its own. Raw. */
interface SubagentFile {
  readonly agentId: string
  readonly path: string
  readonly description: string | null
  /** It has ended, or has been silent for long: it is read, and not followed. */
  readonly isFinished: boolean
}

/** More sub-agents of one session are left out. */
const maxSubagents = 200
const maxMetaBytes = 64 * 1024

/** A sub-agent that has written nothing for so long is not followed: each that is costs looks at its file. */
const silentMs = 3_600_000

/** The folder with the transcripts of a session's sub-agents. */
class SubagentFolder {
  readonly #path: string
  readonly #folder: WatchedFolder

  constructor(transcript: string) {
    this.#path = join(transcript.replace(/\.jsonl$/, ''), 'subagents')
    this.#folder = new WatchedFolder(this.#path, 4 * maxSubagents)
  }

  /** Those that are not known yet. */
  async newFiles(isKnown: (agentId: string) => boolean, nowMs: number): Promise<readonly SubagentFile[]> {
    const files: SubagentFile[] = []
    for (const { name } of (await this.#folder.entries()) ?? []) {
      const agentId = /^agent-([\w-]{1,100})\.jsonl$/.exec(name)?.[1]
      if (agentId === undefined || isKnown(agentId)) continue
      const meta = smallText(join(this.#path, `agent-${agentId}.meta.json`), maxMetaBytes)
      const known = objectIn(jsonIn(meta ?? ''))
      const path = join(this.#path, name)
      const stats = await statsAt(path)
      files.push({
        agentId,
        path,
        description: stringAt(known, 'description') ?? stringAt(known, 'agentType') ?? null,
        isFinished: known['finished'] === true || (stats !== null && stats.mtimeMs < nowMs - silentMs),
      })
    }
    return files
  }
}
