import type { App } from '../../app/app.ts'
import type { RunningAgent } from '../../agent/agent-options.ts'
import type { Clock } from '../../lib/clock.ts'
import type { PlanFolder } from '../../outputs/plan-folder.ts'
import type { DocumentFiles } from '../../sources/plan-file/locate-document.ts'
import type { EndWatch } from './end-watch.ts'
import type { Host } from '../host.ts'
import type { EventFeed } from './event-feed.ts'
import type { ExitRules } from './exit-watch.ts'
import type { Recording } from './recording.ts'
import type { RunOptions } from '../configuration/resolve-run.ts'
import type { TerminalGuard } from '../terminal/terminal-guard.ts'

/** A run whose agent has been started: what the screen and the outputs are joined to. */
export interface Run {
  readonly options: RunOptions
  readonly app: App
  readonly feed: EventFeed
  readonly agent: RunningAgent
  readonly host: Host
  readonly clock: Clock
  readonly ends: EndWatch
  readonly guard: TerminalGuard
  /** When it is over. */
  readonly exitRules: ExitRules
  /** What was started, or where it is, as it may be shown. */
  readonly startedAs: readonly string[]
  /** The agent's command as it may be shown; empty for a remote agent. */
  readonly command: readonly string[]
  /** The folder that the agent works in. */
  readonly cwd: string
  /** Takes our credentials out of documents. */
  readonly conceal: (text: string) => string
  /** Where the documents are that its plans name. */
  readonly files: DocumentFiles
  /** Where proposed plans are saved. */
  readonly planFolder: PlanFolder
  /** null: nothing is recorded. */
  readonly recording: Recording | null
  readonly version: string
}
