import type { Concealer } from '../../app/conceal/concealer.ts'
import type { OpenTransport } from '../../app/ports/transport.ts'
import type { Result } from '../../lib/result.ts'
import type { DocumentFiles } from '../../sources/plan-file/locate-document.ts'
import type { UsageError } from '../../lib/usage-error.ts'

/** An agent that a run is about: how to open the way to it, and what to call it. */
export interface AgentToWatch {
  /** What to call it while it starts. Raw. */
  readonly called: string
  /** What to call it when it does not name itself. Raw. */
  readonly fallbackName: string
  /** What was started, or where it is, as it may be shown: without what is named like a credential. */
  readonly startedAs: readonly string[]
  /** The agent's command, to find out what it is: secrets may be in it. Empty for a remote agent. */
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
  way(needs: WayNeeds): Promise<Result<AgentWay, UsageError>>
}

export interface AgentWay {
  readonly open: OpenTransport
  /**
   * Takes the credentials out that we send this way, of what did not come on it: documents, and the report of a crash. We
   * send none to an agent that is started here: its variables and arguments are its own.
   */
  readonly concealer: Pick<Concealer, 'text' | 'document'>
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
