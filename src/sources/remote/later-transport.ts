import type { OpenTransport, StreamSession, Transport, TransportEvents } from '../../app/ports/transport.ts'

/** A transport whose code is loaded when it is first opened; what is sent meanwhile waits. Loaded once for all opens. */
export function openLater(load: () => Promise<OpenTransport>): OpenTransport {
  let loaded: Promise<OpenTransport> | null = null
  return (events) => {
    loaded ??= load()
    return new LaterTransport(loaded, events)
  }
}

class LaterTransport implements Transport {
  readonly isRunning = true
  #transport: Transport | null = null
  #waiting: string[] = []
  #isOver = false

  constructor(loaded: Promise<OpenTransport>, events: TransportEvents) {
    void loaded.then((open) => {
      if (this.#isOver) return
      const transport = open(events)
      this.#transport = transport
      for (const message of this.#waiting) transport.send(message)
      this.#waiting = []
    })
  }

  send(message: string, to?: StreamSession): void {
    if (this.#transport !== null) this.#transport.send(message, to)
    // Nothing was asked yet, so it is no answer.
    else if (!this.#isOver) this.#waiting.push(message)
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#transport?.end()
  }

  killNow(): void {
    this.#isOver = true
    this.#transport?.killNow()
  }
}
