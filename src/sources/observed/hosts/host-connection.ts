import type { Buffer } from 'node:buffer'
import {
  readSessions,
  readStart,
  sessionOfLine,
  readToldLine,
  toldAtMost,
  toldSchema,
} from '../../../app/observed/told-lines.ts'
import type {
  FoundSession,
  HostState,
  ObservedHosts,
  ObservedKind,
} from '../../../app/ports/observed-source.ts'
import type { Transport, TransportEnd } from '../../../app/ports/transport.ts'
import { listedId } from '../../../app/state/observed.ts'
import type { Clock } from '../../../lib/clock.ts'
import { timeOfDay } from '../../../lib/text/duration.ts'
import { LineCutter } from '../../../protocol/wire/line-cutter.ts'
import type { ProgramSpawn } from '../../../system/child-processes.ts'
import { workingFolder } from '../../../system/user-environment.ts'
import { openSpawned } from '../../spawned/open-spawned.ts'
import { KeptSession } from './kept-session.ts'
import {
  failureOf,
  pauseMs,
  remoteCommand,
  sshArguments,
  type HostFailure,
  type RemoteProgram,
  type SshSettings,
} from './ssh.ts'

export interface HostParts {
  readonly name: string
  readonly program: RemoteProgram
  /** The kinds that are known here. */
  readonly kinds: readonly ObservedKind[]
  readonly clock: Clock
  readonly start: ProgramSpawn
  readonly settings: SshSettings
  /** The state, or what sessions there are, has changed. */
  readonly onChange: () => void
}

/** A line holds a record with its message. */
const lineLimitBytes = 32 * 1024 * 1024
/** What a shell there may write before the program. */
const bannerBytes = 64 * 1024
const stderrKept = 4096
/** The other side says something every 15 s. */
const silentMs = 50_000
const sessionsAtMost = 1000
/** More than are observed there at once. */
const keptAtMost = 100
/** Characters of all sessions together, in memory. */
const keptSize = 192 * 1024 * 1024

interface HostsParts extends Omit<HostParts, 'name' | 'onChange'> {
  /** What ssh says while it may ask. Raw. */
  readonly say: (line: string) => void
}

/** Other machines. Nothing is connected yet. */
export function makeHosts(names: readonly string[], { say, ...parts }: HostsParts): ObservedHosts {
  let changed: () => void = () => undefined
  const connections = new Map(
    names.map((name) => [name, new HostConnection({ ...parts, name, onChange: () => changed() })]),
  )
  const all = [...connections.values()]
  return {
    kinds: all.flatMap(({ kinds }) => kinds),
    states: () => all.map(({ state }) => state),
    onChange: (listener) => (changed = listener),
    begin: async () => void (await Promise.all(all.map(async (each) => await each.connect()))),
    connect: async (name) => await connections.get(name)?.connect(say),
    close: async () => void (await Promise.all(all.map(async (each) => await each.close()))),
    killNow: () => {
      for (const each of all) each.killNow()
    },
  }
}

/** What one other machine tells of its sessions, over one ssh at a time. Nothing is sent there. */
class HostConnection {
  readonly kinds: readonly ObservedKind[]
  readonly #parts: HostParts
  readonly #kept = new Map<string, KeptSession>()
  readonly #numbers = new Map<number, KeptSession>()
  /** What is listed there, by its id, the newest first. */
  #found: ReadonlyMap<string, FoundSession> = new Map()
  /** The ids of those that are told of. */
  #told: ReadonlySet<string> = new Set()
  #state: HostState
  #transport: Transport | null = null
  /** Ends what the present attempt reports. */
  #attempt = 0
  /** All that were stopped. */
  #ended: Promise<unknown> = Promise.resolve()
  #asLogin = false
  #failures = 0
  #isClosed = false
  #cancelRetry: () => void = () => undefined
  #cancelSilence: () => void = () => undefined
  #watchedMs = -Infinity

  constructor(parts: HostParts) {
    this.#parts = parts
    const { name } = parts
    this.#state = { name, state: 'connecting', heardAtMs: null, why: '', needsUser: false }
    this.kinds = parts.kinds.map((kind) => ({
      ...kind,
      host: name,
      find: async ({ sinceMs, atMost }) =>
        await Promise.resolve(
          [...this.#found.values()]
            .filter((found) => found.kind === kind.name && found.changedAtMs >= sinceMs)
            .slice(0, atMost),
        ),
      recognise: async () => await Promise.resolve(null),
      observe: (session) => this.#keptOf(session.found).observe(session),
    }))
  }

  get state(): HostState {
    return this.#state
  }

  /** Tries to connect; settles when the other side has answered, or it is known why it does not. `say`: ssh may ask on the terminal, and its words go there. */
  async connect(say?: (line: string) => void): Promise<void> {
    const { name, program, start, settings } = this.#parts
    this.#cancelRetry()
    this.#stop()
    const attempt = ++this.#attempt
    this.#tell({ state: 'connecting' })
    const remote = remoteCommand(program, this.#asLogin)
    const args = await sshArguments({ host: name, remote, asks: say !== undefined }, settings)
    if (attempt !== this.#attempt || this.#isClosed) return
    await new Promise<void>((resolve) => {
      const lines = new LineCutter(lineLimitBytes)
      let said = ''
      let skipped = 0
      let hasStarted = false
      const isOld = (): boolean => attempt !== this.#attempt
      const fail = (failure: HostFailure): void => {
        if (isOld()) return resolve()
        this.#stop()
        this.#lost(failure, say)
          .catch(() => undefined)
          .finally(resolve)
      }
      const refused = (why: string): void => fail({ why, needsUser: false, isFinal: true, isMissing: false })
      const firstLine = (line: string): void => {
        const started = readStart(line)
        if (started === null) {
          skipped += line.length + 1
          if (skipped > bannerBytes) refused(`what answers is no acp-plan-tui: ${line.slice(0, 60)}`)
          return
        }
        if (started.schema !== toldSchema) {
          const side = started.schema > toldSchema ? 'update it here' : `update it on ${name}`
          return refused(`acp-plan-tui ${started.version} there is of another version: ${side}`)
        }
        hasStarted = true
        this.#failures = 0
        this.#numbers.clear()
      }
      // Whoever is asked a password may take their time.
      if (say === undefined) this.#expects()
      this.#transport = openSpawned(
        { command: 'ssh', args, cwd: workingFolder() ?? '/', env: {}, sharesTerminal: say !== undefined },
        start,
      )({
        onBytes: (chunk: Buffer) => {
          if (isOld()) return
          this.#hears()
          for (const cut of lines.push(chunk)) {
            if (isOld()) return
            const line = cut.type === 'line' ? cut.bytes.toString('utf8') : ''
            if (hasStarted) this.#take(line)
            else firstLine(line)
          }
          if (this.#state.state === 'connected') resolve()
          if (!hasStarted && lines.unfinishedBytes > bannerBytes) refused('what answers is no acp-plan-tui')
        },
        onFrame: () => undefined,
        onStderr: (chunk) => {
          const text = chunk.toString('utf8')
          said = (said + text).slice(-stderrKept)
          if (!hasStarted && say !== undefined)
            for (const line of text.split(/[\r\n]+/)) if (line !== '') say(line)
        },
        onStalled: () => undefined,
        onEnded: (end: TransportEnd) => fail(failureOf(end, said, hasStarted)),
      })
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#attempt++
    this.#cancelRetry()
    this.#cancelSilence()
    this.#stop()
    await this.#ended
  }

  killNow(): void {
    this.#transport?.killNow()
  }

  #hears(): void {
    const { clock } = this.#parts
    this.#state = { ...this.#state, heardAtMs: clock.wallMs() }
    // Until it has listed its sessions, what it says buys it no time: whoever waits for the list would wait for ever.
    const isWatched = clock.nowMs() - this.#watchedMs < 1000
    if (this.#state.state === 'connected' ? !isWatched : this.#watchedMs === -Infinity) this.#expects()
  }

  /** Something has to come in time. */
  #expects(): void {
    const { clock } = this.#parts
    this.#watchedMs = clock.nowMs()
    this.#cancelSilence()
    const attempt = this.#attempt
    this.#cancelSilence = clock.after(
      silentMs,
      () => {
        if (attempt !== this.#attempt) return
        this.#stop()
        const hasListed = this.#state.state === 'connected'
        const why = hasListed ? 'nothing comes from there any more' : 'it does not answer in time'
        void this.#lost({ why, needsUser: false, isFinal: false, isMissing: false })
      },
      'alive',
    )
  }

  async #lost(
    { why, needsUser, isFinal, isMissing }: HostFailure,
    say?: (line: string) => void,
  ): Promise<void> {
    if (this.#isClosed) return
    if (isMissing && !this.#asLogin && this.#parts.program.command === null) {
      this.#asLogin = true
      return await this.connect(say)
    }
    this.#tell({ state: 'away', why, needsUser })
    for (const kept of this.#kept.values()) kept.away(awayWords(this.#state))
    if (isFinal) return
    this.#failures++
    const pause = pauseMs(this.#failures, Math.random())
    this.#cancelRetry = this.#parts.clock.after(pause, () => void this.connect(), 'alive')
  }

  /** Ends the present ssh, and whatever it still says. */
  #stop(): void {
    this.#attempt++
    this.#cancelSilence()
    this.#watchedMs = -Infinity
    const ending = this.#transport?.end()
    this.#ended = Promise.all([this.#ended, ending])
    this.#transport = null
  }

  #take(line: string): void {
    const number = sessionOfLine(line)
    if (number !== null) return this.#takeOf(number, line)
    const sessions = readSessions(line, sessionsAtMost)
    if (sessions === null) return
    const here = sessions.map((found) => ({ ...found, host: this.#parts.name }))
    // The list shows each once.
    this.#found = new Map(here.map((found) => [listedId(found), found]))
    this.#told = new Set([...this.#found.keys()].slice(0, toldAtMost))
    for (const [id, kept] of this.#kept)
      if (this.#found.has(id) || kept.isObserved) kept.away(this.#whyNot(id))
      else this.#forget(id)
    this.#tell({ state: 'connected', why: '', needsUser: false })
  }

  #takeOf(number: number, line: string): void {
    if (line.startsWith(`{"n":${number},"type":"session"`)) {
      const told = readToldLine(line)
      if (told?.type !== 'session') return
      const kept = this.#keptOf(told.session)
      this.#unnumber(kept)
      kept.restart()
      this.#numbers.set(number, kept)
      return
    }
    this.#numbers.get(number)?.add(line)
    this.#dropSome()
  }

  #dropSome(): void {
    let size = 0
    for (const kept of this.#kept.values()) size += kept.size
    if (size <= keptSize) return
    const [largest] = [...this.#kept.values()].toSorted((one, other) => other.size - one.size)
    largest?.dropOldest()
  }

  #keptOf(found: FoundSession): KeptSession {
    const id = listedId({ ...found, host: this.#parts.name })
    const known = this.#kept.get(id)
    if (known !== undefined) return known
    const kept = new KeptSession()
    kept.away(this.#state.state === 'away' ? awayWords(this.#state) : this.#whyNot(id))
    for (const [other, each] of this.#kept) {
      if (this.#kept.size < keptAtMost) break
      if (!each.isObserved) this.#forget(other)
    }
    this.#kept.set(id, kept)
    return kept
  }

  /** Why a machine that is connected tells nothing of a session; null: it does. Continues a sentence. */
  #whyNot(id: string): string | null {
    const { name } = this.#parts
    if (!this.#found.has(id)) return `${name} does not list it any more`
    return this.#told.has(id) ? null : `${name} tells of its ${toldAtMost} newest sessions only`
  }

  #forget(id: string): void {
    const kept = this.#kept.get(id)
    if (kept !== undefined) this.#unnumber(kept)
    this.#kept.delete(id)
  }

  /** What still comes under its number is for nobody: only what is kept is counted. */
  #unnumber(kept: KeptSession): void {
    for (const [number, each] of this.#numbers) if (each === kept) this.#numbers.delete(number)
  }

  #tell(change: Partial<HostState>): void {
    this.#state = { ...this.#state, ...change }
    this.#parts.onChange()
  }
}

/** What is shown of a machine that is away is old: since when, and why it is away. Continues a sentence. */
function awayWords({ name, heardAtMs, why }: HostState): string {
  return heardAtMs === null ? `${name} is away: ${why}` : `${name} as of ${timeOfDay(heardAtMs)}: ${why}`
}
