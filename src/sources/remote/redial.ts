import { jsonIn } from '../../lib/json/read-json.ts'
import type { OpenTransport, StreamSession, Transport, TransportEvents } from '../../app/ports/transport.ts'

/**
 * A server makes a connection of the first `initialize` and refuses a second one on it, which we send when the agent
 * answered the first with an error. So each goes out on a connection of its own. `open`'s transports must be silent once
 * they are told to end.
 */
export function redialForInitialize(open: OpenTransport): OpenTransport {
  return (events) => new RedialTransport(open, events)
}

class RedialTransport implements Transport {
  readonly isRunning = true
  readonly #open: OpenTransport
  readonly #events: TransportEvents
  readonly #replaced = new Set<Promise<void>>()
  #current: Transport
  #hasAsked = false
  #isOver = false

  constructor(open: OpenTransport, events: TransportEvents) {
    this.#open = open
    this.#events = events
    this.#current = open(events)
  }

  send(message: string, to?: StreamSession): void {
    if (isInitialize(message)) {
      if (this.#hasAsked && !this.#isOver) this.#redial()
      this.#hasAsked = true
    }
    this.#current.send(message, to)
  }

  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all([this.#current.end(), ...this.#replaced])
  }

  killNow(): void {
    this.#isOver = true
    this.#current.killNow()
  }

  #redial(): void {
    const ended = this.#current.end()
    this.#replaced.add(ended)
    void ended.then(() => this.#replaced.delete(ended))
    this.#current = this.#open(this.#events)
  }
}

function isInitialize(message: string): boolean {
  // Seldom there by chance, and then deeper down.
  if (!message.includes('"initialize"')) return false
  const value = jsonIn(message)
  return typeof value === 'object' && value !== null && 'method' in value && value.method === 'initialize'
}
