import type { CommandName } from './options.ts'
import type { Settings } from './settings.ts'

/** What a command line asks for. */
export type Invocation =
  | { readonly type: 'help'; readonly command: CommandName | null }
  | { readonly type: 'version' }
  /** Nothing was asked for at all. */
  | { readonly type: 'nothing' }
  | {
      readonly type: 'watch'
      readonly command: string
      readonly args: readonly string[]
      readonly flags: Flags
    }
  | {
      readonly type: 'demo'
      /** null: the first scenario. */
      readonly name: string | null
      /** As typed; the demo agent knows what it means. */
      readonly speed: string | null
      readonly flags: Flags
    }
  | { readonly type: 'demo-list' }

export interface Flags {
  /** In the order they were given. */
  readonly prompts: readonly PromptSource[]
  readonly cwd: string | null
  readonly env: Readonly<Record<string, string>>
  readonly settings: Settings
}

export type PromptSource =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'stdin' }
