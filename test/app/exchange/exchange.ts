import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { createApp } from '../../../src/app/app.ts'
import { TraceInterpreter } from '../../../src/app/exchange/trace-interpreter.ts'
import type { TraceDirection, TraceRecord } from '../../../src/protocol/trace/trace-record.ts'

export type Json = Readonly<Record<string, unknown>>

/** An exchange without notes, as others record it: a message a second. */
export class Exchange {
  readonly events: AppEvent[] = []
  readonly #app = createApp()
  readonly #interpreter = new TraceInterpreter({ fallbackName: 'somebody' })
  #t = 0

  agent(...messages: readonly Json[]): this {
    return this.#pass('from-agent', messages)
  }

  client(...messages: readonly Json[]): this {
    return this.#pass('to-agent', messages)
  }

  record(record: TraceRecord): this {
    for (const event of this.#interpreter.read(record)) {
      this.events.push(event)
      this.#app.dispatch(event)
    }
    return this
  }

  /** The kinds of the events since this was asked last. */
  types(): readonly string[] {
    return this.events
      .splice(0)
      .map((event) => (event.type === 'link-changed' ? event.link.state : event.type))
  }

  get state(): AppState {
    return this.#app.state()
  }

  #pass(dir: TraceDirection, messages: readonly Json[]): this {
    for (const message of messages) {
      this.#t += 1000
      this.record({ t: this.#t, type: 'frame', dir, line: JSON.stringify(message) })
    }
    return this
  }
}

export const initialize = { id: 0, method: 'initialize', params: { clientCapabilities: { plan: {} } } }
export const greeting = {
  id: 0,
  result: { protocolVersion: 1, agentInfo: { name: 'a' }, authMethods: [{ id: 'key', name: 'Key' }] },
}
export const opened = (id: number, sessionId: string): Json => ({ id, result: { sessionId } })
export const prompt = (id: number, sessionId: string, text: string): Json => ({
  id,
  method: 'session/prompt',
  params: { sessionId, prompt: [{ type: 'text', text }] },
})
/** An exchange whose session `s` is open. */
export function greeted(): Exchange {
  const exchange = new Exchange()
  exchange
    .client(initialize)
    .agent(greeting)
    .client({ id: 1, method: 'session/new', params: {} })
    .agent(opened(1, 's'))
  return exchange
}
