import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { RecordedHost } from '../../../src/demo/recorded/recorded-agent.ts'
import type { Recording } from '../../../src/demo/recorded/recording.ts'
import type { Frame } from '../demo-process.ts'
import { playRecording, type PlayedRecording } from './played-recording.ts'

/** A client that says only what it is told to say, to a recording that is played within the test. */
export interface RawClient extends PlayedRecording {
  /** Every line that has come so far, as it came. */
  readonly lines: readonly string[]
  /** Those that are JSON. */
  readonly frames: readonly Frame[]
  request(method: string, params: object, id?: string | number): Promise<Frame>
  notify(method: string, params: object): void
  respond(id: unknown, result: object): void
  /** The first frame, past or future, that the test holds for. */
  frame(test: (frame: Frame) => boolean): Promise<Frame>
  /** Settles when nothing has come for a while of the event loop. */
  rest(): Promise<void>
}

export function rawClient(recording: Recording, wait?: RecordedHost['wait']): RawClient {
  const lines: string[] = []
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  let lastId = 0
  const take = (line: string | Uint8Array): void => {
    const text = typeof line === 'string' ? line : Buffer.from(line).toString('latin1')
    lines.push(text)
    try {
      frames.push(JSON.parse(text) as Frame)
    } catch {
      // It is among the lines.
    }
    for (const look of waiting) look()
  }
  const played = playRecording(recording, take, wait)
  const send = (message: object): void => played.agent.receive(JSON.stringify({ jsonrpc: '2.0', ...message }))
  const frame: RawClient['frame'] = async (test) =>
    await new Promise((resolve) => {
      const look = (): void => {
        const found = frames.find(test)
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  return {
    ...played,
    lines,
    frames,
    async request(method, params, id = `request-${++lastId}`) {
      send({ id, method, params })
      return await frame((each) => each.id === id && each.method === undefined)
    },
    notify: (method, params) => send({ method, params }),
    respond: (id, result) => send({ id, result }),
    frame,
    async rest() {
      for (let before = -1; before !== lines.length;) {
        before = lines.length
        for (let turn = 0; turn < 20; turn++) await turnOfTheLoop()
      }
    },
  }
}

/** The lines of a trace as --record writes them, without their times: `>` to the agent, `<` from it. */
export function traceOf(...frames: readonly (readonly ['>' | '<', object])[]): readonly string[] {
  return frames.map(([dir, message], index) =>
    JSON.stringify({ t: index * 100, [dir === '<' ? 'in' : 'out']: { jsonrpc: '2.0', ...message } }),
  )
}

export function asks(id: number, method: string, params: object = {}): readonly ['>', object] {
  return ['>', { id, method, params }]
}

export function answers(id: number, result: object): readonly ['<', object] {
  return ['<', { id, result }]
}

/** An update of a session; a message unless it is something else. */
export function updates(sessionId: string, update: string | object): readonly ['<', object] {
  const content = { type: 'text', text: update }
  const told = typeof update === 'string' ? { sessionUpdate: 'agent_message_chunk', content } : update
  return ['<', { method: 'session/update', params: { sessionId, update: told } }]
}
