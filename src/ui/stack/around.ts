import { observerRow } from '../chrome/observer-row.ts'
import { isListShown } from '../../app/state/observed.ts'
import { currentSession, type AppState } from '../../app/state/app-state.ts'
import { questionKey } from '../../app/state/question.ts'
import { unknownPlan } from '../../app/plan-advice/unknown-plan.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import type { ShownQuestion } from '../state/shown.ts'
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
import { hintsFor, type PlanToHint } from '../chrome/hints.ts'
import { questionDialog } from '../chrome/question-dialog.ts'
import { scrubberRow } from '../chrome/scrubber.ts'
import { hasMessage, hasStatusForUser, statusHeight, statusRows } from '../chrome/status.ts'
import { tabBar, tabIn, type TabBarFrame } from '../chrome/tab-bar.ts'
import { cutRow, row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { OpenLayers } from '../state/open-layers.ts'
import type { Theme } from '../paint/theme.ts'
import type { OpenList } from '../pickers/picker.ts'
import { isFiltered } from '../state/open-picker.ts'
import type { PlaceInPart, PointerTarget } from '../pointer/pointer-target.ts'
import { completionOf, inputHint } from '../state/command-completion.ts'
import { hasSeveralOpen, headOf } from '../state/session-family.ts'
import { sessionNames } from '../../app/wording/session-name.ts'
import type { DialogView, PartView } from './screen-view.ts'
import type { Tab } from '../state/tabs.ts'
import { planUi, type UiState } from '../state/ui-state.ts'
import { completionRows, formRoom, isRoomy, noticeRoom, smallest, textColumns } from '../paint/layout.ts'
import type { DrawWith } from './frame-at.ts'

/** What is around the plan, and what that is drawn with. */
export interface AroundAt extends Pick<
  DrawWith,
  'theme' | 'nowMs' | 'wallMs' | 'isAnimated' | 'documentCache'
> {
  readonly title: string | null
  readonly isBuiltInDemo: boolean
  readonly tabs: readonly Tab[]
  readonly layers: OpenLayers
  /** What the shown plan has keys for. */
  readonly hints: PlanToHint
  /** The file that a proposed plan with a title would be saved to; absent if unknown. */
  readonly planFile?: (title: string) => string
  /** The open picker. */
  readonly list: OpenList | null
  /** The title of the open panel or picker. */
  readonly over: SafeText | null
}

/** What is known of the view in the middle once it is settled. */
export interface MainKnown {
  readonly matches: FoundCount
  /** Its scroll position, for the status line. */
  readonly position: SafeText
}

/** Everything around the view in the middle, laid out: its height does not depend on that view, but some of its words do. */
export interface Around {
  /** The rows above the view in the middle, and those below it. */
  readonly rows: { readonly above: number; readonly below: number }
  readonly question: ShownQuestion | null
  /** When it changes without an event, because more of a long detail is to be rendered; null: it is not. */
  readonly nextAtMs: number | null
  readonly draw: (main: MainKnown) => DrawnAround
}

export interface DrawnAround {
  /** The parts above the view in the middle, and those below it. */
  readonly above: readonly PartView[]
  readonly below: readonly PartView[]
  /** What is at a place of one of its parts. */
  readonly targetIn: (kind: PartView['kind'], place: PlaceInPart) => PointerTarget | null
}

/** Lays out everything around the view in the middle. */
export function layAround(state: AppState, ui: UiState, at: AroundAt): Around {
  const { columns } = ui
  const { dialog, status, question, nextAtMs = null, inDialog } = belowPlan(state, ui, at)
  const hasRoom = (dialog?.rows.length ?? 0) + status < 3
  const named: InputAt = { ...at, names: namesOf(state, at.tabs), hasRoom }
  // Only the words of a search line depend on the view in the middle, and it has one row.
  const line = ui.writing?.kind === 'search' ? null : input(state, ui, named, noMatches)
  return {
    rows: { above: 2, below: (dialog?.rows.length ?? 0) + status + (line?.length ?? 1) + 1 },
    question,
    nextAtMs,
    draw({ matches, position }) {
      const cut = (...rows: readonly Row[]): readonly Row[] => rows.map((each) => cutRow(each, columns))
      const hints = hintsFor(state, ui, at.hints)
      return {
        above: [
          {
            kind: 'header',
            rows: [tooSmall(ui, at.theme) ?? headerRow(state, { ...at, columns: textColumns(columns) })],
          },
          { kind: 'tab-bar', rows: [tabs(state, ui, named)] },
        ],
        below: [
          ...(dialog === null ? [] : [{ ...dialog, rows: cut(...dialog.rows) }]),
          ...(status === 0
            ? []
            : [
                {
                  kind: 'status-line',
                  rows: cut(...statusRows(state, ui, { ...at, columns, position })),
                } as const,
              ]),
          { kind: 'prompt-line', rows: cut(...(line ?? input(state, ui, named, matches))) },
          { kind: 'key-hints', rows: cut(hintRow(hints, at.theme, columns)) },
        ],
        targetIn(kind, { column, row }) {
          if (kind === 'question-dialog' || kind === 'form') return inDialog({ column, row })
          if (kind === 'key-hints') {
            const hint = hintIn(hints, columns, column)
            return hint === null ? null : { type: 'hint', hint }
          }
          if (kind === 'prompt-line') return inputTarget(state, ui, { ...named, matches }, { column, row })
          if (kind !== 'tab-bar' || !hasTabs(ui, at)) return null
          const tab = tabIn(at.tabs, barFrame(state, ui, named), column)
          return tab === null ? null : { type: 'tab', id: tab.id }
        },
      }
    },
  }
}

const noMatches: FoundCount = { here: 0, elsewhere: 0 }

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

function tabs(state: AppState, ui: UiState, frame: NamedAt): Row {
  const { theme } = frame
  // In a low terminal without rules, the title of a panel or picker is shown instead of the tabs.
  if (frame.over !== null && !isRoomy(ui.rows))
    return row(safe` `, paint(theme, 'accent', cutToWidth(frame.over, ui.columns - 2)))
  if (!hasTabs(ui, frame))
    return cutRow(row(safe` `, paint(theme, 'dim', noTabs(state, ui.columns))), ui.columns)
  return tabBar(frame.tabs, barFrame(state, ui, frame))
}

function hasTabs(ui: UiState, { over, tabs }: AroundAt): boolean {
  return tabs.length > 0 && (over === null || isRoomy(ui.rows))
}

function barFrame(state: AppState, ui: UiState, { theme, names }: NamedAt): TabBarFrame {
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

interface NamedAt extends AroundAt {
  readonly names: ReadonlyMap<string, SafeText>
}

interface InputAt extends NamedAt {
  /** The rows above leave room for a list. */
  readonly hasRoom: boolean
}

function input(state: AppState, ui: UiState, frame: InputAt, matches: FoundCount): readonly Row[] {
  const { theme, list, names, hasRoom } = frame
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
    opens: opensPrompt(state, frame.layers),
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
  frame: InputAt & { readonly matches: FoundCount },
  place: PlaceInPart,
): PointerTarget | null {
  const { list } = frame
  if (list !== null && isFiltered(list.picker) && ui.writing === null)
    return { type: 'text', ...filterPlaceAt(list, textColumns(ui.columns), place.column) }
  const isOther = state.playback !== null || state.observed !== null
  if (ui.writing === null) return isOther || opensPrompt(state, frame.layers) !== 'at-once' ? null : opening
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
function opensPrompt(state: AppState, { order }: OpenLayers): PromptOpens {
  switch (order[0]) {
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
  /** The rows of the status line; 0: they are used for something else. */
  readonly status: number
  readonly question: ShownQuestion | null
  /** `Dialog.nextAtMs`. */
  readonly nextAtMs?: number | null
  /** What can be clicked at a place of the dialog. */
  readonly inDialog: (place: PlaceInPart) => PointerTarget | null
}

const noTarget = (): null => null

function belowPlan(state: AppState, ui: UiState, at: AroundAt): BelowPlan {
  const { theme, nowMs, documentCache, planFile } = at
  const { rows, keys } = ui
  const columns = textColumns(ui.columns)
  const { asked } = at.layers
  const room = asked?.kind === 'elicitation' ? formRoom(rows) : noticeRoom(rows)
  const height = statusHeight(ui, nowMs)
  const hasNews = hasMessage(ui, nowMs)
  if (asked !== null) {
    // Without a message for the user, the row of the status line is used for one more option.
    const hasStatus = isRoomy(rows) || hasNews
    const dialog = questionDialog(
      asked,
      { state, ui },
      {
        theme,
        columns,
        rows: hasStatus ? room - 1 : room,
        documentCache,
        nowMs,
        ...(planFile === undefined ? {} : { planFile }),
      },
    )
    const kind = asked.kind === 'elicitation' ? 'form' : 'question-dialog'
    return {
      dialog: { kind, rows: dialog.rows },
      status: hasStatus ? height : 0,
      question: {
        key: questionKey(asked),
        request: asked.kind === 'permission' ? asked.request : null,
        detail: dialog.detail,
      },
      nextAtMs: dialog.nextAtMs ?? null,
      inDialog: dialog.targetIn ?? noTarget,
    }
  }
  const notice = (shown: readonly Row[], status: number): BelowPlan => ({
    dialog: { kind: 'notice', rows: shown },
    status,
    question: null,
    inDialog: noTarget,
  })
  const newsHeight = hasNews ? height : 0
  if (state.link.state === 'ended')
    return notice(endRows(state, { theme, columns, keys, rows: hasNews ? room - 1 : room }), newsHeight)
  const held = heldRows(state, { theme, columns, keys, rows: room })
  if (held.length > 0) return notice(held, newsHeight)
  const next = isRoomy(rows) && at.isBuiltInDemo ? afterDemoRows(state, ui, { theme, columns }) : []
  if (next.length > 0) return notice(next, height)
  // In a low terminal the plan gets the row of the status line, unless that has a message for the user.
  const hasStatus = isRoomy(rows) || hasStatusForUser(state, ui, nowMs)
  return { dialog: null, status: hasStatus ? height : 0, question: null, inDialog: noTarget }
}
