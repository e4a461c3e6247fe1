import { dirname, resolve } from 'node:path'
import type {
  FoundSession,
  ObservedKind,
  ObservedSource,
  ObservedFolders,
  ToObserve,
} from '../../app/ports/observed-source.ts'
import { TraceInterpreter } from '../../app/exchange/trace-interpreter.ts'
import { lstat, stat } from 'node:fs/promises'
import { readRegularFile } from '../../system/regular-file.ts'
import { removeIfStale, tapFilesIn, tapFolders, type TapFile } from '../../system/tap-folder.ts'
import { shownStartOf } from './log/log-reading.ts'
import { connect as connectSocket } from 'node:net'
import { LineCutter } from '../../protocol/wire/line-cutter.ts'
import type { Buffer } from 'node:buffer'
import { jsonIn, readJson } from '../../lib/json/read-json.ts'
import {
  frameNumber,
  gapWords,
  readGap,
  readGreeting,
  tapVersion,
  type TapGreeting,
} from '../../protocol/tap/tap-stream.ts'
import { readOwnRecord, recordLevels } from '../../protocol/trace/read-record.ts'
import type { TraceRecord } from '../../protocol/trace/trace-record.ts'
import { isObject } from '../../protocol/wire/message.ts'

/** Agents behind `acp-plan-tui tap`. */
export const taps: ObservedKind = {
  name: 'tap',
  label: 'tap',
  named: 'the socket of a tap',
  isInferred: false,
  find: async (places) => await findTaps(places),
  recognise: async (path) => await tapAt(path),
  observe: observeTap,
}

/** How often to look for a tap that has ended. */
const againAfterMs = 500

/** Follows a tap, and the next one of the same label, or agent and folder, when it has ended. */
function observeTap({ found, sink, clock }: ToObserve): ObservedSource {
  let connection: ObservedSource | null = null
  let cancelTimer: () => void = () => undefined
  let isClosed = false
  let hasBegun = false
  let isFollowing = false
  let current = found
  let interpreter = new TraceInterpreter({ fallbackName: found.agent })
  connect()

  function close(): void {
    isClosed = true
    cancelTimer()
    connection?.close()
  }

  function connect(): void {
    isFollowing = false
    sink.status({ state: 'reading-past' })
    connection = connectTap(current.path, {
      lines: (lines, line, start) => {
        for (const each of lines) take(each, line, start)
      },
      closed: (why, isTap) => lost(why, isTap),
    })
  }

  function take(line: TapLine, number: number, start: string): void {
    switch (line.type) {
      case 'greeting': {
        const { startedAt, agent } = line.greeting
        if (hasBegun) sink.begunAnew()
        hasBegun = true
        interpreter = new TraceInterpreter({ fallbackName: agent })
        const beganAtMs = Date.parse(startedAt)
        sink.began(Number.isNaN(beganAtMs) ? clock.wallMs() : beganAtMs)
        follow()
        break
      }
      case 'record': {
        sink.wire(line.record)
        const events = interpreter.read(line.record)
        if (events.length > 0) sink.events(events)
        break
      }
      case 'refused':
      case 'not-understood':
        sink.notUnderstood({ path: current.path, line: number, start, why: line.why })
    }
  }

  /** The past comes in one piece with what is new; there is no mark between them, and none is needed. */
  function follow(): void {
    if (isFollowing) return
    isFollowing = true
    sink.status({ state: 'following', lives: true })
  }

  function lost(why: string, isTap: boolean): void {
    if (isClosed) return
    // What was never a tap will not become one.
    if (!isTap && !hasBegun && found.pid === null) return sink.status({ state: 'ended', why })
    const { label } = found
    const next = label === null ? 'when it starts again' : `when a tap labelled ${label} starts`
    const ended = isTap ? { hasEnded: true as const } : {}
    sink.status({ state: 'waiting', why: `${why}; it is taken up again ${next}`, ...ended })
    lookLater()
  }

  function lookLater(): void {
    cancelTimer = clock.after(againAfterMs, () => void look(), 'alive')
  }

  async function look(): Promise<void> {
    const taps = await findTaps({ env: process.env, runtimeFolder: dirname(found.path) })
    if (isClosed) return
    const next = taps.find((each) => isSame(each))
    if (next === undefined) return lookLater()
    current = next
    connect()
  }

  function isSame({ path, label, agent, folder }: FoundSession): boolean {
    if (path === current.path) return true
    return found.label === null
      ? agent === found.agent && folder === found.folder && label === null
      : label === found.label
  }

  return { close }
}

/** Larger descriptions are no descriptions of taps. */
const maxDescriptionBytes = 64 * 1024
/** More than anybody runs at once. */
const maxTaps = 200

/** The taps that run now, the newest first. Removes what killed ones have left behind. */
async function findTaps(
  places: Pick<ObservedFolders, 'env' | 'runtimeFolder'>,
): Promise<readonly FoundSession[]> {
  const folders = new Set([places.runtimeFolder, ...tapFolders(places.env)])
  const found: FoundSession[] = []
  for (const folder of folders)
    for (const file of (await tapFilesIn(folder)).slice(0, maxTaps)) {
      const session = (await removeIfStale(file)) ? null : await described(file)
      if (session !== null) found.push(session)
    }
  return found.toSorted((one, other) => other.changedAtMs - one.changedAtMs).slice(0, maxTaps)
}

/** The tap of a socket or its description. Any socket is taken for one: what answers there, observing shows. */
async function tapAt(path: string): Promise<FoundSession | null> {
  const stats = await stat(path).catch(() => null)
  const isPipe = /^\\\\[.?]\\pipe\\/i.test(path)
  if (stats?.isSocket() !== true && !isPipe) return null
  const name = path.split(/[\\/]/).at(-1) ?? path
  const [, pid] = /^(?:acp-plan-tui-)?(\d{1,10})(?:-.*)?(?:\.sock)?$/.exec(name) ?? []
  const file = {
    socket: path,
    description: resolve(path.replace(/(?:\.sock)?$/, '.json')),
    pid: Number(pid ?? 0),
  }
  return (
    (await described(file)) ?? {
      kind: 'tap',
      id: name,
      path,
      pid: pid === undefined ? null : Number(pid),
      agent: 'agent',
      folder: null,
      label: null,
      changedAtMs: stats?.mtimeMs ?? 0,
    }
  )
}

async function described({ socket, description, pid }: TapFile): Promise<FoundSession | null> {
  const stats = await lstat(description).catch(() => null)
  if (stats?.isFile() !== true) return null
  const read = readRegularFile(description, maxDescriptionBytes)
  const greeting = read.ok ? readGreeting(jsonIn(read.value.toString('utf8'))) : null
  if (greeting === null) return null
  const { label, agent, folder } = greeting
  return {
    kind: 'tap',
    id: label ?? `tap ${pid}`,
    path: socket,
    pid,
    agent,
    folder,
    label,
    changedAtMs: stats.mtimeMs,
  }
}

interface TapConnectionEvents {
  /** What has come at once; `line` counts from 1, `start` is the beginning of the last line. */
  lines(lines: readonly TapLine[], line: number, start: string): void
  /** It is over. `why` continues a sentence; `isTap`: a tap was at the other end. */
  closed(why: string, isTap: boolean): void
}

/** A record is the text of a line in JSON, with its escapes. */
const lineLimitBytes = 128 * 1024 * 1024
/** How long something may be silent that is no tap. */
const silentMs = 3000

/** A connection to the socket of a tap. Sends nothing. */
function connectTap(path: string, events: TapConnectionEvents): ObservedSource {
  const cutter = new LineCutter(lineLimitBytes)
  const records = new TapRecords()
  let line = 0
  let isOver = false
  const socket = connectSocket(path)
  socket.on('data', read)
  socket.once('error', (cause: NodeJS.ErrnoException) => endWith(faultWords(cause)))
  socket.once('close', () =>
    endWith(records.isGreeted ? 'the tap has ended' : 'what listens there is no tap'),
  )
  socket.setTimeout(silentMs, () => {
    if (!records.isGreeted) endWith('what listens there says nothing, and is no tap')
  })

  function close(): void {
    isOver = true
    socket.destroy()
  }

  function read(chunk: Buffer): void {
    for (const cut of cutter.push(chunk)) {
      if (isOver) return
      line++
      const isWhole = cut.type === 'line'
      const start = shownStartOf(isWhole ? cut.bytes : cut.start)
      const lines: readonly TapLine[] = isWhole
        ? records.read(cut.bytes)
        : [{ type: 'not-understood', why: 'it is too long' }]
      if (!records.isGreeted) {
        const [first] = lines
        return endWith(first?.type === 'refused' ? first.why : 'what listens there is no tap')
      }
      events.lines(lines, line, start)
    }
  }

  function endWith(why: string): void {
    if (isOver) return
    close()
    events.closed(why, records.isGreeted)
  }

  return { close }
}

const closedToYou = 'the socket belongs to another user, or is not open to you'

const faults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens on the socket any more',
  ENOENT: 'the socket is gone',
  EACCES: closedToYou,
  EPERM: closedToYou,
  ENOTSOCK: 'it is no socket',
}

function faultWords({ code = '', message }: NodeJS.ErrnoException): string {
  return faults[code] ?? `the socket cannot be read (${code || message})`
}

type TapLine =
  | { readonly type: 'greeting'; readonly greeting: TapGreeting }
  | { readonly type: 'record'; readonly record: TraceRecord }
  /** It takes no more viewers. */
  | { readonly type: 'refused'; readonly why: string }
  | { readonly type: 'not-understood'; readonly why: string }

/** Reads the stream that a tap writes to its viewers, line by line. Never throws. */
class TapRecords {
  /** Whether the greeting has come, which shows that a tap is at the other end. */
  isGreeted = false
  #lastMs = 0
  #lastNumber = 0

  read(line: Buffer): readonly TapLine[] {
    const text = line.toString('utf8')
    const value = readJson(text, recordLevels)?.value
    if (!isObject(value)) return [{ type: 'not-understood', why: 'it is no record of a tap' }]
    if (!this.isGreeted) return this.#greeted(value)
    const gap = readGap(value)
    if (gap !== null) {
      this.#lastNumber = Math.max(this.#lastNumber, gap.to)
      return [this.#said(this.#time(gap.t), `acp-plan-tui tap: ${gapWords(gap)}`)]
    }
    const t = this.#time(value['t'])
    const read = readOwnRecord(value, t, text)
    const record: readonly TapLine[] = read.ok
      ? [{ type: 'record', record: read.value }]
      : [{ type: 'not-understood', why: read.problem }]
    return [...this.#missing(frameNumber(value), t), ...record]
  }

  #greeted(value: Readonly<Record<string, unknown>>): readonly TapLine[] {
    const greeting = readGreeting(value)
    if (typeof value['refused'] === 'string')
      return [{ type: 'refused', why: value['refused'].slice(0, 200) }]
    if (greeting === null) return [{ type: 'not-understood', why: 'what answers is no tap' }]
    this.isGreeted = true
    const lines: TapLine[] = [{ type: 'greeting', greeting }]
    if (greeting.version !== tapVersion) {
      const known = `${tapVersion} is known here: it is read as far as it is understood`
      lines.push({ type: 'not-understood', why: `the tap is of version ${greeting.version}; ${known}` })
    }
    return lines
  }

  /** Frames that are not there, and that the tap has not told of. */
  #missing(number: number | null, t: number): readonly TapLine[] {
    if (number === null) return []
    const from = this.#lastNumber + 1
    this.#lastNumber = number
    if (number <= from) return []
    return [this.#said(t, `acp-plan-tui tap: ${gapWords({ t, from, to: number - 1, why: 'past' })}`)]
  }

  #said(t: number, line: string): TapLine {
    return { type: 'record', record: { t, type: 'stderr', line } }
  }

  #time(time: unknown): number {
    if (typeof time === 'number' && Number.isFinite(time) && time < latestMs)
      this.#lastMs = Math.max(time, this.#lastMs)
    return this.#lastMs
  }
}

/** Three years, as in recordings. */
const latestMs = 1e11
