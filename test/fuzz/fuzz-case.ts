import type { Line } from './mutate-text.ts'

export const targetNames = [
  'json',
  'text',
  'screen',
  'connect',
  'liar',
  'liar-screen',
  'replay',
  'replay-screen',
  'render',
  'demo',
] as const
export type TargetName = (typeof targetNames)[number]

export const serverKinds = ['tcp', 'unix', 'ws', 'http'] as const
export type ServerKind = (typeof serverKinds)[number]

/** These end the program. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1'] as const
/** It is let go on afterwards. */
export const stoppingSignal = 'SIGTSTP'
export type FuzzSignal = (typeof endingSignals)[number] | typeof stoppingSignal

/**
 * What is done to the program while it runs: when the agent has written so many of the lines (below 0: moves before the first),
 * and where there is no agent that tells, so many hundredths of a second after the start.
 */
export type Input =
  | { readonly afterLine: number; readonly keys: string }
  | { readonly afterLine: number; readonly columns: number; readonly rows: number }
  | { readonly afterLine: number; readonly signal: FuzzSignal }
  | AgentInput

/** What the agent does of its own accord. */
export type AgentInput =
  /** It breaks the connection, once: it dies, where the program has started it. Or all lines behind come when the turn is over. */
  | { readonly afterLine: number; readonly agent: 'hangs up' | 'ends the turn' }
  /** A request without an id, in this turn and in each that follows: its answer ends the turn. */
  | { readonly afterLine: number; readonly agent: 'asks in every turn'; readonly request: string }

/** Everything that makes a run: the same case does the same, as far as time allows. What is shrunk are `lines` and `inputs`. */
export interface FuzzCase {
  readonly target: TargetName
  /** The recording that it was made from. */
  readonly recording: string
  /** Options of the program. */
  readonly args: readonly string[]
  /** What the program is connected to, where the agent is not started by it. */
  readonly server: ServerKind | null
  /** The server that lies, in place of an agent. */
  readonly lie: ToldLie | null
  readonly version: 1 | 2
  /** How the agent begins; null where the program is given a trace. */
  readonly opening: Opening | null
  /** What the agent writes when it was prompted, or the lines of the trace. */
  readonly lines: readonly Line[]
  readonly inputs: readonly Input[]
}

export interface ToldLie {
  /** One of `lieNames`. */
  readonly name: string
  readonly seed: number
  readonly pourBytes: number
}

export interface Opening {
  /** The result of `initialize` as it is written: what is nested too deeply could not be written again. */
  readonly initialize: string
  readonly session: string
  /** The agent does not begin as agents do: nothing has to come of it. */
  readonly isOdd: boolean
}

/** The session that a well-meant plan goes to. */
export function sessionIdOf({ opening }: FuzzCase): string {
  return /"sessionId":"([^"\\]+)"/.exec(opening?.session ?? '')?.[1] ?? 's'
}
