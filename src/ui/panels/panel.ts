import { currentSession, type AppState } from '../../app/app-state.ts'
import { own, type SafeText } from '../../lib/text/safe-text.ts'
import type { Painted } from '../paint/painted.ts'
import type { PanelName } from '../screen/ui-state.ts'
import { activityRows } from './activity-panel.ts'
import { helpRows } from './help-panel.ts'
import type { PanelFrame } from './panel-frame.ts'
import { problemRows } from './problems-panel.ts'
import { stderrRows } from './stderr-panel.ts'

export interface Panel {
  readonly title: SafeText
  readonly rows: (state: AppState, frame: PanelFrame) => readonly Painted[]
}

/** To add a panel: a file of rows, a name in `PanelName`, a line here and one in the key table. */
export const panels: Readonly<Record<PanelName, Panel>> = {
  help: { title: own`Keys`, rows: helpRows },
  activity: {
    title: own`Activity`,
    rows: (state, frame) => activityRows(currentSession(state), frame),
  },
  problems: { title: own`Problems`, rows: problemRows },
  stderr: { title: own`Agent stderr`, rows: stderrRows },
}
