import type { AgentOptions } from '../../agent/agent-options.ts'
import type { Settings } from '../configuration/settings.ts'

/** What only a remote agent needs; as typed. Headers are secrets: nothing may show or record their values. */
export interface RemoteFlags {
  readonly headers: readonly string[]
  readonly fileMaps: readonly string[]
}

/** What the options of a run say. */
export interface Flags {
  /** In the order they were given. */
  readonly prompts: readonly PromptSource[]
  readonly cwd: string | null
  readonly env: Readonly<Record<string, string>>
  readonly first: AgentOptions['first']
  /** Session options by their ids, in the order they were given. */
  readonly config: AgentOptions['config']
  /** The id of the way to log in; null: as the agent wants it. */
  readonly auth: string | null
  /** The agent may read and write files below the working folder through this client. */
  readonly offersFiles: boolean
  /** The file to record the run to; null: it is not recorded. */
  readonly record: string | null
  /** What is left out of the recording, as typed. */
  readonly redact: readonly string[]
  readonly settings: Settings
}

export type PromptSource =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'stdin' }
