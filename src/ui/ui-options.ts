import type { App } from '../app/app.ts'
import type { AgentControl } from '../app/ports/agent-control.ts'
import type { PlanDocuments } from '../app/ports/plan-document.ts'
import type { PlanTaking } from '../app/ports/plan-taking.ts'
import type { TerminalKeys } from '../app/ports/terminal-keys.ts'
import type { WireSource } from '../app/wire/wire-log.ts'
import type { Clock } from '../lib/clock.ts'
import type { KeptState, KeptUse } from '../system/kept-state.ts'
import type { UiPlayer } from './stack/screen-controller.ts'
import type { OwnKeys } from './keys/key-map.ts'
import type { ManualText } from './manual/manual-panel.ts'
import type { ManualStart } from './state/panel-state.ts'
import type { OwnTheme, ThemeName } from './paint/theme.ts'

/** How the screen looks, and what it takes from the terminal: all of it comes from the settings. */
export interface UiLook {
  readonly theme: ThemeName | OwnTheme
  /** The theme is only a guess: the terminal is asked for its background, and gets the theme for it. */
  readonly asksBackground: boolean
  /** It is a good guess; else there are no colours until the terminal has answered, since one could be hard to see. */
  readonly knowsBackground: boolean
  readonly color: boolean
  readonly has256Colors: boolean
  readonly ascii: boolean
  readonly hyperlinks: boolean
  readonly animation: boolean
  readonly alternateScreen: boolean
  /** Clicks and the wheel are taken from the terminal; only in the alternate screen, since the other one scrolls by the wheel. */
  readonly mouse: boolean
  /** The user's own keys; null: those of the key table. */
  readonly ownKeys: OwnKeys | null
  readonly title: string | null
}

/** What is shown: an app, and what can be done with it. */
export interface UiSource {
  readonly app: App
  /** The time of its events. */
  readonly clock: Clock
  readonly documents: PlanDocuments
  /** Refuses what cannot be sent. */
  readonly agent: AgentControl
  /** The messages for the wire panel; absent: they are not kept. */
  readonly wire?: WireSource
  /** The player of the recording that is shown; null: what is shown happens now. */
  readonly player: UiPlayer | null
  /** Sets a mark in the recording that is being made; null: none is. */
  readonly mark: ((text: string) => void) | null
  /** Opens a report of the recording; settles with what to tell the user. Raw. Absent: there is no recording. */
  readonly report?: () => Promise<string>
  /** Shows the plans of an observed session, or the list of them (null). Absent: there is no such list. */
  readonly observe?: (id: string | null) => void
  /** Draws a picture of a recording that is offered; settles with what to tell the user. Raw. Absent: none is. */
  readonly picture?: (recording: string) => Promise<string>
  /** Told what was chosen to begin, before the screen ends. Absent: nothing is offered. */
  readonly choose?: (argv: readonly string[]) => void
}

export interface UiFacts {
  /** The agent's command, with credentials removed; null: it is remote, or another program has started it. */
  readonly command: readonly string[] | null
  /** The agent's working folder; null: unknown. */
  readonly cwd: string | null
  /** The agent is a built-in scenario of the demo, whose last screen says what to try next. */
  readonly isBuiltInDemo: boolean
}

export interface UiOptions extends UiLook, UiSource, UiFacts {
  readonly keys: TerminalKeys
  readonly stdout: NodeJS.WriteStream
  /** The file that a proposed plan with a title would be saved to; null: plans are not saved. */
  readonly planFile: ((title: string) => string) | null
  /** How plans are copied, saved and edited. */
  readonly taking: PlanTaking
  /** Opens a page in the user's browser; called only for a key press. */
  readonly openUrl: (url: string) => void
  /** The files of the agent's folder, by their paths in it; never rejects. null: they are on another machine. */
  readonly listFiles: (() => Promise<readonly string[]>) | null
  /** Opens what is kept between runs, once the screen can be used; settles with null where nothing is kept. */
  readonly openState: (onFault: (words: string) => void) => Promise<KeptState | null>
  /** What is shown, as something to open again. */
  readonly used: readonly Omit<KeptUse, 'atMs'>[]
  /** Reads the pages of the manual; never rejects. */
  readonly readManual: () => Promise<readonly ManualText[]>
  /** There is nothing to show but the manual, from this place on. Absent: there is a source. */
  readonly manual?: ManualStart
  /** The start screen has begun it, and comes back when this ends. */
  readonly isFromStart: boolean
  /** Suspends the job, as ctrl-z in a shell does; returns when it is resumed. null: not supported on this system. */
  readonly stopJob: (() => void) | null
}
