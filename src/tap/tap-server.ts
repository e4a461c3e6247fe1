import { chmodSync, rmSync, utimes, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { writeJson } from '../lib/json/write-json.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { greetingLine, type TapGreeting } from '../protocol/tap/tap-stream.ts'
import { openTapFolder, removeStaleTaps, tapFolders, tapPlace, type TapPlace } from '../system/tap-folder.ts'
import type { FrameLog } from './frame-log.ts'
import { Viewer } from './viewer.ts'

export interface TapServerParts {
  readonly log: FrameLog
  readonly greeting: TapGreeting
  readonly label: string | null
  readonly env: Readonly<Record<string, string | undefined>>
}

/** More viewers than anybody has; the others are refused in words. */
const maxViewers = 16
/** How often the time of the description is renewed while frames pass: finders sort by it. */
const touchEveryMs = 5000

/** Listens for viewers on a socket that only its owner can open. */
export class TapServer {
  readonly #log: FrameLog
  readonly #greeting: TapGreeting
  readonly #place: TapPlace
  readonly #server: Server
  readonly #viewers = new Set<Viewer>()
  #touchedMs = 0

  /** Listens; the problem continues a sentence. */
  static open(parts: TapServerParts): Result<TapServer, string> {
    const folder = openTapFolder(tapFolders(parts.env))
    if (!folder.ok) return folder
    const place = tapPlace(folder.value, parts.greeting.pid, parts.label)
    try {
      const server = new TapServer(parts, place)
      void removeStaleTaps(folder.value)
      return ok(server)
    } catch (cause) {
      return fail(cause instanceof Error ? cause.message : String(cause))
    }
  }

  private constructor({ log, greeting }: TapServerParts, place: TapPlace) {
    this.#log = log
    this.#greeting = greeting
    this.#place = place
    this.#remove()
    this.#server = createServer((socket) => this.#welcome(socket))
    this.#server.on('error', () => undefined)
    this.#server.unref()
    this.#server.listen(place.socket)
    if (process.platform !== 'win32') chmodSync(place.socket, 0o600)
    writeFileSync(place.description, `${greetingLine(greeting)}\n`, { mode: 0o600 })
  }

  /** There is a new frame. */
  wake(t: number): void {
    for (const viewer of this.#viewers) viewer.wake()
    if (t - this.#touchedMs < touchEveryMs) return
    this.#touchedMs = t
    const now = new Date()
    utimes(this.#place.description, now, now, () => undefined)
  }

  /** Writes what can be written at once, and waits for nobody. */
  close(): void {
    this.#server.close()
    for (const viewer of this.#viewers) viewer.end()
    this.#remove()
  }

  #welcome(socket: Socket): void {
    socket.on('error', () => undefined)
    socket.unref()
    if (this.#viewers.size >= maxViewers) {
      // Also where it keeps its side open: else each that does takes a descriptor for ever.
      const text = `${writeJson({ refused: `the tap has ${maxViewers} viewers already` })}\n`
      socket.end(text, () => void socket.destroy())
      return
    }
    socket.write(`${greetingLine(this.#greeting)}\n`)
    const viewer = new Viewer(socket, this.#log)
    this.#viewers.add(viewer)
    socket.once('close', () => this.#viewers.delete(viewer))
    viewer.wake()
  }

  #remove(): void {
    if (process.platform !== 'win32') rmSync(this.#place.socket, { force: true })
    rmSync(this.#place.description, { force: true })
  }
}
