import type { FuzzCase } from './fuzz-case.ts'

/** What the agent of a run has logged. */
export type LogEntry =
  | { readonly type: 'got'; readonly method: string }
  | { readonly type: 'answered'; readonly idText: string }
  | { readonly type: 'played'; readonly at: number }
  | { readonly type: 'done' | 'ended' | 'signalled' | 'hung-up' | 'turn' }
  | { readonly type: 'waited'; readonly method: string }
  | { readonly type: 'junk'; readonly line: string }
  | { readonly type: 'listens'; readonly port?: number }

/** What was recorded, and how its replay ended. */
export interface RecordingOutcome {
  readonly text: string
  /** The run's folder. */
  readonly folder: string
  readonly status: number | null
  readonly stderr: string
  /** The plans at its end. */
  readonly plans: string
}

/** What came of a case. */
export interface Outcome {
  readonly case: FuzzCase
  /** As a shell sees it; null: it did not end, and was killed. */
  readonly status: number | null
  /** All that it wrote, of a terminal too. */
  readonly stdout: string
  readonly stderr: string
  readonly tookMs: number
  readonly peakMemoryMb: number
  /** Processes that were left. */
  readonly left: readonly string[]
  /** What the terminal was not given back of; null: there was none. */
  readonly terminal: readonly string[] | null
  readonly log: readonly LogEntry[]
  /** What was wrong when it was stopped and went on. */
  readonly stops: readonly string[]
  /** What came to the other host that a server that lies sends clients on to. */
  readonly elsewhere: readonly string[]
  /** A signal was sent, or keys that may end it, before the run was over by itself. */
  readonly wasEnded: boolean
  /** The well-meant plan at the end was shown; null: it could not be expected. */
  readonly showsGoodPlan: boolean | null
  /** Keys had an effect; null: there are none. */
  readonly answersKeys: boolean | null
  /** Files that were made, by name. */
  readonly made: ReadonlyMap<string, string>
  /** null: there is none. */
  readonly recording: RecordingOutcome | null
  /** What the screen showed last. */
  readonly screen: string | null
}

export interface Finding {
  /** What was promised and is not so. */
  readonly kind: string
  readonly text: string
}
