import type { AgentControl } from '../app/ports/agent-control.ts'
import type { AppEvent } from '../app/state/app-event.ts'
import type { AppState } from '../app/state/app-state.ts'
import type { PermissionPolicy } from '../app/state/permission.ts'
import type { PlanTools } from '../app/state/plan-tools.ts'
import type { OpenTransport, WirePiece } from '../app/ports/transport.ts'
import type { Clock } from '../lib/clock.ts'
import type { Result } from '../lib/result.ts'

/** The part of the agent's environment that decides whether it has plan tools. */
export interface PlanToolsSwitch {
  /** What was set for starts from now on. */
  applied(): PlanTools
  /** Switches the plans of a known agent on for later starts. False: not possible. */
  switchOn(agentId: string): boolean
}

export interface AgentOptions {
  /** Opens the transport; called again for each restart. */
  readonly open: OpenTransport
  /** null or absent: nothing is known about its environment. */
  readonly planTools?: PlanToolsSwitch | null
  /** The name of an agent that does not name itself. */
  readonly fallbackName: string
  /** The working directory of new sessions: an absolute path on the agent's machine. */
  readonly cwd: string
  /** The agent runs on its own: when the connection is lost, the client reconnects and the session continues. */
  readonly isRemote: boolean
  /** How often to reconnect; null: without limit. */
  readonly triesToReconnect: number | null
  readonly protocol: 'auto' | 1 | 2
  /** Tells the agent that this client shows plans by id. */
  readonly advertisesPlans: boolean
  /** The folder whose files the agent may read and write through this client; null: none. Version 1 only. */
  readonly offersFiles: string | null
  readonly permissions: PermissionPolicy
  /** False: no user can be asked, so what the policy does not allow is denied. */
  readonly canAsk: boolean
  readonly first: FirstSession
  /** The mode and the options of the first session; prompts wait until they are set. */
  readonly mode: string | null
  readonly config: readonly ConfigSetting[]
  /** The method to log in with right after `initialize`; null: log in only when the agent asks for it. */
  readonly auth: string | null
  /** Sent one after the other, each when the turn before has ended. A restart does not send them again. */
  readonly prompts: readonly string[]
  /**
   * Ends the connection after that much silence while an answer or the end of a turn is pending and no question is
   * open. null: no limit, except for the setup of a run that no user watches; slow answers lead to a remark.
   */
  readonly timeoutMs: number | null
  readonly clientVersion: string
  readonly clock: Clock
  readonly dispatch: (event: AppEvent) => void
  /** The state after all dispatched events. */
  readonly state: () => AppState
  /** Writes a proposed plan to a new file; returns its path for the user, or why it failed. */
  readonly savePlan: (title: string, text: string) => Promise<Result<string, string>>
  /** Receives the raw traffic of both directions; what the agent sends, right before the events that it leads to. */
  readonly onWire?: (piece: WirePiece) => void
}

export interface RunningAgent extends AgentControl {
  /** Ends the agent and its whole process group; settles when they are gone. May be called twice. */
  close(): Promise<void>
  /** Ends the agent at once: for a handler of the process's exit, which cannot wait. */
  killNow(): void
}

/** The session that a run begins with. */
export type FirstSession =
  | { readonly type: 'new' }
  | { readonly type: 'open'; readonly sessionId: string }
  /** The most recently used session of this folder, or a new one if there is none. */
  | { readonly type: 'continue' }

/** The id of a config option, and its value as typed. */
export interface ConfigSetting {
  readonly id: string
  readonly value: string
}
