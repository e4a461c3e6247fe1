import { isPlanShown, openLayers } from '../../state/open-layers.ts'
import { planHistory } from '../../../app/history/run-history.ts'
import type { AppState } from '../../../app/state/app-state.ts'
import { editLine } from '../lines/edit-line.ts'
import { keyWords } from '../../keys/key-map.ts'
import type { KeyPress } from '../../keys/key-press.ts'
import { messageOnly, screenOnly, type KeyContext, type KeyResult, type Layer } from '../layer.ts'
import { isWireCommand, type AnyCommand, type WireCommand } from '../../keys/key-table.ts'
import { moveOf, selectionMoved, noPlanYet } from '../scroll.ts'
import { planShown } from '../plan/pick-tab.ts'
import { backToNow, lookingAt, pastOfTab } from '../../state/looking-back.ts'
import { planOfTab } from '../../state/tabs.ts'
import { headOf } from '../../state/session-family.ts'
import { startOfList } from '../../state/list-state.ts'
import type { UiState } from '../../state/ui-state.ts'
import { openedAtMessage } from './act-in-panel.ts'
import type { ShownMain, ShownWire } from '../../state/shown.ts'
import type { WireState } from '../../state/panel-state.ts'
import { openedAtProblem } from './act-in-log.ts'
import { emptyLine, lineWith, type LineEdit } from '../../state/line-edit.ts'

/** The wire panel. Enter opens a message, whatever opens the prompt. */
export const wireLayer: Layer = {
  commandOf: ({ wire, plan }, key) =>
    wire.commandOf(key) ?? (key === 'enter' ? 'write-prompt' : plan.commandOf(key)),
  does: actInWirePanel,
}

/** Carries out a command in the wire panel; null for one that keeps its meaning. */
function actInWirePanel(ui: UiState, command: AnyCommand, context: KeyContext): KeyResult | null {
  const drawn = context.shown.main
  if (ui.panel !== 'wire' || drawn.layer !== 'wire') return null
  if (isWireCommand(command)) return actOnWire(ui, command, drawn, context)
  if (command === 'copy') return copied(ui, { title: 'message', text: drawn.message() }, context)
  if (command === 'problems')
    return drawn.selected === null ? null : screenOnly(openedAtProblem(ui, drawn.selected))
  return ui.wire.detail === null ? actInList(ui, command, drawn, context) : actInDetail(ui, command, drawn)
}

/** Carries out a command of the wire panel; null for one that an open message has, and none is. */
function actOnWire(
  ui: UiState,
  command: WireCommand,
  drawn: ShownWire,
  context: KeyContext,
): KeyResult | null {
  const { detail } = ui.wire
  switch (command) {
    case 'copy-exchange':
      return copied(ui, { title: 'exchange', text: drawn.exchange() }, context)
    case 'message-revision':
      return toRevision(ui, drawn, context)
    case 'filter':
      return ui.wire.filter === ''
        ? messageOnly(ui, `There is no filter: ${keyWords(ui.keys, 'search')} begins one.`, context)
        : screenOnly(withWire(ui, { isSuspended: !ui.wire.isSuspended }))
    case 'raw-message':
      return detail === null
        ? null
        : screenOnly({
            ...withWire(ui, { detail: { ...detail, isRaw: !detail.isRaw } }),
            panelScroll: startOfList,
          })
  }
}

function withWire(ui: UiState, change: Partial<WireState>): UiState {
  return { ...ui, wire: { ...ui.wire, isLost: false, ...change } }
}

function actInList(
  ui: UiState,
  command: AnyCommand,
  drawn: ShownWire,
  context: KeyContext,
): KeyResult | null {
  switch (command) {
    case 'write-prompt':
      return opened(ui, drawn, context)
    case 'search':
      return screenOnly(openedFilter(ui))
    case 'next-match':
    case 'previous-match':
    case 'collapse': {
      const [search, fold] = [keyWords(ui.keys, 'search'), keyWords(ui.keys, 'collapse')]
      return messageOnly(ui, `enter opens the message: ${search} searches in it, ${fold} folds.`, context)
    }
    default:
      return movedBy(ui, command, drawn)
  }
}

function opened(ui: UiState, { place, rows }: ShownWire, context: KeyContext): KeyResult {
  const number = rows.numberAt(place?.at ?? -1)
  return number < 0
    ? messageOnly(ui, 'There is no message to open.', context)
    : screenOnly(openedNumber(ui, number))
}

function openedNumber(ui: UiState, number: number): UiState {
  const detail = { number, isRaw: false, folded: new Set<number>() }
  return {
    ...withWire(ui, { list: { ...ui.wire.list, selected: number, follows: 'free' }, detail }),
    panelScroll: startOfList,
    query: '',
  }
}

/** A click on a message selects it, the second one opens it; beside the plan it opens the panel. A filter that is being written is kept. */
export function clickedMessage(before: UiState, number: number, { state }: KeyContext): KeyResult {
  if (isPlanShown(before, state)) return screenOnly(openedAtMessage(before, { by: 'number', number }))
  if (before.panel !== 'wire' || before.wire.detail !== null) return screenOnly(before)
  const ui: UiState = before.writing?.kind === 'filter' ? { ...before, writing: null } : before
  const { list } = ui.wire
  return screenOnly(
    list.selected === number && list.clicked === number
      ? openedNumber(ui, number)
      : withWire(ui, { list: { ...list, selected: number, follows: 'free', clicked: number } }),
  )
}

/** A click on a line of the opened message: the cursor goes there, and an object or a list is folded or unfolded. */
export function clickedLine(
  ui: UiState,
  { number, line }: { readonly number: number; readonly line: number },
  { shown: { main } }: KeyContext,
): KeyResult {
  const { detail } = ui.wire
  if (ui.panel !== 'wire' || detail === null || detail.number !== number) return screenOnly(ui)
  // A search looks into everything, also into what is folded.
  const canFold = ui.query === '' && main.layer === 'wire' && main.foldable.has(line)
  const folded = canFold ? toggled(detail.folded, line) : detail.folded
  return screenOnly({
    ...withWire(ui, { detail: { ...detail, folded } }),
    panelScroll: { ...ui.panelScroll, selected: line, follows: 'free', matchRow: null, clicked: line },
  })
}

function actInDetail(ui: UiState, command: AnyCommand, drawn: ShownWire): KeyResult | null {
  const { detail } = ui.wire
  if (detail === null) return null
  const { cursor, foldable } = drawn
  const withFolded = (folded: ReadonlySet<number>): KeyResult =>
    screenOnly(withWire(ui, { detail: { ...detail, folded } }))
  switch (command) {
    case 'write-prompt':
      return foldable.has(cursor) ? withFolded(toggled(detail.folded, cursor)) : screenOnly(ui)
    case 'collapse':
      // All but the outermost one, or none.
      return withFolded(
        detail.folded.size > 0 ? new Set() : new Set([...foldable].filter((line) => line > 0)),
      )
    case 'leave':
    case 'quit':
      if (ui.query !== '' && command === 'leave') return screenOnly({ ...ui, query: '', search: emptyLine })
      return screenOnly({ ...withWire(ui, { detail: null }), panelScroll: startOfList, query: '' })
    default:
      return movedBy(ui, command, drawn)
  }
}

function movedBy(ui: UiState, command: AnyCommand, drawn: ShownWire): KeyResult | null {
  const by = moveOf(command, drawn)
  const moved = by === null ? null : wireMoved(ui, by, drawn)
  return moved === null ? null : screenOnly(moved)
}

/** Selects another message of the list, or another line of the opened message; null: the wire panel is not shown. */
export function wireMoved(ui: UiState, by: number, drawn: ShownMain): UiState | null {
  if (drawn.layer !== 'wire') return null
  const { rows, place, lines, cursor } = drawn
  // Several turns of the wheel may come before the next frame: each begins where the one before has led.
  if (ui.wire.detail === null) {
    const { list } = ui.wire
    const { length, numberAt: idAt } = rows
    const at = list.selected === null ? (place?.at ?? -1) : Math.min(rows.placeOf(list.selected), length - 1)
    return withWire(ui, { list: selectionMoved(list, by, { length, at, idAt }) })
  }
  const { selected } = ui.panelScroll
  const at = Math.max(0, lines.indexOf(selected !== null && lines.includes(selected) ? selected : cursor))
  const shown = { length: lines.length, at, idAt: (index: number) => lines[index] ?? 0 }
  return { ...ui, panelScroll: selectionMoved(ui.panelScroll, by, shown) }
}

function toggled(folded: ReadonlySet<number>, line: number): ReadonlySet<number> {
  const next = new Set(folded)
  if (!next.delete(line)) next.add(line)
  return next
}

function copied(
  ui: UiState,
  { title, text }: { readonly title: string; readonly text: string },
  context: KeyContext,
): KeyResult {
  return text === ''
    ? messageOnly(ui, 'There is no message to copy.', context)
    : { ui, intents: [{ type: 'copy', taken: { type: 'text', title, text } }] }
}

function toRevision(ui: UiState, { made }: ShownWire, context: KeyContext): KeyResult {
  const { state } = context
  if (made === null) return messageOnly(ui, 'This message has made no revision of a plan.', context)
  const now = planOfTab(state, made.tab)
  const past = pastOfTab(state, made.tab)
  if (now === null || past === null) return messageOnly(ui, 'That plan does not exist any more.', context)
  const { sessionId, plan } = now
  const shown = planShown(
    ui,
    { id: made.tab, headId: headOf(state.sessions, sessionId), isRemoved: plan.removedAtMs !== null },
    state,
  )
  const isNow = past.history.last === made.revision
  const next = isNow
    ? backToNow(shown.ui, made.tab)
    : lookingAt(shown.ui, made.tab, { revision: made.revision, mark: null }, past.history)
  return { ...shown, ui: { ...next, message: null } }
}

/** Opens the wire panel at the message that made the shown revision of the shown plan. */
export function openedAtRevision(ui: UiState, context: KeyContext): KeyResult {
  const frame = shownMessage(ui, context.state)
  if (frame === undefined) return messageOnly(ui, noPlanYet, context)
  if (frame === null) return messageOnly(ui, 'This revision did not come in a message of the agent.', context)
  return screenOnly(openedAtMessage(ui, { by: 'frame', frame }))
}

/** The frame of the shown revision; null: it has none, undefined: no plan is shown. */
function shownMessage(ui: UiState, state: AppState): number | null | undefined {
  const { past } = openLayers(ui, state)
  if (past !== null) return past.revision.frame
  const now = ui.tab === null ? null : planOfTab(state, ui.tab)
  return now === null ? undefined : planHistory(state, now.sessionId, now.plan.key)?.last.frame
}

/** The filter in the input line. What is typed is tried at once. */
function openedFilter(ui: UiState): UiState {
  const { filter } = ui.wire
  return {
    ...withWire(ui, { isSuspended: false }),
    writing: { kind: 'filter', line: lineWith(filter) },
  }
}

export function withFilterWritten(ui: UiState, line: LineEdit): UiState {
  return { ...withWire(ui, { filter: line.text }), writing: { kind: 'filter', line } }
}

/** A key in the line of the filter. Escape brings back the whole list. */
export function actInFilterLine(ui: UiState, press: KeyPress, line: LineEdit): KeyResult {
  if (press.name === 'enter') return screenOnly({ ...ui, writing: null })
  if (press.name === 'escape') return screenOnly({ ...withWire(ui, { filter: '' }), writing: null })
  const edited = editLine(line, press)
  return screenOnly(edited === null ? ui : withFilterWritten(ui, edited))
}
