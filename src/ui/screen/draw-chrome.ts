import type { AppState } from '../../app/app-state.ts'
import { own, type SafeText } from '../../lib/text/safe-text.ts'
import { bar, type Bar } from '../chrome/bar.ts'
import type { Chrome } from '../chrome/chrome.ts'
import { dialogBars } from '../chrome/dialog.ts'
import { endBars } from '../chrome/end-notice.ts'
import { headerBar } from '../chrome/header.ts'
import { hintsFor } from '../chrome/hints.ts'
import { hintBar, inputBars } from '../chrome/lines.ts'
import { hasMessage, hasStatusForUser, statusBar } from '../chrome/status.ts'
import { tabBar } from '../chrome/tab-bar.ts'
import { focusOf } from '../keys/act.ts'
import { paint, row } from '../paint/painted.ts'
import type { Theme } from '../paint/theme.ts'
import { panels } from '../panels/panel.ts'
import { isRoomy, noticeRoom, smallest } from './layout.ts'
import type { Tab } from './tabs.ts'
import type { UiState } from './ui-state.ts'

export interface ChromeFrame {
  readonly theme: Theme
  readonly nowMs: number
  readonly isAnimated: boolean
  readonly title: string | null
  readonly tabs: readonly Tab[]
  readonly matches: number
  readonly position: SafeText
  readonly isChecklist: boolean
}

/** Everything around the plan, from the state. */
export function drawChrome(state: AppState, ui: UiState, frame: ChromeFrame): Chrome {
  const { theme } = frame
  const { columns } = ui
  return {
    columns,
    header: tooSmall(ui, theme) ?? headerBar(state, { ...frame, columns }),
    tabs: tabs(state, ui, frame),
    notice: notice(state, ui, frame),
    input: inputBars(ui, { theme, matches: frame.matches, isAgentGone: state.link.state === 'ended' }),
    hints: hintBar(hintsFor(state, ui, frame.isChecklist), theme, columns),
  }
}

function tooSmall(ui: UiState, theme: Theme): Bar | null {
  if (ui.columns >= smallest.columns && ui.rows >= smallest.rows) return null
  const text = own` ${ui.columns}x${ui.rows}: made for ${smallest.columns}x${smallest.rows}`
  return bar(paint(theme, 'warning', text.slice(0, ui.columns) as SafeText))
}

function tabs(state: AppState, ui: UiState, frame: ChromeFrame): Bar {
  const { theme } = frame
  const sessions = new Set(frame.tabs.map((tab) => tab.sessionId))
  // Without rules above it, an open panel is named where the tabs are.
  if (ui.panel !== null && !isRoomy(ui.rows))
    return bar(row(own` `, paint(theme, 'accent', panels[ui.panel].title)))
  if (frame.tabs.length === 0) return bar(row(own` `, paint(theme, 'dim', own`no plan`)))
  return tabBar(frame.tabs, {
    theme,
    columns: ui.columns,
    selected: ui.tab,
    hasSeveralSessions: sessions.size > 1,
    isAgentGone: state.link.state === 'ended',
  })
}

function notice(state: AppState, ui: UiState, frame: ChromeFrame): readonly Bar[] {
  const { theme } = frame
  const { columns, rows } = ui
  const room = noticeRoom(rows)
  const request = state.permissions[0]
  const status = statusBar(state, ui, { theme, columns, nowMs: frame.nowMs, position: frame.position })
  if (request !== undefined) {
    // Where the status line has nothing to say that the user waits for, its row is for one more answer.
    const hasStatus = isRoomy(rows) || hasMessage(ui, frame.nowMs)
    const dialog = dialogBars(request, ui, {
      theme,
      columns,
      rows: hasStatus ? room - 1 : room,
      hasFocus: focusOf(ui, state) === 'permission',
      waiting: state.permissions.length - 1,
    })
    return hasStatus ? [...dialog, status] : dialog
  }
  if (state.link.state === 'ended') {
    const isTold = hasMessage(ui, frame.nowMs)
    const end = endBars(state, { theme, columns, rows: isTold ? room - 1 : room })
    return isTold ? [...end, status] : end
  }
  // In a low terminal the status line gives its row to the plan, unless it has something for the user.
  return isRoomy(rows) || hasStatusForUser(state, ui, frame.nowMs) ? [status] : []
}
