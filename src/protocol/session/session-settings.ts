/**
 * What a user may change in a session, and what it reports besides plans, decoded from both protocol versions. Strings are raw.
 */

/** v1's modes. https://agentclientprotocol.com/protocol/session-modes */
export interface SessionModes {
  readonly current: string
  readonly available: readonly SessionMode[]
}

export interface SessionMode {
  readonly id: string
  readonly name: string
  readonly description: string | null
}

/** https://agentclientprotocol.com/protocol/session-config-options */
export type ConfigOption = ConfigOptionName &
  (
    | {
        readonly type: 'select'
        readonly value: string
        readonly choices: readonly ConfigChoice[]
        /** The agent tells its models outside of the options, and they are changed by `session/set_model`. */
        readonly isOfModels?: true
      }
    | { readonly type: 'boolean'; readonly value: boolean }
    /** An unknown type: shown as it is, and not changed by this client. */
    | { readonly type: 'other'; readonly valueType: string; readonly value: unknown }
  )

export interface ConfigOptionName {
  readonly id: string
  readonly name: string
  readonly description: string | null
  /** `mode`, `model`, `thought_level` … or null. */
  readonly category: string | null
}

/** Whether an option holds a mode. Some agents have a second one besides that of the category: codex has a `collaboration_mode`. */
export function isModeOption({ id, category }: ConfigOptionName): boolean {
  return [category ?? '', id].some((name) => /(?:^|_)mode$/i.test(name))
}

/** The options with another model, where the models are told outside of them; else the same list. */
export function withModel(options: readonly ConfigOption[], modelId: string): readonly ConfigOption[] {
  const at = options.findIndex(isOfModels)
  const option = options[at]
  return option?.type !== 'select' ? options : options.with(at, { ...option, value: modelId })
}

/** A list of all options that was told anew, with the models that are told outside of it. */
export function withModelsKept(
  told: readonly ConfigOption[],
  before: readonly ConfigOption[],
): readonly ConfigOption[] {
  return holdsModel(told) ? told : [...told, ...before.filter(isOfModels)]
}

/** Whether an option holds the model: then the models beside the options are the same once more. */
function holdsModel(options: readonly ConfigOption[]): boolean {
  return options.some(({ id, category }) => category === 'model' || id === 'model')
}

function isOfModels(option: ConfigOption): boolean {
  return option.type === 'select' && option.isOfModels === true
}

export interface ConfigChoice {
  readonly value: string
  readonly name: string
  readonly description: string | null
  /** The name of its group, or null. */
  readonly group: string | null
}

/** A slash command. https://agentclientprotocol.com/protocol/slash-commands */
export interface SlashCommand {
  /** Without the slash. */
  readonly name: string
  readonly description: string
  /** What may follow the name; null: nothing. */
  readonly hint: string | null
}

/** The context window in tokens, and the cost of the session so far. */
export interface SessionUsage {
  readonly used: number
  readonly size: number
  readonly cost: SessionCost | null
}

export interface SessionCost {
  readonly amount: number
  /** An ISO 4217 code, or another unit, such as `credits`. */
  readonly currency: string
}

/** A change of it: an absent cost stays as it was, and null clears it. */
export interface UsageReport {
  readonly used: number
  readonly size: number
  readonly cost?: SessionCost | null
}
