import type { Answerer } from './permission.ts'

/** An `elicitation/create`. Strings are raw. https://agentclientprotocol.com/protocol/elicitation */
export interface ElicitationRequest {
  /** The client's own key, unique in a run. */
  readonly key: number
  /** null: it belongs to no session, but to a login, for example. */
  readonly sessionId: string | null
  readonly message: string
  readonly mode: ElicitationContent
  readonly askedAtMs: number
}

/** What is asked for: a form or a page; `type` is the `mode` of the request. */
export type ElicitationContent =
  | {
      readonly type: 'form'
      readonly title: string | null
      readonly description: string | null
      /** May be empty: then only the message is to be agreed to. */
      readonly fields: readonly ElicitationField[]
    }
  /** Opened only when the user presses a key; `elicitation/complete` names the `elicitationId`. */
  | { readonly type: 'url'; readonly url: string; readonly elicitationId: string | null }

export type ElicitationField = {
  /** Its key in the answer. */
  readonly name: string
  /** The name if the agent gives no title. */
  readonly title: string
  readonly description: string | null
  readonly isRequired: boolean
} & (
  | {
      readonly type: 'text'
      /** In characters (code points), as in JSON Schema. */
      readonly minLength: number | null
      readonly maxLength: number | null
      readonly pattern: string | null
      /** `email`, `uri`, `date`, `date-time` or any other word. */
      readonly format: string | null
      /** The default, here and below; null: none. */
      readonly value: string | null
    }
  | {
      readonly type: 'number'
      readonly isInteger: boolean
      readonly minimum: number | null
      readonly maximum: number | null
      readonly value: number | null
    }
  | { readonly type: 'boolean'; readonly value: boolean | null }
  | { readonly type: 'choice'; readonly choices: readonly FieldChoice[]; readonly value: string | null }
  | {
      readonly type: 'choices'
      readonly choices: readonly FieldChoice[]
      readonly minItems: number | null
      readonly maxItems: number | null
      readonly value: readonly string[]
    }
)

/** One of a field's values, which are all different. */
export interface FieldChoice {
  readonly value: string
  /** The value if the agent gives no title. */
  readonly title: string
  readonly description: string | null
}

export type FieldValue = string | number | boolean | readonly string[]

/** By field name. Names may be anything, even `__proto__`: made by `formContent` only. */
export type FormContent = Readonly<Record<string, FieldValue>>

export type ElicitationAnswer =
  | { readonly type: 'accepted'; readonly content: FormContent }
  /** `policy`: there was no user to ask; `unseen`: for too many answers. */
  | { readonly type: 'declined'; readonly by: Answerer; readonly unseen?: 'user' }
  | { readonly type: 'cancelled' }
