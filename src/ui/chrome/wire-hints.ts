import type { UiState } from '../state/ui-state.ts'
import type { Hint } from './hint.ts'

/** The keys of the wire panel: of its list, or of the opened message. */
export function wireHints(ui: UiState): readonly Hint[] {
  const { detail, filter, isSuspended } = ui.wire
  if (detail === null)
    return [
      { key: 'esc', does: 'close' },
      { key: 'enter', does: 'open' },
      { key: '↑↓', does: 'select' },
      { key: '/', does: 'filter' },
      ...(filter === '' ? [] : [{ key: 'F', does: isSuspended ? 'filter on' : 'filter off' }]),
      { key: 'r', does: 'its revision' },
      { key: '!', does: 'its problems' },
      { key: 'G', does: 'newest' },
      { key: 'y', does: 'copy' },
      { key: 'Y', does: 'with its answer' },
    ]
  return [
    { key: 'esc', does: 'list' },
    { key: 'enter', does: 'fold' },
    { key: '/', does: 'search' },
    ...foundHints(ui),
    { key: 'v', does: detail.isRaw ? 'lines' : 'raw' },
    { key: 'r', does: 'its revision' },
    { key: '!', does: 'its problems' },
    { key: 'c', does: 'fold all' },
    { key: 'y', does: 'copy' },
    { key: 'Y', does: 'with its answer' },
  ]
}

/** The keys of the problems panel. */
export function problemsHints(ui: UiState): readonly Hint[] {
  return [
    { key: 'esc', does: 'close' },
    { key: 'I', does: 'its message' },
    { key: 'n N', does: ui.query === '' ? 'problems' : 'matches' },
    { key: '↑↓', does: 'select, scroll' },
    { key: '/', does: 'search' },
    { key: 'G', does: 'end' },
  ]
}

/** The keys of a search, while there is one. */
export function foundHints(ui: UiState): readonly Hint[] {
  return ui.query === '' ? [] : [{ key: 'n N', does: 'matches' }]
}
