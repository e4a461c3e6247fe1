import type { OpenTransport } from '../../app/transport.ts'
import type { Result } from '../../lib/result.ts'
import type { DocumentFiles } from '../../sources/plan-file/locate-document.ts'
import type { UsageError } from '../usage-error.ts'

/** An agent that a run is about: how to open the way to it, and what to call it. */
export interface AgentToWatch {
  /** What to call it while it starts. Raw. */
  readonly called: string
  /** What to call it when it does not name itself. Raw. */
  readonly fallbackName: string
  /** What was started, or where it is: for programs that read what a run was about. */
  readonly startedAs: readonly string[]
  /** The agent's command, which its users can run too; empty for a remote agent. */
  readonly command: readonly string[]
  /** It runs without us: a connection that is lost is sought again, and its files are on a machine of their own. */
  readonly isRemote: boolean
  /**
   * What switches its plans on is to be set `here`, where it is started, or `elsewhere`; `nowhere`: it is none of the agents
   * that have such a switch, whatever it calls itself.
   */
  readonly planTools: 'here' | 'elsewhere' | 'nowhere'
  /** It only plays: what is saved of it is for trying things out, and no session of it can be gone on with. */
  readonly isDemo: boolean
  /** Where the documents are that its plans name. */
  readonly files: DocumentFiles
  /** Sent one after the other when the command line gives no prompt. */
  readonly defaultPrompts: readonly string[]
  /** The agent's working folder as a whole path, from what was given. */
  folder(given: string | null): Result<string, UsageError>
  /** The way to it, once all that belongs to it is known. */
  way(needs: WayNeeds): Promise<Result<OpenTransport, UsageError>>
}

export interface WayNeeds {
  readonly cwd: string
  /** Added to our own environment, for an agent that is started; asked for at each start. */
  readonly env: () => Readonly<Record<string, string>>
  /** Holds the token for a remote agent; null: none. */
  readonly tokenFile: string | null
  /** How long the agent may be silent; null: as long as is usual for each wait. */
  readonly timeoutMs: number | null
}
