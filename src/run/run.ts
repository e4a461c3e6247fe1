import type { DoubtRules } from '../app/state/doubt-rules.ts'
import type { App } from '../app/app.ts'
import type { RunningAgent } from '../agent/agent-options.ts'
import type { Hook } from '../app/state/hook.ts'
import type { PlanFolder } from '../outputs/plan-folder.ts'
import type { DocumentFiles } from '../sources/plan-file/locate-document.ts'
import type { EndWatch } from '../system/end-watch.ts'
import type { SystemHost } from '../system/host.ts'
import type { EventFeed } from './feeds.ts'
import type { Recording } from './recording.ts'
import type { ExitRules } from './exit-watch.ts'
import type { RunEnd } from '../outputs/run-end-words.ts'
import type { WireLog } from '../app/wire/wire-log.ts'
import type { NotifyMode } from '../terminal/notify/notifier.ts'
import type { UiLook } from '../ui/ui-options.ts'
import type { TerminalGuard } from '../terminal/terminal-guard.ts'

/** The options of a run, from flags, environment, configuration file and defaults. */
export interface RunOptions extends UiLook, Omit<ExitRules, 'promptCount' | 'continuesSession'> {
  readonly format: 'tui' | 'text' | 'json'
  readonly protocol: 'auto' | 1 | 2
  readonly advertisesPlans: boolean
  readonly planTools: 'on' | 'off'
  readonly timeoutMs: number | null
  readonly screenReader: boolean
  /** Text was chosen because no screen can be drawn on this terminal (`TERM=dumb`). */
  readonly isDumb?: true
  /** What the user writes and opens is kept for the next runs. */
  readonly keepsState: boolean
  readonly notify: NotifyMode
  /** null: as the agent begins. */
  readonly mode: string | null
  readonly infersPlans: boolean
  /** The memory for revisions of plans. */
  readonly historyBytes: number
  readonly doubtRules: DoubtRules
  /** The memory for messages that the wire panel shows. */
  readonly wireBytes: number
  /** For remote agents. */
  readonly tokenFile: string | null
  /** Other machines that `attach` asks. */
  readonly hosts: readonly string[]
  readonly hooks: readonly Hook[]
}

/** A run whose agent is started: what the screen and the outputs need. */
export interface Run {
  readonly options: RunOptions
  readonly app: App
  readonly feed: EventFeed
  readonly agent: RunningAgent
  /** The agent is a built-in scenario of the demo. */
  readonly isBuiltInDemo: boolean
  readonly host: SystemHost
  readonly ends: EndWatch
  readonly guard: TerminalGuard
  readonly exitRules: ExitRules
  /** The agent's command or address, with credentials removed. */
  readonly startedAs: readonly string[]
  /** The agent's command, with credentials removed; empty for a remote agent. */
  readonly command: readonly string[]
  readonly cwd: string
  /** Removes our credentials from documents. */
  readonly conceal: (text: string) => string
  /** How the documents of its file plans are found. */
  readonly files: DocumentFiles
  readonly planFolder: PlanFolder
  /** null: nothing is recorded. */
  readonly recording: Recording | null
  /** Opens a report of the recording; null: nothing is recorded. */
  readonly report: (() => Promise<string>) | null
  /** The messages for the wire panel; null: there is no screen. */
  readonly wireLog: WireLog | null
  /** Closes the agent, once. What it still tells becomes events before this settles; the next signal ends the process at once. */
  readonly close: (end: RunEnd) => Promise<void>
}
