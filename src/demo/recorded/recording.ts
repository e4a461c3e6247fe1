import type { Buffer } from 'node:buffer'
import type { JsonObject, MessageId } from '../../protocol/wire/message.ts'
import type { ProtocolVersion } from '../script/playing/updates.ts'

/** The agent's side of a recording: its output before the first request, and what followed from each request of the client. */
export interface Recording {
  readonly version: ProtocolVersion
  /** Before any request. */
  readonly prologue: readonly Moment[]
  /** In the order of their requests. */
  readonly exchanges: readonly Exchange[]
  /** The first recorded texts of plan documents, by their URIs. */
  readonly documents: ReadonlyMap<string, string>
}

/** A request of the client's and all that followed from it, up to the next request about the same session. */
export interface Exchange {
  readonly method: string
  readonly params: JsonObject
  /** The session in its params, or the one that it opened; null: none. */
  readonly sessionId: string | null
  /** null: there is none. */
  readonly answer: { readonly isError: boolean; readonly result: unknown } | null
  readonly moments: readonly Moment[]
  /** The index of the moment that ends a prompt's turn; -1: the turn does not end, or there is none. */
  readonly turnEnd: number
}

/** An event of an exchange, `gapMs` after the one before it. */
export type Moment = { readonly gapMs: number } & (
  | {
      readonly type: 'answer' | 'notification'
      /** The recorded line, and its value. */
      readonly line: string
      readonly value: JsonObject
    }
  /** A request of the agent's. */
  | { readonly type: 'request'; readonly id: MessageId; readonly line: string; readonly value: JsonObject }
  /** The client has answered that request. */
  | { readonly type: 'answered'; readonly id: MessageId; readonly result: unknown }
  /** The client has cancelled the turn, or the request. */
  | { readonly type: 'cancelled' }
  /** Output that is no message. */
  | { readonly type: 'bytes'; readonly bytes: Buffer | string }
  | { readonly type: 'stderr'; readonly line: string }
  /** The new text of a plan's document; null: the file did not exist. */
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
