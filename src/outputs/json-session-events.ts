import type { AgentOffers } from '../app/link.ts'
import type { SwitchState } from '../app/plan-tools.ts'

export interface Timed {
  readonly atMs: number
}

export interface InSession extends Timed {
  readonly session: string
}

/** The agent has introduced itself. */
export interface JsonAgent extends Timed {
  readonly type: 'agent'
  readonly name: string
  readonly title: string | null
  readonly version: string | null
  readonly protocolVersion: number
  /** It was told that plans by id are shown. */
  readonly knowsPlanCapability: boolean
  /** What it can be asked about sessions. */
  readonly offers: AgentOffers
  /** Of an agent whose plans can be switched on from here; null for all others. */
  readonly planTools: JsonPlanTools | null
}

/** What the environment of the agent holds of the variable that switches its plans on. */
export interface JsonPlanTools {
  /** How the agent is known here. */
  readonly agent: string
  readonly variable: string
  /**
   * `set` and `merged`: by this program, the latter into settings that are there. `own`: switched on by the user. `kept-off`:
   * off by the user. `unreadable`: left as it is, because nothing can be added to it. `unset`: not there.
   */
  readonly state: SwitchState['type']
  /** What keeps its plans off, and how to mend that; '' where they are on. */
  readonly message: string
}

/** The connection to a remote agent was lost and is sought again, or is back. */
export interface JsonConnection extends Timed {
  readonly type: 'connection'
  readonly state: 'lost' | 'back'
  /** With `lost`: which attempt comes next, when, and why. */
  readonly attempt?: number
  readonly retryInMs?: number
  readonly cause?: string
}

/** The agent wants a login, or one is tried. */
export interface JsonLogin extends Timed {
  readonly type: 'login'
  readonly state: 'wanted' | 'trying' | 'failed'
  readonly methods: readonly { readonly id: string; readonly name: string; readonly type: string }[]
  /** With `trying`: its id. */
  readonly method?: string
  /** With `failed`. */
  readonly message?: string
}

/** A session is being opened, is open, is another one than before, or got a title. */
export interface JsonSession extends InSession {
  readonly type: 'session'
  readonly title: string | null
  /**
   * What became of it; absent where only its title did. `opening`: what was written of its plans and settings is void,
   * and its past follows. `reported`: it is a sub-agent's.
   */
  readonly state?: 'opening' | 'open' | 'current' | 'closed' | 'deleted' | 'reported'
  /** With `opening` and `open`. */
  readonly how?: 'new' | 'loaded' | 'resumed'
  /** With `reported`: the session that it works for. */
  readonly parent?: string
  readonly description?: string | null
}

export interface JsonSessionNotOpened extends Timed {
  readonly type: 'session-not-opened'
  /** null: a new one. */
  readonly session: string | null
  readonly message: string
}

/** What can be set in a session, whole. Written when it opens with any, and when something changed. */
export interface JsonSettings extends InSession {
  readonly type: 'settings'
  /** null: it has no modes. */
  readonly mode: string | null
  readonly modes: readonly { readonly id: string; readonly name: string }[]
  readonly options: readonly JsonConfigOption[]
}

export interface JsonConfigOption {
  readonly id: string
  readonly name: string
  readonly category: string | null
  readonly type: 'select' | 'boolean' | 'other'
  readonly value: unknown
  /** With `select`. */
  readonly choices?: readonly { readonly value: string; readonly name: string }[]
}

/** The slash commands that the agent offers in a session, whole. */
interface JsonCommands extends InSession {
  readonly type: 'commands'
  readonly commands: readonly {
    readonly name: string
    readonly description: string
    readonly hint: string | null
  }[]
}

/** The context window in tokens, and the cost so far. */
interface JsonUsage extends InSession {
  readonly type: 'usage'
  readonly used: number
  readonly size: number
  readonly cost: { readonly amount: number; readonly currency: string } | null
}

/** What the lines say of the agent, the way to it and its sessions, besides plans and turns. */
export type JsonSessionEvent =
  | JsonAgent
  | JsonConnection
  | JsonLogin
  | JsonSession
  | JsonSessionNotOpened
  | JsonSettings
  | JsonCommands
  | JsonUsage
