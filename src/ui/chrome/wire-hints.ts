import type { UiState } from '../state/ui-state.ts'
import { hintIf, type CommandHint } from '../keys/hint.ts'

/** The keys of the wire panel: of its list, or of the opened message. */
export function wireHints(ui: UiState): readonly CommandHint[] {
  const { detail, filter, isSuspended } = ui.wire
  if (detail === null)
    return [
      { command: 'leave', does: 'close' },
      { key: 'enter', does: 'open' },
      { pair: ['up', 'down'], does: 'select' },
      { command: 'search', does: 'filter' },
      ...hintIf(filter !== '', { command: 'filter', does: isSuspended ? 'filter on' : 'filter off' }),
      { command: 'message-revision', does: 'revision' },
      { command: 'problems', does: 'problems' },
      { command: 'bottom', does: 'newest' },
      { command: 'copy', does: 'copy' },
      { command: 'copy-exchange', does: 'copy with answer' },
    ]
  return [
    { command: 'leave', does: 'list' },
    { key: 'enter', does: 'fold' },
    { command: 'search', does: 'search' },
    ...foundHints(ui),
    { command: 'raw-message', does: detail.isRaw ? 'lines' : 'raw' },
    { command: 'message-revision', does: 'revision' },
    { command: 'problems', does: 'problems' },
    { command: 'collapse', does: 'fold all' },
    { command: 'copy', does: 'copy' },
    { command: 'copy-exchange', does: 'copy with answer' },
  ]
}

/** The keys of the problems panel. */
export function problemsHints(ui: UiState): readonly CommandHint[] {
  return [
    { command: 'leave', does: 'close' },
    { command: 'wire-frame', does: 'message' },
    { pair: ['next-match', 'previous-match'], does: ui.query === '' ? 'problems' : 'matches' },
    { pair: ['up', 'down'], does: 'select, scroll' },
    { command: 'search', does: 'search' },
    { command: 'bottom', does: 'end' },
  ]
}

/** The keys of a search, while there is one. */
export function foundHints(ui: UiState): readonly CommandHint[] {
  return ui.query === '' ? [] : [{ pair: ['next-match', 'previous-match'], does: 'matches' }]
}
