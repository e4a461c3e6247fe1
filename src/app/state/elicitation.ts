/** An `elicitation/create` as the screen needs it. Strings are raw. https://agentclientprotocol.com/protocol/elicitation */
export interface ElicitationRequest {
  /** Ours, unique in a run. */
  readonly key: number
  /** null: it belongs to no session (a login, say). */
  readonly sessionId: string | null
  readonly message: string
  readonly asks: ElicitationAsks
  readonly askedAtMs: number
}

export type ElicitationAsks =
  | {
      readonly type: 'form'
      readonly title: string | null
      readonly description: string | null
      /** May be none: then the message alone is to be agreed to. */
      readonly fields: readonly ElicitationField[]
    }
  /** Opened only on the user's key; `elicitationId` is what the agent calls it when it is done. */
  | { readonly type: 'url'; readonly url: string; readonly elicitationId: string | null }

export type ElicitationField = {
  /** Its key in the answer. */
  readonly name: string
  /** The name where the agent gives no title. */
  readonly title: string
  readonly description: string | null
  readonly isRequired: boolean
} & (
  | {
      readonly type: 'text'
      /** In characters (code points), as JSON Schema counts. */
      readonly minLength: number | null
      readonly maxLength: number | null
      readonly pattern: string | null
      /** `email`, `uri`, `date`, `date-time` or the agent's own word. */
      readonly format: string | null
      /** What stands in it before the user writes, here and below; null for nothing. */
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

/** One of the values that a field can have; the values of a field differ. */
export interface FieldChoice {
  readonly value: string
  /** The value where the agent gives no title. */
  readonly title: string
  readonly description: string | null
}

export type FieldValue = string | number | boolean | readonly string[]

/** By field name. Any name may be in it, `__proto__` too: it is made by `formContent` only. */
export type FormContent = Readonly<Record<string, FieldValue>>

export type ElicitationAnswer =
  | { readonly type: 'accepted'; readonly content: FormContent }
  /** `policy`: nobody was there who could be asked. */
  | { readonly type: 'declined'; readonly by: 'user' | 'policy' }
  | { readonly type: 'cancelled' }
