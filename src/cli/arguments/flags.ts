import type { AgentOptions } from '../../agent/agent-options.ts'
import type { Settings } from '../configuration/settings.ts'

/** The options of a remote agent, as typed. Headers are secrets: nothing may show or record their values. */
export interface RemoteFlags {
  readonly headers: readonly string[]
  readonly fileMaps: readonly string[]
}

/** The options of a run. */
export interface Flags {
  /** In the order they were given. */
  readonly prompts: readonly PromptSource[]
  readonly cwd: string | null
  readonly env: Readonly<Record<string, string>>
  readonly first: AgentOptions['first']
  /** Session options by their ids, in the order they were given. */
  readonly config: AgentOptions['config']
  /** The id of the login method; null: the agent decides. */
  readonly auth: string | null
  /** The agent may read and write files below the working folder through this client. */
  readonly offersFiles: boolean
  /** The file of the recording; null: the run is not recorded. */
  readonly record: string | null
  /** The values of `--redact`, as typed. */
  readonly redact: readonly string[]
  readonly settings: Settings
}

export type PromptSource =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'stdin' }
