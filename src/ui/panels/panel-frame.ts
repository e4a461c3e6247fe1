import type { Theme } from '../paint/theme.ts'

/** Where a panel is drawn; its rows are as many as they are. */
export interface PanelFrame {
  readonly theme: Theme
  readonly columns: number
}
