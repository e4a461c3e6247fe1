import type { Concealer } from '../../app/conceal/concealer.ts'
import type { OpenTransport } from '../../app/ports/transport.ts'
import type { Result } from '../../lib/result.ts'
import type { DocumentFiles } from '../../sources/plan-file/locate-document.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'

/** The agent of a run: its names, and how to connect to it. */
export interface AgentToWatch {
  /** Its name while it starts. Raw. */
  readonly called: string
  /** Its name if it does not name itself. Raw. */
  readonly fallbackName: string
  /** Its command or address, with credentials removed. */
  readonly startedAs: readonly string[]
  /** Its command, which may contain secrets: only to recognise the agent. Empty for a remote agent. */
  readonly command: readonly string[]
  /** It runs without us: a lost connection is retried, and its files may be on another machine. */
  readonly isRemote: boolean
  /** Where the variable that switches its plans on is set: `here`, where we start it, or `elsewhere`. `nowhere`: it has no such switch. */
  readonly planTools: 'here' | 'elsewhere' | 'nowhere'
  /** A demo of this program or of the user; null: a real agent. Plans of a demo are saved in a temporary folder, and its sessions cannot be continued. */
  readonly demo: 'built-in' | 'own' | null
  /** How the documents of its file plans are found. */
  readonly files: DocumentFiles
  /** Sent one after another if the command line has no prompt. */
  readonly defaultPrompts: readonly string[]
  /** The absolute path of the agent's working folder; `given`: `--cwd`. */
  folder(given: string | null): Result<string, UsageError>
  /** How to connect to it. */
  access(needs: AccessNeeds): Result<AgentAccess, UsageError>
}

export interface AgentAccess {
  readonly open: OpenTransport
  /**
   * Removes the credentials that we send to a remote agent from documents and crash reports. Messages are covered by the transport.
   * An agent that we start gets none from us.
   */
  readonly concealer: Pick<Concealer, 'text' | 'document'>
}

export interface AccessNeeds {
  readonly cwd: string
  /** Added to our own environment for an agent that we start; called at each start. */
  readonly env: () => Readonly<Record<string, string>>
  /** The file with the token for a remote agent; null: none. */
  readonly tokenFile: string | null
  /** How long the agent may be silent; null: the default of each wait. */
  readonly timeoutMs: number | null
}
