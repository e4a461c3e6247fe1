import { chmodSync, rmSync, utimes, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { writeJson } from '../lib/json/write-json.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { greetingLine, type TapGreeting, gapLine } from '../protocol/tap/tap-stream.ts'
import { openOwnFolder } from '../system/own-folder.ts'
import { removeStaleTaps, tapFolders, tapAddress, type TapAddress } from '../system/tap-folder.ts'
import { type TapLog, messagePieces } from './tap-log.ts'

export interface TapServerParts {
  readonly log: TapLog
  readonly greeting: TapGreeting
  readonly env: Readonly<Record<string, string | undefined>>
}

/** More viewers than anybody has; the others are refused in words. */
const maxViewers = 16
/** How often the time of the description is renewed while frames pass: finders sort by it. */
const touchEveryMs = 5000

/** Listens for viewers on a socket that only its owner can open. */
export class TapServer {
  readonly #log: TapLog
  readonly #greeting: TapGreeting
  readonly #place: TapAddress
  readonly #server: Server
  readonly #viewers = new Set<Viewer>()
  #touchedMs = 0

  /** Listens; the problem continues a sentence. */
  static open(parts: TapServerParts): Result<TapServer, string> {
    const folder = openOwnFolder(tapFolders(parts.env))
    if (!folder.ok) return folder
    const place = tapAddress(folder.value, parts.greeting.pid, parts.greeting.label)
    try {
      const server = new TapServer(parts, place)
      void removeStaleTaps(folder.value)
      return ok(server)
    } catch (cause) {
      return fail(cause instanceof Error ? cause.message : String(cause))
    }
  }

  private constructor({ log, greeting }: TapServerParts, place: TapAddress) {
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

/** What is written in one turn of the event loop, in characters. */
const turnLength = 128 * 1024
/** What is given to the socket at once. */
const writeLength = 32 * 1024

/**
 * Somebody who watches a tap. It has a place in the log and takes frames from there as fast as it reads: what is dropped from the log before
 * it has read so far is a gap, of which it is told. Nothing waits for it.
 */
class Viewer {
  readonly #socket: Socket
  readonly #log: TapLog
  /** What was dropped before it came is no fault of its own. */
  readonly #cameAt: number
  #next = 1
  /** The rest of a frame that is being written. */
  #pieces: Iterator<string> | null = null
  #lastMs = 0
  #isWaiting = false

  constructor(socket: Socket, log: TapLog) {
    this.#socket = socket
    this.#log = log
    this.#cameAt = log.nextNumber
    socket.on('drain', () => this.#write(turnLength))
    // A viewer has nothing to say; who writes is something else.
    socket.on('data', () => void socket.destroy())
  }

  wake(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    setImmediate(() => {
      this.#isWaiting = false
      this.#write(turnLength)
    })
  }

  /** Writes what the socket takes at once. */
  end(): void {
    this.#write(Infinity)
    this.#socket.end()
  }

  #write(budget: number): void {
    let written = 0
    while (!this.#socket.writableNeedDrain && !this.#socket.destroyed) {
      if (written >= budget) return this.wake()
      const text = this.#text()
      if (text === '') return
      this.#socket.write(text)
      written += text.length
    }
  }

  /** Some text of the following frames; '' if there are none. */
  #text(): string {
    let text = ''
    while (text.length < writeLength) {
      const piece = this.#piece()
      if (piece === null) break
      text += piece
    }
    return text
  }

  #piece(): string | null {
    for (;;) {
      const piece = this.#pieces?.next()
      if (piece !== undefined && piece.done !== true) return piece.value
      this.#pieces = null
      const following = this.#log.at(this.#next)
      if (following === null) return null
      if (following.type === 'dropped') {
        const { from, to } = following
        this.#next = to + 1
        return `${gapLine({ t: this.#lastMs, from, to, why: to < this.#cameAt ? 'past' : 'slow' })}\n`
      }
      this.#next++
      this.#lastMs = following.frame.t
      this.#pieces = messagePieces(following.frame)
    }
  }
}
