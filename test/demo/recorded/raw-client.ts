import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { RecordedHost } from '../../../src/demo/recorded/recorded-agent.ts'
import type { Recording } from '../../../src/demo/recorded/recording.ts'
import { demoClient, type DemoClient } from '../demo-client.ts'
import { playRecording, type PlayedRecording } from './played-recording.ts'

/** The client of a recording that is played in the process of the test. */
export interface RawClient extends PlayedRecording, DemoClient {
  /** All lines so far, as they came. */
  readonly lines: readonly string[]
  notify(method: string, params: object): void
  respond(id: unknown, result: object): void
  /** Settles when nothing has come for a while of the event loop. */
  rest(): Promise<void>
}

export function rawClient(recording: Recording, wait?: RecordedHost['wait']): RawClient {
  const lines: string[] = []
  const client = demoClient((frame) => played.agent.receive(JSON.stringify(frame)))
  const take = (line: string | Uint8Array): void => {
    const text = typeof line === 'string' ? line : Buffer.from(line).toString('latin1')
    lines.push(text)
    client.take(text)
  }
  const played = playRecording(recording, take, wait)
  return {
    ...played,
    ...client,
    lines,
    notify: (method, params) => client.send({ method, params }),
    respond: (id, result) => client.send({ id, result }),
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

export function answers(id: number | string, result: object): readonly ['<', object] {
  return ['<', { id, result }]
}

/** An update of a session; a message unless it is something else. */
export function updates(sessionId: string, update: string | object): readonly ['<', object] {
  const content = { type: 'text', text: update }
  const told = typeof update === 'string' ? { sessionUpdate: 'agent_message_chunk', content } : update
  return ['<', { method: 'session/update', params: { sessionId, update: told } }]
}
