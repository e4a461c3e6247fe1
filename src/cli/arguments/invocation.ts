import type { Flags } from './flags.ts'
import type { ParsedOptions } from './parsed-options.ts'
import type { CommandName } from './option-spec.ts'

/** A parsed command line. */
export type Invocation =
  | { readonly type: 'help'; readonly command: CommandName | null }
  | { readonly type: 'manual'; readonly words: readonly string[] }
  | { readonly type: 'version' }
  /** No arguments. */
  | { readonly type: 'nothing' }
  | {
      readonly type: 'watch'
      readonly command: string
      readonly args: readonly string[]
      readonly flags: Flags
    }
  | {
      readonly type: 'demo'
      /** The name of a scenario or a file; null: the first scenario. */
      readonly name: string | null
      /** As typed; the demo agent parses them. */
      readonly speed: string | null
      readonly idleLimit: string | null
      /** Runs only the agent, for any client. */
      readonly isStdio: boolean
      readonly flags: Flags
    }
  | { readonly type: 'demo-list' }
  | {
      readonly type: 'connect'
      readonly url: string
      readonly flags: Flags
      /** As typed. Headers are secrets: nothing may show or record their values. */
      readonly headers: readonly string[]
      readonly fileMaps: readonly string[]
    }
  | ({
      readonly type: 'attach' | 'tap' | 'replay' | 'render' | 'lint' | 'doctor' | 'config' | 'completion'
    } & CommandLine)

/** The words and options of a command that reads them itself. */
export interface CommandLine {
  readonly positionals: readonly string[]
  /** The arguments after `--`; null: there is none. */
  readonly agent: readonly string[] | null
  readonly given: ParsedOptions
}
