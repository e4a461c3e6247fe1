import type { Flags, RemoteFlags } from './flags.ts'
import type { ParsedOptions } from './given.ts'
import type { CommandName } from './option-spec.ts'

/** A parsed command line, by command. */
export type Invocation =
  | { readonly type: 'help'; readonly command: CommandName | null }
  | { readonly type: 'version' }
  /** A command line without arguments. */
  | { readonly type: 'nothing' }
  | {
      readonly type: 'watch'
      readonly command: string
      readonly args: readonly string[]
      readonly flags: Flags
    }
  | {
      readonly type: 'demo'
      /** A scenario's name, or the path of a file; null: the first scenario. */
      readonly name: string | null
      /** As typed: the demo agent parses them. */
      readonly speed: string | null
      readonly idleLimit: string | null
      /** Runs only the demo agent, on stdio, for any ACP client. */
      readonly isStdio: boolean
      readonly flags: Flags
    }
  | { readonly type: 'demo-list' }
  | {
      readonly type: 'connect'
      readonly url: string
      readonly flags: Flags
      readonly remote: RemoteFlags
    }
  /** `replay` and `render` interpret their options themselves. */
  | {
      readonly type: 'replay'
      readonly positionals: readonly string[]
      /** The agent's command line, after `--`. */
      readonly agent: readonly string[] | null
      readonly given: ParsedOptions
    }
  | {
      readonly type: 'render'
      readonly positionals: readonly string[]
      readonly agent: readonly string[] | null
      readonly given: ParsedOptions
    }
