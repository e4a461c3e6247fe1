import type { FrameAt, Opened } from './frame-at.ts'
import { afterDemoForms, endForms, heldForms, isElsewhere } from '../chrome/notice.ts'
import { hintBar } from '../chrome/shown-hints.ts'
import { isListShown, type Observed } from '../../app/state/observed.ts'
import { currentSession, type AppState, isOnlyShown } from '../../app/state/app-state.ts'
import { unknownPlan } from '../../app/plan-advice/unknown-plan.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import type { ShownMain, ShownQuestion } from '../state/shown.ts'
import {
  completionList,
  filterLine,
  observerBar,
  promptLine,
  scrubberBar,
  type FoundCount,
  type PromptOpens,
} from '../chrome/prompt-line.ts'
import { headerBar, headerInputs } from '../chrome/header.ts'
import { hintsFor, type PlanToHint } from '../chrome/hints.ts'
import { questionForms, settleQuestion } from '../questions/question-dialog.ts'
import { hasMessage, hasStatusForUser, statusHeight, statusLine, type StatusLook } from '../chrome/status.ts'
import { tabBar, tabInputs } from '../chrome/tab-bar.ts'
import { takesLetters, type OpenLayers } from '../state/open-layers.ts'
import type { OpenList } from '../pickers/picker.ts'
import { isFiltered, planUi, type TabId, type UiState } from '../state/ui-state.ts'
import { inputsOf } from '../rows/kept-rows.ts'
import { blank, part, type Bar, type RowForm, type PointerTarget } from '../rows/row-form.ts'
import { completionOf, inputHint } from '../state/command-completion.ts'
import { hasSeveralOpen, headOf } from '../state/session-family.ts'
import { sessionNames } from '../../app/words/session.ts'
import { partOf, type DialogView, type PartView, type View } from './screen-view.ts'
import type { Tab } from '../state/tabs.ts'
import { glyphs } from '../paint/glyphs.ts'
import {
  completionRows,
  formRoom,
  isRoomy,
  measuredColumns,
  noticeRoom,
  smallest,
  type TimedLook,
} from '../paint/look.ts'
import { pastFoot, pastHead, type PlanOfPast } from '../chrome/past-rows.ts'
import { planPast } from '../state/looking-back.ts'

export interface AroundAt extends Opened {
  readonly tabs: readonly Tab[]
  /** What the shown plan has keys for, before the view in the middle is known. */
  readonly hints: PlanToHint
  readonly list: OpenList | null
  /** The title of the open panel or picker. */
  readonly over: SafeText | null
}

/** What is known of the view in the middle once it is settled. */
export interface MainKnown {
  readonly matches: FoundCount
  readonly view: ShownMain
  /** Its scroll position, for the status line. */
  readonly position: SafeText
}

/** Everything around the view in the middle, laid out: its height does not depend on that view, but some of its words do. */
export interface Around {
  /** The rows above the view in the middle, and those below it. */
  readonly rows: { readonly above: number; readonly below: number }
  readonly question: ShownQuestion | null
  /** The parts above that view, and those below it. */
  readonly draw: (main: MainKnown) => Record<'above' | 'below', readonly PartView[]>
}

/** Lays out what stands around the view in the middle: how many rows that takes, and how it is drawn later. */
export function layAround(state: AppState, ui: UiState, around: AroundAt): Around {
  if (ui.manual.isAlone) return aroundManual(state, ui, around)
  const { at } = around
  const look = lookOf(ui, at)
  const { dialog, status, question } = belowPlan(state, ui, around)
  const hasRoom = (dialog?.rows.length ?? 0) + status < 3
  const named: InputAt = { ...around, names: namesOf(state, around.tabs), hasRoom }
  const { kept } = at
  const size = [at.theme, ui.columns, ui.rows]
  /** A part whose forms are cheap to make. */
  const keptPart = <Kind extends PartView['kind']>(kind: Kind, forms: readonly RowForm[]): View<Kind> =>
    kept.rows(kind, [...size, ...forms.flatMap(inputsOf)], () => partOf(kind, forms, look))
  const inputPart = (matches: FoundCount, position: SafeText): View<'prompt-line'> => {
    const forms = input(state, ui, named, matches)
    // Without a status line the scroll position stands here, where there is room at the right.
    return keptPart('prompt-line', status === 0 ? forms.map((form) => withRight(form, position)) : forms)
  }
  // While nothing is written, and in a search, it has one row, and its words depend on the view in the middle.
  const line = ui.writing === null || ui.writing.kind === 'search' ? null : inputPart(noMatches, safe``)
  const rows = { above: 2, below: (dialog?.rows.length ?? 0) + status + (line?.rows.length ?? 1) + 1 }
  // A question may leave one row of the plan, in which nothing has a position.
  const isShut = dialog !== null && ui.rows - rows.above - rows.below < 2
  return {
    rows,
    question,
    draw({ matches, position, view }) {
      const matchCount = matches.here + matches.elsewhere
      const hints = hintsFor(state, ui, {
        ...around.hints,
        view,
        matchCount,
        isQuestionLong: (question?.detail ?? null) !== null,
      })
      const hintInputs = hints.flatMap(({ key, does, command }) => [key, does, command])
      return {
        above: [
          kept.rows('header', [...size, at.title, at.isAnimated, ...headerInputs(state)], () =>
            partOf('header', [tooSmall(ui) ?? headerBar(state, at, look)], look),
          ),
          tabsPart(state, ui, named),
        ],
        below: [
          ...(dialog === null ? [] : [dialog]),
          ...(status === 0 ? [] : [keptPart('status-line', [statusLine(state, ui, position, look)])]),
          line ?? inputPart(matches, isShut ? safe`` : position),
          kept.rows('key-hints', [...size, ...hintInputs], () =>
            partOf('key-hints', [hintBar(hints, ui.columns)], look),
          ),
        ],
      }
    },
  }
}

function withRight(form: RowForm, words: SafeText): RowForm {
  if (words === '' || form.form !== 'bar' || form.right !== undefined) return form
  return { ...form, right: [blank, part('dim', words), blank] }
}

/** Around the manual where there is nothing else: its page above it, and below what is written or said. */
function aroundManual(state: AppState, ui: UiState, around: AroundAt): Around {
  const look = lookOf(ui, around.at)
  const isWriting = ui.writing !== null || around.list !== null
  return {
    rows: { above: 1, below: 2 },
    question: null,
    draw({ matches, position, view }) {
      const hints = hintsFor(state, ui, { ...around.hints, view, matchCount: matches.here })
      const written = (): readonly RowForm[] =>
        input(state, ui, { ...around, names: noNames, hasRoom: false }, matches)
      return {
        above: [partOf('header', [tooSmall(ui) ?? manualBar(ui, view, look)], look)],
        below: [
          isWriting
            ? partOf('prompt-line', written(), look)
            : partOf('status-line', [statusLine(state, ui, position, look)], look),
          partOf('key-hints', [hintBar(hints, ui.columns)], look),
        ],
      }
    },
  }
}

function manualBar({ manual }: UiState, view: ShownMain, { columns, theme }: StatusLook): Bar {
  const page = view.layer === 'manual' ? view.pages.find(({ name }) => name === manual.page) : undefined
  const about = page === undefined ? safe`` : safe` ${glyphs(theme).dot} ${safeLine(page.about)}`
  const right = columns < 60 ? safe`manual` : safe`acp-plan-tui manual`
  const left = cutToWidth(safe`${safeLine(manual.page)}${about}`, columns - right.length - 4)
  return {
    form: 'bar',
    left: [blank, part('strong', left)],
    right: [part('dim', right), blank],
  }
}

function lookOf({ columns }: UiState, { theme, nowMs, wallMs }: FrameAt): StatusLook {
  return { theme, columns, nowMs, wallMs }
}

const noMatches: FoundCount = { here: 0, elsewhere: 0 }

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

function tabsPart(state: AppState, ui: UiState, { at, over, tabs, names }: NamedAt): View<'tab-bar'> {
  const { theme, kept } = at
  const { columns, rows, tab } = ui
  const look = lookOf(ui, at)
  // In a low terminal without rules, the title of a panel or picker is shown instead of the tabs.
  const title = over !== null && !isRoomy(rows) ? part('accent', cutToWidth(over, columns - 2)) : null
  const words = title ?? (tabs.length === 0 ? part('dim', noTabs(state, columns)) : null)
  if (words !== null) return partOf('tab-bar', [{ form: 'bar', left: [blank, words] }], look)
  const isAgentGone = state.link.state === 'ended'
  const { currentSessionId: current } = state
  const currentSessionId = current === null ? null : headOf(state.sessions, current)
  const isPast = (id: TabId): boolean => planUi(ui, id).past !== null
  const shown = [theme, columns, tab, names, currentSessionId, isAgentGone]
  return kept.rows('tab-bar', [...shown, ...tabInputs(tabs), ...tabs.map(({ id }) => isPast(id))], () => {
    const options = { selected: tab, isPast, sessionNames: names, currentSessionId, isAgentGone }
    return partOf('tab-bar', [tabBar(tabs, options, look)], look)
  })
}

function placesWords({ found }: Observed): SafeText {
  const [only, ...more] = found?.hosts ?? []
  if (only === undefined) return safe`sessions on this machine`
  return safe`sessions on this machine and ${more.length === 0 ? shownLine(only.name) : safe`${more.length + 1} others`}`
}

/** The text in place of tabs. A session that is loaded again keeps its former plans until it has sent them. */
function noTabs(state: AppState, columns: number): SafeText {
  if (state.observed !== null && isListShown(state.observed) && state.observed.found?.offers !== undefined)
    return columns < 60 ? safe`start or watch` : safe`start an agent, or watch what runs here`
  if (state.observed !== null && isListShown(state.observed))
    return columns < 60 ? safe`sessions here` : placesWords(state.observed)
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

function input(
  state: AppState,
  ui: UiState,
  { at, layers, list, names, hasRoom }: InputAt,
  matches: FoundCount,
): readonly RowForm[] {
  const look = lookOf(ui, at)
  const isWriting = ui.writing !== null
  if (list !== null && isFiltered(list.picker) && !isWriting) return [filterLine(list)]
  if (state.playback !== null && !isWriting) return [scrubberBar(state.playback, look)]
  if (state.observed !== null && !isWriting) return [observerBar(state.observed, look)]
  const opens = opensPrompt(state, layers)
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
  return [...completionList(completion, rows, look), line]
}

const opening: PointerTarget = { type: 'command', command: 'write-prompt', does: 'ask' }

/** What has to be done before the prompt opens. */
function opensPrompt(state: AppState, { order }: OpenLayers): PromptOpens {
  switch (order[0]) {
    case 'wire':
    case 'log':
    case 'work':
    case 'manual':
      // There enter opens a message, or follows a link.
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
}

function belowPlan(state: AppState, ui: UiState, { at, layers }: AroundAt): BelowPlan {
  const { theme, nowMs, documentCache, planFile } = at
  const { rows, keys } = ui
  const { asked } = layers
  const look = { theme, columns: asked === null ? ui.columns : measuredColumns(ui.columns) }
  const room = asked?.kind === 'elicitation' ? formRoom(rows) : noticeRoom(rows)
  const height = statusHeight(ui, lookOf(ui, at))
  const hasNews = hasMessage(ui, nowMs)
  if (asked !== null) {
    // Without a message for the user, the row of the status line is used for one more option.
    const hasStatus = isRoomy(rows) || hasNews
    const around = { look, rows: hasStatus ? room - 1 : room, documentCache, nowMs }
    const dialogRoom = planFile === undefined ? around : { ...around, planFile }
    const question = settleQuestion(asked, { state, ui }, dialogRoom)
    const kind = asked.kind === 'elicitation' ? 'form' : 'question-dialog'
    return {
      dialog: partOf(kind, questionForms(question, look), look),
      status: hasStatus ? height : 0,
      question: question.shown,
    }
  }
  const notice = (forms: readonly RowForm[], status: number): BelowPlan => ({
    dialog: partOf('notice', forms, look),
    status,
    question: null,
  })
  const newsHeight = hasNews ? height : 0
  const there = { ...look, keys, isTyping: takesLetters(ui, layers) }
  if (state.link.state === 'ended')
    return notice(endForms(state, there, hasNews ? room - 1 : room), newsHeight)
  const held = heldForms(state, there, room)
  if (held.length > 0) return notice(held, newsHeight)
  const next = isRoomy(rows) && at.isBuiltInDemo === true ? afterDemoForms(state, ui, look) : []
  if (next.length > 0) return notice(next, height)
  // In a low terminal the plan gets the row of the status line, unless that has a message for the user.
  const hasStatus = isRoomy(rows) || hasStatusForUser(state, ui, nowMs)
  return { dialog: null, status: hasStatus ? height : 0, question: null }
}

/** The rows around a plan of the past, at most one above and one below it. */
export interface AroundPast {
  readonly head: readonly Bar[]
  readonly foot: readonly Bar[]
}

/** Fewer rows are all needed for the plan and the head. */
const rowsForFoot = 5

export const timelineTitle = safe`Timeline`

/** What is around the plan while a past moment of it is shown, in so many rows with it; null while it is not. */
export function drawAroundPast(
  state: AppState,
  tab: Tab | null,
  { past: moment, asked, main }: Pick<OpenLayers, 'past' | 'asked' | 'main'>,
  look: TimedLook & { readonly rows: number },
): AroundPast | null {
  if (tab === null || moment === null) return null
  const past = planPast(state, tab.sessionId, tab.plan.key)
  if (past === null) return null
  const { rows } = look
  const plan: PlanOfPast = { tab: tab.id, title: main === 'timeline' ? timelineTitle : tab.title, past }
  const hasQuestion = asked !== null && !isOnlyShown(state)
  return {
    head: rows < 2 ? [] : [pastHead(moment, plan, look)],
    foot: rows < rowsForFoot ? [] : [pastFoot(moment, plan, hasQuestion, look)],
  }
}
