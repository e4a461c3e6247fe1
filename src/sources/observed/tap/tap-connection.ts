import type { Buffer } from 'node:buffer'
import { connect, type Socket } from 'node:net'
import { LineCutter } from '../../../protocol/wire/line-cutter.ts'
import { TapRecords, type TapLine } from './tap-records.ts'

export interface TapConnectionEvents {
  /** What has come at once; `line` counts from 1, `start` is the beginning of the last line. */
  lines(lines: readonly TapLine[], line: number, start: string): void
  /** It is over. `why` continues a sentence; `isTap`: a tap was at the other end. */
  closed(why: string, isTap: boolean): void
}

/** A record is the text of a line in JSON, with its escapes. */
const lineLimitBytes = 128 * 1024 * 1024
/** How long something may be silent that is no tap. */
const silentMs = 3000
/** Characters of a line that was not understood. */
const shownStart = 200

/** A connection to the socket of a tap. Sends nothing. */
export class TapConnection {
  readonly #socket: Socket
  readonly #events: TapConnectionEvents
  readonly #cutter = new LineCutter(lineLimitBytes)
  readonly #records = new TapRecords()
  #line = 0
  #isOver = false

  constructor(socket: string, events: TapConnectionEvents) {
    this.#events = events
    this.#socket = connect(socket)
    this.#socket.on('data', (chunk) => this.#read(chunk))
    this.#socket.once('error', (cause: NodeJS.ErrnoException) => this.#close(faultWords(cause)))
    this.#socket.once('close', () =>
      this.#close(this.#records.isGreeted ? 'the tap has ended' : 'what listens there is no tap'),
    )
    this.#socket.setTimeout(silentMs, () => {
      if (!this.#records.isGreeted) this.#close('what listens there says nothing, and is no tap')
    })
  }

  close(): void {
    this.#isOver = true
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    for (const cut of this.#cutter.push(chunk)) {
      if (this.#isOver) return
      this.#line++
      const isWhole = cut.type === 'line'
      const start = (isWhole ? cut.bytes : cut.start).toString('utf8', 0, shownStart * 4).slice(0, shownStart)
      const lines: readonly TapLine[] = isWhole
        ? this.#records.read(cut.bytes)
        : [{ type: 'not-understood', why: 'it is too long' }]
      if (!this.#records.isGreeted) {
        const [first] = lines
        return this.#close(first?.type === 'refused' ? first.why : 'what listens there is no tap')
      }
      this.#events.lines(lines, this.#line, start)
    }
  }

  #close(why: string): void {
    if (this.#isOver) return
    this.close()
    this.#events.closed(why, this.#records.isGreeted)
  }
}

function faultWords({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'nobody listens on the socket any more'
    case 'ENOENT':
      return 'the socket is gone'
    case 'EACCES':
    case 'EPERM':
      return 'the socket belongs to another user, or is not open to you'
    case 'ENOTSOCK':
      return 'it is no socket'
    default:
      return `the socket cannot be read (${code ?? message})`
  }
}
