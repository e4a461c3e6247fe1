import type { OpenLayers } from '../state/open-layers.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { LintView, LateWirePanel } from '../wire/late-readers.ts'
import type { SettleManual } from '../manual/manual-panel.ts'
import type { Theme } from '../paint/theme.ts'
import type { DocumentCache } from '../plan-panes/document-cache.ts'
import type { KeptRows } from '../rows/kept-rows.ts'
import type { Shown } from '../state/shown.ts'

/** What everything is drawn with besides the app's state and the screen's: it stays the same for many frames, but for the times. */
export interface DrawWith {
  readonly theme: Theme
  readonly nowMs: number
  /** The time of `nowMs`, in milliseconds since the epoch. */
  readonly wallMs: number
  readonly isAnimated: boolean
  readonly documentCache: DocumentCache
  readonly documentOf: (uri: string) => PlanDocument
  /** The agent's command line; null if this program did not start it. */
  readonly command: readonly string[] | null
}

/** What a frame is drawn with besides the app's state and the screen's. */
export interface FrameAt extends DrawWith {
  readonly title: string | null
  /** The terminal reports the mouse; absent: it does not. */
  readonly hasMouse?: boolean
  /** The agent is a built-in scenario of the demo; absent: it is not. */
  readonly isBuiltInDemo?: boolean
  /** The agent's working folder; null if unknown. */
  readonly cwd: string | null
  /** The file that a proposed plan with a title would be saved to; absent if unknown. */
  readonly planFile?: (title: string) => string
  /** The wire panel; absent: there are no messages to show. */
  readonly wire?: LateWirePanel
  /** The manual; null while it is read. Absent: it cannot be shown here. */
  readonly manual?: () => SettleManual | null
  /** What lint finds in the messages; absent: there are no messages. */
  readonly lint?: LintView
  /** The rows of the frames before. */
  readonly kept: KeptRows
  readonly last: Shown
  /** Absent: the whole screen. `main`: only the plan with its progress, or the open panel or list, which then has all rows. */
  readonly regions?: 'main'
}

export interface Opened {
  readonly at: FrameAt
  readonly layers: OpenLayers
}
