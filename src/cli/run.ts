import type { App } from '../app/app.ts'
import type { RunningAgent } from '../agent/start-agent.ts'
import type { Clock } from '../lib/clock.ts'
import type { EndWatch } from './end-watch.ts'
import type { EventFeed } from './event-feed.ts'
import type { RunOptions } from './resolve-run.ts'
import type { TerminalGuard } from './terminal-guard.ts'

/** A run whose agent has been started: what the screen and the outputs are joined to. */
export interface Run {
  readonly options: RunOptions
  readonly app: App
  readonly feed: EventFeed
  readonly agent: RunningAgent
  readonly clock: Clock
  readonly ends: EndWatch
  readonly guard: TerminalGuard
  readonly promptCount: number
  /** The agent's command as it was started. */
  readonly command: readonly string[]
  readonly version: string
}
