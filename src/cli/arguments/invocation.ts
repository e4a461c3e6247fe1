import type { Flags, RemoteFlags } from './flags.ts'
import type { Given } from './given.ts'
import type { CommandName } from './option-spec.ts'

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
      /** A scenario's name, or a file; null: the first scenario. */
      readonly name: string | null
      /** As typed; the demo agent knows what they mean. */
      readonly speed: string | null
      readonly idleLimit: string | null
      /** The agent alone, for any client. */
      readonly isStdio: boolean
      readonly flags: Flags
    }
  | { readonly type: 'demo-list' }
  | {
      readonly type: 'connect'
      readonly url: string
      readonly flags: Flags
      readonly way: RemoteFlags
    }
  /** What its options mean is read by the command itself. */
  | {
      readonly type: 'replay'
      readonly words: readonly string[]
      /** What follows `--`. */
      readonly agent: readonly string[] | null
      readonly given: Given
    }
  | {
      readonly type: 'render'
      readonly words: readonly string[]
      readonly agent: readonly string[] | null
      readonly given: Given
    }
