import type { JsonObject } from '../../../protocol/wire/message.ts'
import type { DemoFolder } from '../../host/demo-folder.ts'
import type { Elicitation, PermissionQuestion, ProtocolVersion } from './updates.ts'

/** What the steps of one turn act on: its session, the client, the clock and the folder of the run. */
export interface TurnContext {
  /** Of the agent or a sub-agent. */
  readonly sessionId: string
  readonly version: ProtocolVersion
  readonly capabilities: ClientCapabilities
  readonly folder: DemoFolder
  /** How many characters a message chunk has. */
  readonly pieceLength: number
  /** Sends a `session/update`. Resolves when it was handed to the transport. */
  update(update: unknown): Promise<void>
  /** Asks for a permission. Unless `withinMs` is null, the agent takes the request back after that time, whatever the pace is. */
  ask(question: PermissionQuestion, withinMs: number | null): Promise<PermissionAnswer>
  /** The content of the form, `{}` for a page; null: it was declined or cancelled, or the request failed. */
  elicit(elicitation: Elicitation): Promise<JsonObject | null>
  /** The client's answer to a request that is not part of ACP; null: the turn was cancelled. */
  request(method: string, params: JsonObject): Promise<Outcome | null>
  /** Sends `elicitation/complete` for a page. */
  complete(elicitationId: string): Promise<void>
  /** Changes a setting, and sends the settings to the client. */
  set(id: string, value: string | boolean): Promise<void>
  /** The context of a sub-agent's session, the same for each call with the name. */
  subagent(name: string): TurnContext
  /** Resolves after the time, or as soon as the turn is cancelled. */
  wait(ms: number): Promise<void>
  isCancelled(): boolean
  /** A new id, unique in the session. */
  messageId(): string
  writeStderr(text: string): void
  /** Writes a line to the client as it is. Resolves when it was handed to the transport. */
  line(text: string): Promise<void>
}

/** What the client supports; the agent does without the rest. */
export interface ClientCapabilities {
  readonly forms: boolean
  readonly urls: boolean
  readonly subagents: boolean
  readonly booleans: boolean
  readonly notices: boolean
  readonly terminalLogins: boolean
}

/** The answer to a permission request: the id of the selected option, that the client or the user cancelled it, or none in time. */
export type PermissionAnswer =
  { readonly type: 'selected'; readonly optionId: string } | { readonly type: 'cancelled' | 'too-late' }

/** The client's answer to an extension request. */
export interface Outcome {
  readonly outcome: string
  /** The other fields of the answer. */
  readonly fields: JsonObject
}
