import { observerRow } from '../chrome/observer-row.ts'
import { isListShown } from '../../app/observed/observed.ts'
import { currentSession, type AppState } from '../../app/state/app-state.ts'
import { openQuestion } from '../../app/state/question.ts'
import { unknownPlan } from '../../app/plan-advice/unknown-plan.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import type { DetailView } from '../chrome/dialog-detail.ts'
import {
  completionList,
  filterPlaceAt,
  filterRow,
  inputPlaceAt,
  inputRows,
  type FoundCount,
  type PromptOpens,
} from '../chrome/prompt-line.ts'
import { afterDemoRows } from '../chrome/after-demo.ts'
import { endRows, heldRows, isElsewhere } from '../chrome/notice.ts'
import { headerRow } from '../chrome/header.ts'
import { hintIn, hintRow } from '../chrome/hint-row.ts'
import { hintsFor } from '../chrome/hints.ts'
import { questionDialog } from '../chrome/question-dialog.ts'
import { scrubberRow } from '../chrome/scrubber.ts'
import { hasMessage, hasStatusForUser, statusRows } from '../chrome/status.ts'
import { tabBar, tabIn, type TabBarFrame } from '../chrome/tab-bar.ts'
import { cutRow, row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import { openLayers } from '../state/open-layers.ts'
import type { Theme } from '../paint/theme.ts'
import type { DocumentCache } from '../plan-panes/document-cache.ts'
import type { OpenList } from '../pickers/picker.ts'
import { isFiltered } from '../state/open-picker.ts'
import type { PlaceInPart, PointerTarget } from '../pointer/pointer-target.ts'
import { completionOf, inputHint } from '../state/command-completion.ts'
import { hasSeveralOpen, headOf } from '../state/session-family.ts'
import { sessionNames } from '../../app/words/session.ts'
import type { DialogView, PartView } from './screen-view.ts'
import type { Tab } from '../state/tabs.ts'
import { planUi, type UiState } from '../state/ui-state.ts'
import { completionRows, formRoom, isRoomy, noticeRoom, smallest, textColumns } from './layout.ts'

export interface ChromeFrame {
  readonly theme: Theme
  readonly nowMs: number
  readonly wallMs: number
  readonly isAnimated: boolean
  readonly title: string | null
  readonly isBuiltInDemo: boolean
  readonly tabs: readonly Tab[]
  readonly matches: FoundCount
  readonly position: SafeText
  readonly isChecklist: boolean
  /** There are revisions to look back at. */
  readonly hasPast: boolean
  /** The timeline of the plan has bars, if that is shown. */
  readonly hasTimes: boolean
  /** The file that a proposed plan with a title would be saved to; absent if unknown. */
  readonly planFile?: (title: string) => string
  readonly documentCache: DocumentCache
  /** The open picker. */
  readonly list: OpenList | null
  /** The title of the open panel or picker. */
  readonly over: SafeText | null
}

/** Everything around the plan. */
export interface Chrome {
  /** The parts above the plan, and those below it. */
  readonly above: readonly PartView[]
  readonly below: readonly PartView[]
  /** The parts below the plan with another position in the status line. */
  readonly placedAt: (position: SafeText) => readonly PartView[]
  /** The visible part of a question's detail that is too long for its room; else null. */
  readonly detail: DetailView | null
  /** When it changes without an event, because more of a long detail is to be rendered; null: it is not. */
  readonly nextAtMs: number | null
  /** What is at a place of one of its parts. */
  readonly targetIn: (kind: PartView['kind'], place: PlaceInPart) => PointerTarget | null
}

/** Draws everything around the plan. */
export function drawChrome(state: AppState, ui: UiState, frame: ChromeFrame): Chrome {
  const { theme } = frame
  const { columns } = ui
  const named = { ...frame, names: namesOf(state, frame.tabs) }
  const { dialog, statusLine, detail, nextAtMs = null, inDialog } = belowPlan(state, ui, frame)
  const rowsTaken = (dialog?.rows.length ?? 0) + (statusLine?.length ?? 0)
  const cut = (...rows: readonly Row[]): readonly Row[] => rows.map((each) => cutRow(each, columns))
  const below: readonly PartView[] = [
    ...(dialog === null ? [] : [{ ...dialog, rows: cut(...dialog.rows) }]),
    ...(statusLine === null ? [] : [{ kind: 'status-line', rows: cut(...statusLine) } as const]),
    { kind: 'prompt-line', rows: cut(...input(state, ui, { ...named, hasRoom: rowsTaken < 3 })) },
    { kind: 'key-hints', rows: cut(hintRow(hintsFor(state, ui, frame), theme, columns)) },
  ]
  return {
    above: [
      {
        kind: 'header',
        rows: [tooSmall(ui, theme) ?? headerRow(state, { ...frame, columns: textColumns(columns) })],
      },
      { kind: 'tab-bar', rows: [tabs(state, ui, named)] },
    ],
    below,
    placedAt: (position) =>
      below.map((part) =>
        part.kind === 'status-line'
          ? { ...part, rows: cut(...statusRows(state, ui, { ...frame, columns, position })) }
          : part,
      ),
    detail,
    nextAtMs,
    targetIn(kind, { column, row: at }) {
      if (kind === 'question-dialog' || kind === 'form') return inDialog({ column, row: at })
      if (kind === 'key-hints') {
        const hint = hintIn(hintsFor(state, ui, frame), columns, column)
        return hint === null ? null : { type: 'hint', hint }
      }
      if (kind === 'prompt-line')
        return inputTarget(state, ui, { ...named, hasRoom: rowsTaken < 3 }, { column, row: at })
      if (kind !== 'tab-bar' || !hasTabs(ui, frame)) return null
      const tab = tabIn(frame.tabs, barFrame(state, ui, named), column)
      return tab === null ? null : { type: 'tab', id: tab.id }
    },
  }
}

function tooSmall(ui: UiState, theme: Theme): Row | null {
  if (ui.columns >= smallest.columns && ui.rows >= smallest.rows) return null
  const needed = safe`${smallest.columns}x${smallest.rows}`
  const words = [
    safe` ${ui.columns}x${ui.rows}: needs ${needed}`,
    safe` needs ${needed}`,
    safe` min ${needed}`,
  ]
  const text = words.find(({ length }) => length <= ui.columns) ?? needed
  return paint(theme, 'warning', text.slice(0, ui.columns) as SafeText)
}

function tabs(state: AppState, ui: UiState, frame: NamedFrame): Row {
  const { theme } = frame
  // In a low terminal without rules, the title of a panel or picker is shown instead of the tabs.
  if (frame.over !== null && !isRoomy(ui.rows))
    return row(safe` `, paint(theme, 'accent', cutToWidth(frame.over, ui.columns - 2)))
  if (!hasTabs(ui, frame))
    return cutRow(row(safe` `, paint(theme, 'dim', noTabs(state, ui.columns))), ui.columns)
  return tabBar(frame.tabs, barFrame(state, ui, frame))
}

function hasTabs(ui: UiState, { over, tabs }: ChromeFrame): boolean {
  return tabs.length > 0 && (over === null || isRoomy(ui.rows))
}

function barFrame(state: AppState, ui: UiState, { theme, names }: NamedFrame): TabBarFrame {
  return {
    theme,
    columns: ui.columns,
    selected: ui.tab,
    isPast: (tab) => planUi(ui, tab).past !== null,
    sessionNames: names,
    currentSessionId: state.currentSessionId === null ? null : headOf(state.sessions, state.currentSessionId),
    isAgentGone: state.link.state === 'ended',
  }
}

/** The text in place of tabs. A session that is loaded again keeps its former plans until it has sent them. */
function noTabs(state: AppState, columns: number): SafeText {
  if (state.observed !== null && isListShown(state.observed))
    return columns < 60 ? safe`sessions here` : safe`sessions on this machine`
  const { sessions } = state
  const session = currentSession(state)
  const loading = [...sessions.values()].filter(
    ({ phase, origin }) => phase === 'opening' && origin === 'loaded',
  )
  if (loading.some(({ former }) => (former?.plans.size ?? 0) > 0))
    return columns < 60 ? safe`plans come back` : safe`the plans come back when the session is loaded`
  if (loading.length > 0) return safe`loading the session`
  return session !== null && unknownPlan(state, session) !== null ? safe`plan unknown` : safe`no plan`
}

const noNames: ReadonlyMap<string, SafeText> = new Map()

/** The names of the sessions that are open or have tabs; empty if there is only one. */
function namesOf(state: AppState, tabs: readonly Tab[]): ReadonlyMap<string, SafeText> {
  const heads = new Set(tabs.map((tab) => tab.headId))
  if (heads.size < 2 && !hasSeveralOpen(state)) return noNames
  const named = [...state.sessions.values()].filter(({ id, phase }) => phase === 'open' || heads.has(id))
  return sessionNames(named)
}

interface NamedFrame extends ChromeFrame {
  readonly names: ReadonlyMap<string, SafeText>
}

interface InputFrame extends NamedFrame {
  /** The rows above leave room for a list. */
  readonly hasRoom: boolean
}

function input(state: AppState, ui: UiState, frame: InputFrame): readonly Row[] {
  const { theme, list, matches, names, hasRoom } = frame
  if (list !== null && isFiltered(list.picker) && ui.writing === null)
    return [filterRow(list, theme, textColumns(ui.columns))]
  if (state.playback !== null && ui.writing === null)
    return [scrubberRow(state.playback, { theme, columns: ui.columns, nowMs: frame.nowMs })]
  if (state.observed !== null && ui.writing === null)
    return [observerRow(state.observed, { theme, columns: ui.columns })]
  const line = inputRows(ui, {
    theme,
    matches,
    isAgentGone: state.link.state === 'ended',
    isRemote: isElsewhere(state),
    sessionName: names.get(state.currentSessionId ?? '') ?? null,
    hint: inputHint(ui, state),
    opens: opensPrompt(ui, state),
  })
  const completion = completionOf(ui, state)
  if (completion === null) return line
  const rows = completionRows(ui.rows, hasRoom)
  return [...completionList(completion, { theme, columns: textColumns(ui.columns), rows }), ...line]
}

/** A place in the text that is being written; where none is, what opens the prompt. */
function inputTarget(
  state: AppState,
  ui: UiState,
  frame: InputFrame,
  place: PlaceInPart,
): PointerTarget | null {
  const { list } = frame
  if (list !== null && isFiltered(list.picker) && ui.writing === null)
    return { type: 'text', ...filterPlaceAt(list, textColumns(ui.columns), place.column) }
  const isOther = state.playback !== null || state.observed !== null
  if (ui.writing === null) return isOther || opensPrompt(ui, state) !== 'at-once' ? null : opening
  const completion = completionOf(ui, state)
  const above =
    completion === null ? 0 : Math.min(completion.commands.length, completionRows(ui.rows, frame.hasRoom))
  const found = inputPlaceAt(ui, frame, { ...place, row: place.row - above })
  return found === null ? null : { type: 'text', ...found }
}

const opening: PointerTarget = {
  type: 'hint',
  hint: { key: 'enter', does: 'ask', command: 'write-prompt' },
}

/** What has to be done before the prompt opens. */
function opensPrompt(ui: UiState, state: AppState): PromptOpens {
  switch (openLayers(ui, state).order[0]) {
    case 'wire':
    case 'problems':
      // There enter opens a message.
      return 'after-panel'
    case 'question':
    case 'form':
      return 'after-question'
    case 'picker':
      return state.link.state === 'wants-login' ? 'after-login' : 'after-question'
    default:
      return 'at-once'
  }
}

interface BelowPlan {
  /** A question of the agent, or a notice about the connection; null: neither. */
  readonly dialog: DialogView | null
  /** null: its row is used for something else. */
  readonly statusLine: readonly Row[] | null
  readonly detail: DetailView | null
  /** `Dialog.nextAtMs`. */
  readonly nextAtMs?: number | null
  /** What can be clicked at a place of the dialog. */
  readonly inDialog: (place: PlaceInPart) => PointerTarget | null
}

const noTarget = (): null => null

function belowPlan(state: AppState, ui: UiState, frame: ChromeFrame): BelowPlan {
  const { theme } = frame
  const { rows } = ui
  const columns = textColumns(ui.columns)
  const question = openQuestion(state)
  const room = question?.kind === 'elicitation' ? formRoom(rows) : noticeRoom(rows)
  const status = statusRows(state, ui, { ...frame, columns: ui.columns })
  const hasNews = hasMessage(ui, frame.nowMs)
  if (question !== null) {
    // Without a message for the user, the row of the status line is used for one more option.
    const hasStatus = isRoomy(rows) || hasNews
    const { planFile } = frame
    const dialogFrame = {
      theme,
      columns,
      rows: hasStatus ? room - 1 : room,
      documentCache: frame.documentCache,
      nowMs: frame.nowMs,
      ...(planFile === undefined ? {} : { planFile }),
    }
    const dialog = questionDialog(question, { state, ui }, dialogFrame)
    const kind = question.kind === 'elicitation' ? 'form' : 'question-dialog'
    return {
      dialog: { kind, rows: dialog.rows },
      statusLine: hasStatus ? status : null,
      detail: dialog.detail,
      nextAtMs: dialog.nextAtMs ?? null,
      inDialog: dialog.targetIn ?? noTarget,
    }
  }
  const statusLine = hasNews ? status : null
  if (state.link.state === 'ended') {
    const shown = endRows(state, { theme, columns, keys: ui.keys, rows: hasNews ? room - 1 : room })
    return { dialog: { kind: 'notice', rows: shown }, statusLine, detail: null, inDialog: noTarget }
  }
  const held = heldRows(state, { theme, columns, keys: ui.keys, rows: room })
  if (held.length > 0)
    return { dialog: { kind: 'notice', rows: held }, statusLine, detail: null, inDialog: noTarget }
  const next = isRoomy(rows) && frame.isBuiltInDemo ? afterDemoRows(state, ui, { theme, columns }) : []
  if (next.length > 0)
    return { dialog: { kind: 'notice', rows: next }, statusLine: status, detail: null, inDialog: noTarget }
  // In a low terminal the plan gets the row of the status line, unless that has a message for the user.
  const hasStatus = isRoomy(rows) || hasStatusForUser(state, ui, frame.nowMs)
  return { dialog: null, statusLine: hasStatus ? status : null, detail: null, inDialog: noTarget }
}
