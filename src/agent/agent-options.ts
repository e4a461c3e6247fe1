import type { AgentControl } from '../app/ports/agent-control.ts'
import type { AppEvent } from '../app/app-event.ts'
import type { AppState } from '../app/state/app-state.ts'
import type { PermissionPolicy } from '../app/state/permission.ts'
import type { PlanTools } from '../app/plan-advice/plan-tools.ts'
import type { OpenTransport } from '../app/ports/transport.ts'
import type { WirePiece } from '../app/ports/wire-piece.ts'
import type { Clock } from '../lib/clock.ts'
import type { ConfigSetting, FirstSession } from './session-setup/first-session.ts'
import type { SavePlan } from './questions/proposals.ts'

/** The environment that the agent is started in, as far as it is about plans. */
export interface PlanToolsSwitch {
  /** What was done for the starts from now on. */
  told(): PlanTools
  /** Switches the plans of a known agent on, for the starts from now on. False: that cannot be done. */
  switchOn(agentId: string): boolean
}

export interface AgentOptions {
  /** The way to the agent; taken again for each restart. */
  readonly open: OpenTransport
  /** null or absent: nothing is known of its environment. */
  readonly planTools?: PlanToolsSwitch | null
  /** What to call an agent that does not name itself. */
  readonly fallbackName: string
  /** The folder that sessions are opened in: one of the agent's, and absolute. */
  readonly cwd: string
  /** The agent runs by itself: when it is lost it is called again, and the session goes on. */
  readonly isRemote: boolean
  /** How often a lost agent is called again; null: for ever. */
  readonly triesToReconnect: number | null
  readonly protocol: 'auto' | 1 | 2
  /** Tells the agent that plans by id are shown. */
  readonly advertisesPlans: boolean
  /** The folder whose files the agent may read and write through us; null: none. Version 1 only. */
  readonly offersFiles: string | null
  readonly permissions: PermissionPolicy
  /** False: nobody is there who could be asked, so what the policy does not allow is denied. */
  readonly canAsk: boolean
  readonly first: FirstSession
  /** The mode and the options that the first session begins with; prompts wait until they are set. */
  readonly mode: string | null
  readonly config: readonly ConfigSetting[]
  /** The method to log in with before all else; null: a login comes when the agent wants one. */
  readonly auth: string | null
  /** Sent one after the other, the next when the turn ends. Not sent again by a restart. */
  readonly prompts: readonly string[]
  /**
   * Silence that ends the connection while an answer or the end of a turn is waited for (and nobody else is asked anything);
   * null: none does, but of an opening where nobody is there to see it, and slow answers are remarked upon.
   */
  readonly timeoutMs: number | null
  readonly clientVersion: string
  readonly clock: Clock
  readonly dispatch: (event: AppEvent) => void
  /** The state with all that was dispatched. */
  readonly state: () => AppState
  /** Writes a proposed plan to a file for the user. */
  readonly savePlan: SavePlan
  /** Sees what passes between us and the agent, raw; what comes from it right before the events that it leads to. */
  readonly onWire?: (piece: WirePiece) => void
}

export interface RunningAgent extends AgentControl {
  /** The last resort, at once: for a handler of the process's exit, where nothing can be waited for. */
  killNow(): void
}
