import type { Buffer } from 'node:buffer'
import type { JsonObject, MessageId } from '../../protocol/wire/message.ts'
import type { ProtocolVersion } from '../turn/updates.ts'

/** The agent's side of a recording: what it did by itself, and what followed from each request of the client. */
export interface Recording {
  readonly version: ProtocolVersion
  /** Before any request. */
  readonly prologue: readonly Moment[]
  /** In the order of their requests. */
  readonly exchanges: readonly Exchange[]
  /** Documents of plans whose text was recorded, by their URIs, as they were first. */
  readonly documents: ReadonlyMap<string, string>
}

/** A request of the client's and all that followed from it, up to the next one about the same session. */
export interface Exchange {
  readonly method: string
  readonly params: JsonObject
  /** The session that it is about, or that it opened; null: none. */
  readonly sessionId: string | null
  /** What the answer was; null: there is none. */
  readonly answer: { readonly isError: boolean; readonly result: unknown } | null
  readonly moments: readonly Moment[]
  /** The place of the moment that a prompt's turn ends with; -1: it does not end, or there is none. */
  readonly turnEnd: number
}

/** Something that happened, so long after what happened before it in the same exchange. */
export type Moment = { readonly gapMs: number } & (
  | {
      readonly type: 'answer' | 'notification'
      /** As it was, and what is in it. */
      readonly line: string
      readonly value: JsonObject
    }
  /** The agent asks the client. */
  | { readonly type: 'request'; readonly id: MessageId; readonly line: string; readonly value: JsonObject }
  /** The client has answered that. */
  | { readonly type: 'answered'; readonly id: MessageId; readonly result: unknown }
  /** The client has cancelled the turn, or the request. */
  | { readonly type: 'cancelled' }
  /** What is no message, as it was. */
  | { readonly type: 'bytes'; readonly bytes: Buffer | string }
  | { readonly type: 'stderr'; readonly line: string }
  /** A plan's document has become this; null: it was not there. */
  | { readonly type: 'document'; readonly uri: string; readonly text: string | null }
  | { readonly type: 'exit'; readonly code: number | null; readonly signal: string | null }
)

/** Requests that open a session. */
export const openingMethods: readonly string[] = [
  'session/new',
  'session/load',
  'session/resume',
  'session/fork',
]
