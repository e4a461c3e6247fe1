import type { Buffer } from 'node:buffer'
import { isObject, stringAt, type Message } from '../../../protocol/wire/message.ts'
import { WireReader } from '../../../protocol/wire/wire-reader.ts'

/**
 * What the SDK has to know of a received message: the ids of responses, since it answers what is open when a session's stream is
 * gone, and the sessions that it has to open a stream for. It never sees more, and what it hands on of these is told by `isStub` from what it made up.
 */
export type Stub = Readonly<Record<string, unknown>>

const mark = 'received'

export function stubFor(id: unknown, fields: Stub): Stub {
  return { jsonrpc: '2.0', id, ...fields, [mark]: true }
}

export function isStub(message: object): boolean {
  return Object.hasOwn(message, mark)
}

export interface Noticed {
  readonly stubs: readonly Stub[]
  /** Sessions of sub-agents that are reported here, which may have streams of their own. */
  readonly subagents: readonly string[]
}

const nothing: Noticed = { stubs: [], subagents: [] }

/** Looks closer only where there may be something: most messages are updates, which are read elsewhere. */
export function noticeMessages(frame: Buffer): Noticed {
  if (!frame.includes('"id"') && !frame.includes('"subagent_update"')) return nothing
  const stubs: Stub[] = []
  const subagents: string[] = []
  for (const incoming of new WireReader().pushFrame(frame, 'text')) {
    if (incoming.type !== 'message') continue
    const subagent = subagentIn(incoming.message)
    if (subagent !== undefined) {
      subagents.push(subagent)
      // The SDK opens a session's stream when a response names it, and knows no sub-agents.
      stubs.push(stubFor(null, { result: { sessionId: subagent } }))
    } else {
      const stub = stubOf(incoming.message)
      if (stub !== null) stubs.push(stub)
    }
  }
  return { stubs, subagents }
}

/** null: it need not be known. An answer of ours to a request says itself where it goes (`OutgoingLines`). */
function stubOf(message: Message): Stub | null {
  switch (message.kind) {
    case 'request':
    case 'notification':
      return null
    case 'result': {
      const sessionId = isObject(message.result) ? stringAt(message.result, 'sessionId') : undefined
      return stubFor(message.id, { result: sessionId === undefined ? {} : { sessionId } })
    }
    case 'error':
      return stubFor(message.id, { error: { code: message.error.code, message: '' } })
  }
}

/** https://agentclientprotocol.com/rfds/subagents */
function subagentIn(message: Message): string | undefined {
  if (message.kind !== 'notification' || !isObject(message.params)) return undefined
  const { update } = message.params
  if (!isObject(update) || update['sessionUpdate'] !== 'subagent_update') return undefined
  return stringAt(update, 'sessionId')
}

/** The frame holds an error that answers a request. */
export function isError(frame: Buffer): boolean {
  return new WireReader()
    .pushFrame(frame, 'text')
    .some((incoming) => incoming.type === 'message' && incoming.message.kind === 'error')
}
