import { observerBar } from '../chrome/observer-bar.ts'
import { isListShown } from '../../app/observed/observed.ts'
import { currentSession, type AppState } from '../../app/state/app-state.ts'
import { openQuestion } from '../../app/state/question.ts'
import { unknownPlan } from '../../app/plan-advice/unknown-plan.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import {
  completionList,
  filterLine,
  promptLine,
  type FoundCount,
  type PromptOpens,
} from '../chrome/prompt-line.ts'
import { afterDemoForms, endForms, heldForms, isElsewhere } from '../chrome/notice.ts'
import { headerBar } from '../chrome/header.ts'
import { hintBar } from '../chrome/hint-bar.ts'
import { hintsFor } from '../chrome/hints.ts'
import { questionForms, settleQuestion } from '../questions/question-dialog.ts'
import type { ShownQuestion } from '../state/shown-question.ts'
import { scrubberBar } from '../chrome/scrubber.ts'
import { hasMessage, hasStatusForUser, statusLine, type StatusLook } from '../chrome/status.ts'
import { tabBar, type TabBarOptions } from '../chrome/tab-bar.ts'
import { openLayers } from '../state/open-layers.ts'
import type { Theme } from '../paint/theme.ts'
import type { DocumentCache } from '../plan-panes/document-cache.ts'
import type { OpenList } from '../pickers/picker.ts'
import { isFiltered } from '../state/open-picker.ts'
import { blank, part, type Bar, type RowForm } from '../rows/row-form.ts'
import type { PointerTarget } from '../rows/target.ts'
import { completionOf, inputHint } from '../state/command-completion.ts'
import { hasSeveralOpen, headOf } from '../state/session-family.ts'
import { sessionNames } from '../../app/wording/session-name.ts'
import { partOf, type DialogView, type PartView, type View } from './screen-view.ts'
import type { Tab } from '../state/tabs.ts'
import { planUi, type UiState } from '../state/ui-state.ts'
import { completionRows, formRoom, isRoomy, noticeRoom, smallest } from './layout.ts'
import { textColumns, type Look } from '../paint/look.ts'

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
  /** null: no question is open. */
  readonly question: ShownQuestion | null
}

/** Draws everything around the plan. */
export function drawChrome(state: AppState, ui: UiState, frame: ChromeFrame): Chrome {
  const look = lookOf(ui, frame)
  const named = { ...frame, names: namesOf(state, frame.tabs) }
  const { dialog, statusLine: status, question } = belowPlan(state, ui, frame)
  const rowsTaken = (dialog?.rows.length ?? 0) + (status?.rows.length ?? 0)
  const below: readonly PartView[] = [
    ...(dialog === null ? [] : [dialog]),
    ...(status === null ? [] : [status]),
    partOf('prompt-line', input(state, ui, { ...named, hasRoom: rowsTaken < 3 }), look),
    partOf('key-hints', [hintBar(hintsFor(state, ui, frame), ui.columns)], look),
  ]
  const header = tooSmall(ui) ?? headerBar(state, frame, { ...look, columns: textColumns(ui.columns) })
  return {
    above: [partOf('header', [header], look), partOf('tab-bar', [tabs(state, ui, named)], look)],
    below,
    placedAt: (position) =>
      below.map((part) => (part === status ? statusPart(state, ui, frame, position) : part)),
    question,
  }
}

function lookOf({ columns }: UiState, { theme, nowMs, wallMs }: ChromeFrame): StatusLook {
  return { theme, columns, nowMs, wallMs }
}

function statusPart(
  state: AppState,
  ui: UiState,
  frame: ChromeFrame,
  position: SafeText,
): View<'status-line'> {
  const look = lookOf(ui, frame)
  return partOf('status-line', [statusLine(state, ui, position, look)], look)
}

function tooSmall(ui: UiState): Bar | null {
  if (ui.columns >= smallest.columns && ui.rows >= smallest.rows) return null
  const needed = safe`${smallest.columns}x${smallest.rows}`
  const words = [
    safe` ${ui.columns}x${ui.rows}: needs ${needed}`,
    safe` needs ${needed}`,
    safe` min ${needed}`,
  ]
  const text = words.find(({ length }) => length <= ui.columns) ?? needed
  return { form: 'bar', left: [part('warning', text.slice(0, ui.columns) as SafeText)] }
}

function tabs(state: AppState, ui: UiState, { theme, over, tabs: shown, names }: NamedFrame): Bar {
  // In a low terminal without rules, the title of a panel or picker is shown instead of the tabs.
  if (over !== null && !isRoomy(ui.rows))
    return { form: 'bar', left: [blank, part('accent', cutToWidth(over, ui.columns - 2))] }
  if (shown.length === 0) return { form: 'bar', left: [blank, part('dim', noTabs(state, ui.columns))] }
  const { currentSessionId } = state
  const options: TabBarOptions = {
    selected: ui.tab,
    isPast: (tab) => planUi(ui, tab).past !== null,
    sessionNames: names,
    currentSessionId: currentSessionId === null ? null : headOf(state.sessions, currentSessionId),
    isAgentGone: state.link.state === 'ended',
  }
  return tabBar(shown, options, { theme, columns: ui.columns })
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

function input(state: AppState, ui: UiState, frame: InputFrame): readonly RowForm[] {
  const { list, matches, names, hasRoom } = frame
  const look = lookOf(ui, frame)
  const isWriting = ui.writing !== null
  if (list !== null && isFiltered(list.picker) && !isWriting)
    return [filterLine(list, textColumns(ui.columns))]
  if (state.playback !== null && !isWriting) return [scrubberBar(state.playback, look)]
  if (state.observed !== null && !isWriting) return [observerBar(state.observed, look)]
  const opens = opensPrompt(ui, state)
  const line = promptLine(
    ui,
    {
      matches,
      isAgentGone: state.link.state === 'ended',
      isRemote: isElsewhere(state),
      sessionName: names.get(state.currentSessionId ?? '') ?? null,
      hint: inputHint(ui, state),
      opens,
      ...(isWriting || opens !== 'at-once' ? {} : { target: opening }),
    },
    look,
  )
  const completion = completionOf(ui, state)
  if (completion === null) return [line]
  const rows = completionRows(ui.rows, hasRoom)
  return [...completionList(completion, rows, { ...look, columns: textColumns(ui.columns) }), line]
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
  readonly statusLine: View<'status-line'> | null
  /** null: no question is open. */
  readonly question: ShownQuestion | null
}

function belowPlan(state: AppState, ui: UiState, frame: ChromeFrame): BelowPlan {
  const { rows, keys } = ui
  const look: Look = { theme: frame.theme, columns: textColumns(ui.columns) }
  const asked = openQuestion(state)
  const room = asked?.kind === 'elicitation' ? formRoom(rows) : noticeRoom(rows)
  const status = statusPart(state, ui, frame, frame.position)
  const hasNews = hasMessage(ui, frame.nowMs)
  if (asked !== null) {
    // Without a message for the user, the row of the status line is used for one more option.
    const hasStatus = isRoomy(rows) || hasNews
    const { documentCache, nowMs, planFile } = frame
    const around = { look, rows: hasStatus ? room - 1 : room, isRoomy: isRoomy(rows), documentCache, nowMs }
    const question = settleQuestion(
      asked,
      { state, ui },
      planFile === undefined ? around : { ...around, planFile },
    )
    const kind = asked.kind === 'elicitation' ? 'form' : 'question-dialog'
    return {
      dialog: partOf(kind, questionForms(question, look), look),
      statusLine: hasStatus ? status : null,
      question: question.shown,
    }
  }
  const notice = (forms: readonly RowForm[], statusLine: BelowPlan['statusLine']): BelowPlan => ({
    dialog: partOf('notice', forms, look),
    statusLine,
    question: null,
  })
  const statusIfNews = hasNews ? status : null
  if (state.link.state === 'ended')
    return notice(endForms(state, keys, look, hasNews ? room - 1 : room), statusIfNews)
  const held = heldForms(state, keys, look, room)
  if (held.length > 0) return notice(held, statusIfNews)
  const next = isRoomy(rows) && frame.isBuiltInDemo ? afterDemoForms(state, ui, look) : []
  if (next.length > 0) return notice(next, status)
  // In a low terminal the plan gets the row of the status line, unless that has a message for the user.
  const hasStatus = isRoomy(rows) || hasStatusForUser(state, ui, frame.nowMs)
  return { dialog: null, statusLine: hasStatus ? status : null, question: null }
}
