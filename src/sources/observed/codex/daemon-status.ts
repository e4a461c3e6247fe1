// What the daemon of Codex's terminal says of the sessions that it has open. https://developers.openai.com/codex/app-server
import type { Buffer } from 'node:buffer'
import { lstatSync, realpathSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import { WebSocket } from 'ws'
import { version } from '../../../../package.json'
import type { Clock } from '../../../lib/clock.ts'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { writeJson } from '../../../lib/json/write-json.ts'
import type { Goal } from '../../../protocol/session/session-event.ts'
import {
  isObject,
  objectAt,
  stringAt,
  toMessage,
  type JsonObject,
  type MessageId,
} from '../../../protocol/wire/message.ts'
import { folderFault } from '../../../system/own-folder.ts'
import { cutText } from '../log/log-reading.ts'

/**
 * All requests that are ever sent: reads. `thread/resume`, the only way to subscribe, is none: it loads a thread, keeps it from being
 * unloaded, and may start turns. What is told to all clients, such as the status of each thread, comes without it.
 */
type Read = 'initialize' | 'thread/loaded/list' | 'thread/read' | 'thread/goal/get'

/** An answer to a read is a few kilobytes. */
const longestMessage = 1024 * 1024
/** More within a second is a flood: the connection ends. */
const mostMessages = 2000
const mostBytes = 8 * 1024 * 1024
/** What is sent and not read, or asked and not answered. */
const mostUnread = 64 * 1024
const mostOpen = 500
const mostPages = 10
/** Until the daemon has answered what is asked first. */
const answerMs = 2000
/** A session is shown without its status if that takes longer. */
const patienceMs = 500
const pausesMs = [1000, 2000, 4000, 8000, 16_000, 30_000] as const
/** A connection that has lasted so long was a good one. */
const goodMs = 10_000

/** What the daemon of Codex says of a session that it has open, or has had. Raw. */
export interface ThreadNow {
  readonly doing: 'works' | 'rests' | 'closed'
  /** null: not for its user. */
  readonly waitsFor: 'approval' | 'answer' | null
  /** When it was heard; wall clock. */
  readonly sinceMs: number
  /** null: not known. */
  readonly name: string | null
  /** Absent: not known. null: there is none. */
  readonly goal?: Goal | null
}

/** One session, as its daemon tells it, until `close`. */
export interface ThreadWatch {
  /** null: the daemon does not tell: there is none, or it does not have the session open. */
  now(): ThreadNow | null
  /** Resolves when the daemon has told for the first time, or is not waited for any longer. */
  readonly told: Promise<void>
  /** Its log has grown: a daemon that was away may be there again. */
  look(): void
  close(): void
}

interface Watch {
  readonly threadId: string
  readonly onChange: () => void
  readonly isTold: () => void
}

const daemons = new Map<string, Daemon>()

/** Watches a thread of the daemon behind this link. All who watch threads of one daemon share its connection. */
export function watchThread(link: string, threadId: string, clock: Clock, onChange: () => void): ThreadWatch {
  const daemon = daemons.get(link) ?? new Daemon(link, clock)
  daemons.set(link, daemon)
  return daemon.watch(threadId, onChange)
}

class Daemon {
  readonly #link: string
  readonly #clock: Clock
  readonly #watches = new Set<Watch>()
  /** Of those that are watched. */
  readonly #threads = new Map<string, ThreadNow>()
  /** The daemon has had these open: if it does not any more, they are closed, and not merely unknown to it. */
  readonly #opened = new Set<string>()
  readonly #asked = new Map<MessageId, (result: JsonObject | null) => void>()
  #socket: WebSocket | null = null
  #isReady = false
  #lastId = 0
  /** `again`: somebody wants to know of a thread that was not asked about. */
  #listing: 'no' | 'yes' | 'again' = 'no'
  #failures = 0
  #triedMs = -Infinity
  #cancelTimer: () => void = () => undefined
  #spent = { sinceMs: 0, messages: 0, bytes: 0 }

  constructor(link: string, clock: Clock) {
    this.#link = link
    this.#clock = clock
  }

  watch(threadId: string, onChange: () => void): ThreadWatch {
    let isTold: () => void = () => undefined
    const told = new Promise<void>((resolve) => (isTold = resolve))
    const cancelPatience = this.#clock.after(patienceMs, isTold, 'alive')
    const watch = { threadId, onChange, isTold }
    this.#watches.add(watch)
    if (this.#isReady) this.#list()
    else this.#look()
    // It was away a moment ago.
    if (this.#socket === null) isTold()
    return {
      now: () => this.#threads.get(threadId) ?? null,
      told: told.then(cancelPatience),
      look: () => this.#look(),
      close: () => {
        isTold()
        if (this.#watches.delete(watch)) this.#unwatched(threadId)
      },
    }
  }

  #unwatched(threadId: string): void {
    if (this.#watches.size === 0) {
      daemons.delete(this.#link)
      this.#end()
    } else if (!this.#watched().has(threadId)) {
      this.#threads.delete(threadId)
      this.#opened.delete(threadId)
    }
  }

  #watched(): ReadonlySet<string> {
    return new Set([...this.#watches].map(({ threadId }) => threadId))
  }

  #look(): void {
    if (this.#socket === null && this.#clock.nowMs() - this.#triedMs >= pausesMs[0]) this.#connect()
  }

  #connect(): void {
    this.#cancelTimer()
    this.#triedMs = this.#clock.nowMs()
    const path = socketBehind(this.#link)
    if (path === null) return this.#lost('gone')
    const socket = new WebSocket('ws://localhost/', {
      createConnection: () => connect(path),
      perMessageDeflate: false,
      maxPayload: longestMessage,
      followRedirects: false,
    })
    this.#socket = socket
    const ours = (take: () => void): void => {
      if (this.#socket === socket) take()
    }
    this.#cancelTimer = this.#clock.after(answerMs, () => this.#lost('ended'), 'alive')
    socket.on('open', () => ours(() => this.#greet()))
    socket.on('message', (data: Buffer) => ours(() => this.#received(data)))
    socket.on('ping', (data) => ours(() => void this.#spend(data.length)))
    socket.on('close', () => ours(() => this.#lost('ended')))
    // Also after its end: a socket that is ended while it connects reports that as an error.
    socket.on('error', ({ code }: NodeJS.ErrnoException) =>
      ours(() => this.#lost(code === 'ECONNREFUSED' || code === 'ENOENT' ? 'gone' : 'ended')),
    )
  }

  /** The connection is over. `gone`: nobody listens there. `flood`: it is not tried again soon. */
  #lost(how: 'ended' | 'gone' | 'flood'): void {
    const lastedMs = this.#isReady ? this.#clock.nowMs() - this.#triedMs : 0
    this.#failures = how === 'flood' ? pausesMs.length : lastedMs >= goodMs ? 1 : this.#failures + 1
    this.#end()
    for (const id of this.#watched())
      if (how === 'gone') this.#notOpen(id)
      else this.#tell(id, null)
    for (const { isTold } of this.#watches) isTold()
    const pauseMs = pausesMs[Math.min(this.#failures, pausesMs.length) - 1]
    if (this.#watches.size > 0 && pauseMs !== undefined)
      this.#cancelTimer = this.#clock.after(pauseMs, () => this.#connect())
  }

  #end(): void {
    this.#cancelTimer()
    const socket = this.#socket
    this.#socket = null
    this.#isReady = false
    this.#listing = 'no'
    this.#asked.clear()
    socket?.terminate()
  }

  /** The only place that sends requests. */
  #ask(method: Read, params: JsonObject, then: (result: JsonObject | null) => void): void {
    if (this.#socket === null) return
    if (this.#asked.size >= mostOpen) return this.#lost('ended')
    const id = ++this.#lastId
    this.#asked.set(id, then)
    this.#socket.send(writeJson({ id, method, params }))
  }

  #greet(): void {
    const clientInfo = { name: 'acp-plan-tui', title: null, version }
    const capabilities = { experimentalApi: false, requestAttestation: false }
    this.#ask('initialize', { clientInfo, capabilities }, (result) => {
      if (result === null) return this.#lost('ended')
      this.#socket?.send(writeJson({ method: 'initialized' }))
      this.#list()
    })
  }

  /** False: it is a flood, and the connection has ended. */
  #spend(bytes: number): boolean {
    const nowMs = this.#clock.nowMs()
    if (nowMs - this.#spent.sinceMs >= 1000) this.#spent = { sinceMs: nowMs, messages: 0, bytes: 0 }
    this.#spent.messages++
    this.#spent.bytes += bytes
    const isFlood = this.#spent.messages > mostMessages || this.#spent.bytes > mostBytes
    if (!isFlood && (this.#socket?.bufferedAmount ?? 0) <= mostUnread) return true
    this.#lost('flood')
    return false
  }

  #received(data: Buffer): void {
    if (!this.#spend(data.length)) return
    const message = toMessage(jsonIn(data.toString('utf8')))
    if (message === null) return this.#lost('ended')
    // A request is for the user of the terminal. Any answer to it, an error too, would decide it.
    if (message.kind === 'request') return
    if (message.kind === 'notification') {
      if (isObject(message.params)) this.#notified(message.method, message.params)
      return
    }
    const then = this.#asked.get(message.id)
    this.#asked.delete(message.id)
    then?.(message.kind === 'result' && isObject(message.result) ? message.result : null)
  }

  #list(cursor: string | null = null, before: readonly unknown[] = [], page = 1): void {
    if (cursor === null && this.#listing !== 'no') {
      this.#listing = 'again'
      return
    }
    this.#listing = this.#listing === 'no' ? 'yes' : this.#listing
    this.#ask('thread/loaded/list', cursor === null ? {} : { cursor }, (result) => {
      const data = result?.['data']
      // A version without this read is too old.
      if (result === null || !Array.isArray(data)) return this.#lost('ended')
      const all = [...before, ...(data as readonly unknown[])]
      const next = stringAt(result, 'nextCursor')
      if (next !== undefined && page < mostPages) return this.#list(next, all, page + 1)
      const isOld = this.#listing === 'again'
      this.#listing = 'no'
      this.#listed(new Set(all))
      if (isOld) this.#list()
    })
  }

  #listed(open: ReadonlySet<unknown>): void {
    this.#cancelTimer()
    this.#isReady = true
    for (const id of this.#watched()) {
      const { doing = 'closed' } = this.#threads.get(id) ?? {}
      if (open.has(id) && doing === 'closed') this.#read(id)
      else if (open.has(id)) this.#told(id)
      else {
        this.#notOpen(id)
        this.#told(id)
      }
    }
  }

  #read(threadId: string): void {
    this.#ask('thread/read', { threadId, includeTurns: false }, (result) => {
      const thread = result === null ? {} : objectAt(result, 'thread')
      this.#status(threadId, objectAt(thread, 'status'))
      this.#named(threadId, stringAt(thread, 'name'))
      this.#told(threadId)
    })
    this.#ask('thread/goal/get', { threadId }, (result) => {
      if (result !== null) this.#goal(threadId, result['goal'])
    })
  }

  #notified(method: string, params: JsonObject): void {
    const thread = objectAt(params, 'thread')
    const id = stringAt(params, 'threadId') ?? stringAt(thread, 'id')
    if (id === undefined || !this.#watched().has(id)) return
    switch (method) {
      case 'thread/started':
      case 'thread/status/changed':
        this.#status(id, objectAt('thread' in params ? thread : params, 'status'))
        return
      case 'thread/closed':
        this.#notOpen(id)
        return
      case 'thread/name/updated':
        this.#named(id, stringAt(params, 'threadName'))
        return
      case 'thread/goal/updated':
        this.#goal(id, params['goal'])
        return
      case 'thread/goal/cleared':
        this.#goal(id, null)
        return
      default:
    }
  }

  #status(id: string, status: JsonObject): void {
    if (status['type'] === 'notLoaded') return this.#notOpen(id)
    const doing = doingOf(status)
    if (doing === null) return this.#tell(id, null)
    this.#opened.add(id)
    const known = this.#threads.get(id) ?? { name: null }
    this.#tell(id, { ...known, ...doing, sinceMs: this.#clock.wallMs() })
  }

  #named(id: string, name: string | undefined): void {
    const now = this.#threads.get(id)
    if (now !== undefined && name !== undefined) this.#tell(id, { ...now, name: cutText(name, 500) })
  }

  #goal(id: string, told: unknown): void {
    const now = this.#threads.get(id)
    const goal = goalIn(told)
    if (now !== undefined && goal !== undefined) this.#tell(id, { ...now, goal })
  }

  /** Of threads that it never had open, the daemon knows nothing: those of `codex exec` and of editors have a server of their own. */
  #notOpen(id: string): void {
    if (!this.#opened.delete(id)) return this.#tell(id, null)
    this.#tell(id, { doing: 'closed', waitsFor: null, sinceMs: this.#clock.wallMs(), name: null })
  }

  #tell(id: string, now: ThreadNow | null): void {
    const before = this.#threads.get(id) ?? null
    // That it was closed stays true while the daemon is away.
    if (now === null ? before === null || before.doing === 'closed' : isSame(before, now)) return
    if (now === null) this.#threads.delete(id)
    else this.#threads.set(id, now)
    for (const { threadId, onChange } of this.#watches) if (threadId === id) onChange()
  }

  #told(id: string): void {
    for (const { threadId, isTold } of this.#watches) if (threadId === id) isTold()
  }
}

function isSame(before: ThreadNow | null, now: ThreadNow): boolean {
  return before !== null && writeJson({ ...before, sinceMs: 0 }) === writeJson({ ...now, sinceMs: 0 })
}

/** What a thread that is open does; null: its status is none that is known. */
function doingOf(status: JsonObject): Pick<ThreadNow, 'doing' | 'waitsFor'> | null {
  const flags = status['activeFlags']
  const has = (flag: string): boolean => Array.isArray(flags) && flags.includes(flag)
  switch (status['type']) {
    case 'active':
      if (has('waitingOnApproval')) return { doing: 'works', waitsFor: 'approval' }
      return { doing: 'works', waitsFor: has('waitingOnUserInput') ? 'answer' : null }
    case 'idle':
    case 'systemError':
      return { doing: 'rests', waitsFor: null }
    default:
      return null
  }
}

/** undefined: it is none that can be read; null: there is none. */
function goalIn(told: unknown): Goal | null | undefined {
  if (told === null) return null
  const objective = stringAt(told, 'objective')
  if (objective === undefined) return undefined
  return { objective: cutText(objective, 2000), status: cutText(stringAt(told, 'status') ?? '', 100) }
}

/** The socket that the link leads to; null: there is none, or others than this user may have put it there. */
function socketBehind(link: string): string | null {
  try {
    // Newer versions leave a link in their home, and listen in a folder below that of temporary files.
    const path = realpathSync(link)
    const socket = lstatSync(path)
    const isOwn = [socket, lstatSync(link)].every(({ uid }) => uid === process.getuid?.())
    const isSafe = isOwn && [link, path].every((each) => folderFault(dirname(each)) === null)
    return isSafe && socket.isSocket() ? path : null
  } catch {
    return null
  }
}
