import { isOnlyShown, type AppState } from '../../app/state/app-state.ts'
import { rejectOption, type PermissionRequest, type RequestDetail } from '../../app/state/permission.ts'
import { questionKey, type ChoiceQuestion, type Question } from '../../app/state/question.ts'
import { titleForSaving } from '../../app/proposals/session-proposals.ts'
import { sessionName } from '../../app/words/session.ts'
import { safe, safeLine, shownLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutLine, cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { selectedWords, visibleWords, type SelectedPosition, type ShownQuestion } from '../state/shown.ts'
import { keyWords } from '../keys/key-map.ts'
import { glyphs } from '../paint/glyphs.ts'
import type { Look } from '../paint/look.ts'
import { blank, gap, part, type Bar, type RowForm } from '../rows/row-form.ts'
import { topAround } from '../state/list-state.ts'
import { openLayers } from '../state/open-layers.ts'
import { optionsOf, type QuestionOption } from '../state/questions.ts'
import type { UiState } from '../state/ui-state.ts'
import { formForms, settleForm, type SettledForm } from './form-dialog.ts'
import { detailForm, settleDetail, type SettledDetail, type DetailRoom } from './question-detail.ts'
import { choiceIn } from '../state/question-state.ts'

export interface DialogRoom extends DetailRoom {
  /** The file that a proposed plan with a title would be saved to, raw; absent: unknown. */
  readonly planFile?: (title: string) => string
}

export interface Asking {
  readonly hasFocus: boolean
  /** It waits in one row. */
  readonly isResting: boolean
  /** The key that leads back to a question that was put aside. */
  readonly answerKey: SafeText
  /** A recording or an observed agent is shown: nothing can be answered here. */
  readonly isOnlyShown: boolean
  /** The agent is observed: its user answers where it runs, and the options have no keys here. */
  readonly isElsewhere: boolean
  /** The file that the proposed plan would be saved to, raw; null if unknown. */
  readonly savePath: string | null
  /** Questions that wait behind this one. */
  readonly waiting: number
  /** The name of the session that asks, if it is not the shown one. */
  readonly asker: SafeText | null
}

interface ShownOptions {
  readonly type: 'options'
  readonly question: ChoiceQuestion
  readonly asking: Asking
  readonly detail: SettledDetail | null
  readonly options: readonly ShownOption[]
  /** Which one is selected, if not all of them are visible; else null. */
  readonly selected: SelectedPosition | null
}

interface ShownOption {
  readonly option: QuestionOption
  /** Its place among all options. */
  readonly at: number
  /** Its key; a blank without one. */
  readonly digit: SafeText
  readonly isSelected: boolean
  /** A dangerous option that enter was pressed on once. */
  readonly isArmed: boolean
}

interface NoOptions {
  readonly type: 'no-options'
  readonly question: ChoiceQuestion
  readonly asking: Asking
  readonly why: keyof typeof whyNone
}

/** An open question with what of it is visible. */
export type SettledQuestion = {
  /** What keys and clicks act on once it is drawn. */
  readonly shown: ShownQuestion
} & (
  | { readonly type: 'waiting'; readonly what: SafeText; readonly asking: Asking }
  | ShownOptions
  | NoOptions
  | { readonly type: 'form'; readonly form: SettledForm }
)

/** An open question in its room: its options or its form, and which lines of its text are visible. Renders some of that text. */
export function settleQuestion(
  question: Question,
  { state, ui }: { readonly state: AppState; readonly ui: UiState },
  room: DialogRoom,
): SettledQuestion {
  const asking = askingOf(question, { state, ui }, room)
  if (question.kind !== 'elicitation') return settleOptions(question, ui, asking, room)
  const { request } = question
  const key = questionKey(question)
  if (!asking.hasFocus) {
    const message = safeLine(request.message.slice(0, 1000).trim())
    const what = message === '' ? safe`The agent asks` : message
    return { type: 'waiting', shown: { key, request: null, detail: null }, what, asking }
  }
  const agent = state.agent === null ? 'the agent' : (state.agent.title ?? state.agent.name)
  const form = settleForm(request, ui, { ...room, agent, waiting: asking.waiting })
  return { type: 'form', shown: { key, request: null, detail: form.view }, form }
}

function askingOf(
  question: Question,
  { state, ui }: { readonly state: AppState; readonly ui: UiState },
  { planFile }: DialogRoom,
): Asking {
  const { question: withKeys, isResting, panel, writing } = openLayers(ui, state)
  const isRejecting = writing?.kind === 'feedback'
  const open = state.permissions.length + state.elicitations.length
  return {
    hasFocus: withKeys !== null || (isRejecting && canBeRejected(question)),
    // The help needs the rows.
    isResting: (isResting || panel === 'help') && !isRejecting,
    answerKey: keyWords(ui.keys, 'answer'),
    isOnlyShown: isOnlyShown(state),
    isElsewhere: state.observed !== null,
    savePath: savePath(question, state, planFile),
    // A proposal is shown only if no other question is open.
    waiting: Math.max(0, open - 1),
    asker: askerOf(question, state),
  }
}

function savePath(
  question: Question,
  { sessions }: AppState,
  planFile: DialogRoom['planFile'],
): string | null {
  const session = question.kind === 'proposal' ? sessions.get(question.sessionId) : undefined
  return session === undefined ? null : (planFile?.(titleForSaving(session)) ?? null)
}

/** The name of the session that asks, if it is not the shown one. */
function askerOf(question: Question, { sessions, currentSessionId }: AppState): SafeText | null {
  if (question.kind === 'proposal') return null
  const { sessionId } = question.request
  const session = sessionId === null || sessionId === currentSessionId ? undefined : sessions.get(sessionId)
  return session === undefined ? null : sessionName(session)
}

/** Whether there is an option that rejects: it is selected while the user writes feedback. */
function canBeRejected(question: Question): boolean {
  if (question.kind === 'permission') return rejectOption(question.request.options) !== null
  return question.kind === 'proposal'
}

const noDetail: RequestDetail = []

/** A question with its options: the safest first. */
export function settleOptions(
  question: ChoiceQuestion,
  ui: UiState,
  asking: Asking,
  room: DialogRoom,
): SettledQuestion {
  const request = question.kind === 'permission' ? question.request : null
  const shown: ShownQuestion = { key: questionKey(question), request, detail: null }
  if (asking.isResting) return { type: 'waiting', shown, what: titleOf(question), asking }
  // Ours are not those of the client that answers.
  const isUntold = request === null ? asking.isElsewhere : request.hasUntoldOptions === true
  const all = isUntold ? [] : optionsOf(question, asking.savePath)
  if (all.length === 0) {
    const why = isUntold ? 'untold' : asking.isElsewhere ? 'elsewhere' : 'empty'
    return { type: 'no-options', shown, question, asking, why }
  }
  const { option: wanted, isArmed, detailTop } = choiceIn(shown.key, ui.choice)
  const free = room.rows - 1
  const detailRoom = { ...room, rows: detailRows(free, all.length) }
  const detail = settleDetail(request?.detail ?? noDetail, detailTop, detailRoom)
  const count = Math.max(1, Math.min(all.length, free - (detail?.rows.length ?? 0)))
  const selected = Math.min(wanted, all.length - 1)
  const first = topAround(selected, { total: all.length, visible: count })
  const options = all.slice(first, first + count).map((option, index): ShownOption => {
    const at = first + index
    const isSelected = !asking.isElsewhere && at === selected
    const digit = asking.isOnlyShown || at > 8 ? safe` ` : safe`${at + 1}`
    return { option, at, digit, isSelected, isArmed: isSelected && isArmed }
  })
  return {
    type: 'options',
    shown: { ...shown, detail: detail?.view ?? null },
    question,
    asking,
    detail,
    options,
    selected: count < all.length ? { at: selected, total: all.length } : null,
  }
}

/** Nobody is to answer without seeing what for: where the options need all rows, a third of them is for the detail. */
function detailRows(free: number, options: number): number {
  return free > options ? free - options : Math.min(free - 1, Math.max(1, Math.floor(free / 3)))
}

/** The rows of a question: of one that waits, with its options, or a form. */
export function questionForms(question: SettledQuestion, look: Look): readonly RowForm[] {
  switch (question.type) {
    case 'waiting':
      return [waitingBar(question, look)]
    case 'options':
      return optionsForms(question, look)
    case 'no-options':
      return noOptionsForms(question, look)
    case 'form':
      return formForms(question.form, look)
  }
}

/** A waiting question, with the key that leads back to it if it was put aside; a click does too. */
function waitingBar(
  { what, asking, shown }: SettledQuestion & { readonly type: 'waiting' },
  { theme, columns }: Look,
): Bar {
  const right = asking.isOnlyShown
    ? safe`waits for an answer `
    : asking.isResting
      ? safe`${asking.answerKey} to answer `
      : safe`waits for you `
  const words = cutToWidth(what, columns - right.length - 4)
  return {
    form: 'bar',
    left: [blank, part('warning', glyphs(theme).waiting), blank, part('normal', words)],
    right: [part('dim', right)],
    ...(asking.isOnlyShown ? {} : { target: { type: 'waiting', question: shown.key } }),
  }
}

function optionsForms(settled: SettledQuestion & ShownOptions, look: Look): readonly RowForm[] {
  const { shown, question, asking, detail, options, selected } = settled
  const facts = [
    ...askedBy(asking, look),
    ...endOfCall(question),
    ...whereAnswered(asking, look),
    ...(shown.detail === null ? [] : [visibleWords(shown.detail)]),
    ...(selected === null
      ? []
      : [
          shown.detail === null
            ? selectedWords(selected)
            : look.columns < 60
              ? safe`option ${selected.at + 1}/${selected.total}`
              : safe`option ${selectedWords(selected)}`,
        ]),
    ...(asking.waiting === 0 ? [] : [safe`${asking.waiting} more`]),
  ]
  return [
    headBar(question, facts, look),
    ...(detail === null ? [] : [detailForm(detail)]),
    ...options.map((option): Bar => {
      const target = { type: 'option', question: shown.key, at: option.at } as const
      return { ...optionBar(option, asking.hasFocus, look), target }
    }),
  ]
}

function noOptionsForms({ question, asking, why }: NoOptions, look: Look): readonly RowForm[] {
  const words = part(why === 'untold' ? 'dim' : 'warning', cutToWidth(whyNone[why], look.columns - 4))
  return [headBar(question, whereAnswered(asking, look), look), { form: 'bar', left: [gap(3), words] }]
}

const whyNone = {
  untold: safe`Its options are not told.`,
  elsewhere: safe`It has no options.`,
  empty: safe`It has no options: esc puts it aside.`,
} as const

function askedBy({ asker }: Asking, { columns }: Look): readonly SafeText[] {
  return asker === null ? [] : [safe`“${cutToWidth(asker, columns < 60 ? 10 : 24)}” asks`]
}

function whereAnswered({ isElsewhere }: Asking, { columns }: Look): readonly SafeText[] {
  return isElsewhere && columns >= 60 ? [safe`answered where it runs`] : []
}

function endOfCall(question: ChoiceQuestion): readonly SafeText[] {
  const end = question.kind === 'permission' ? question.request.callEnd : undefined
  return end === undefined ? [] : [safe`its call has ${safeLine(end)}`]
}

/** Columns that are reserved for the title. */
const titleKept = 8

function headBar(question: ChoiceQuestion, facts: readonly SafeText[], { columns }: Look): Bar {
  const kind = question.kind === 'permission' ? kindWord(question.request) : safe``
  const kept = fitting(facts, columns - displayWidth(kind) - titleKept)
  const right = kept.map((fact) => safe`${fact} `).join(' ') as SafeText
  const title = cutToWidth(titleOf(question), columns - displayWidth(kind) - displayWidth(right) - 2)
  return {
    form: 'bar',
    left: [blank, part('dim', kind), part('strong', title)],
    right: [part('dim', right)],
  }
}

function titleOf(question: ChoiceQuestion): SafeText {
  if (question.kind === 'permission') return shownLine(question.request.title, 'long')
  const { about } = question
  return 'mode' in about
    ? safe`Leave “${cutLine(about.mode, 30)}” and go on? The agent cannot ask.`
    : safe`Implement this plan?`
}

/** The first facts, as many as fit. */
function fitting(facts: readonly SafeText[], room: number): readonly SafeText[] {
  let used = 0
  return facts.filter((fact) => {
    used += displayWidth(fact) + 2
    return used <= room
  })
}

const silentKinds: ReadonlySet<string> = new Set(['other', 'switch_mode', 'think'])

/** The omitted kinds are terms of the protocol that mean nothing to users. */
function kindWord({ toolKind }: PermissionRequest): SafeText {
  return toolKind === null || silentKinds.has(toolKind) ? safe`` : safe`${cutLine(toolKind, 12)}  `
}

function optionBar(
  { option, digit, isSelected, isArmed }: ShownOption,
  hasFocus: boolean,
  { theme, columns }: Look,
): Bar {
  const warning = warningOf(option, isArmed, columns)
  const name = cutLine(option.name, columns - 6 - warning.length)
  return {
    form: 'bar',
    left: [
      blank,
      part('dim', digit),
      blank,
      isSelected && hasFocus ? part('accent', glyphs(theme).prompt) : blank,
      blank,
      part(isSelected ? 'strong' : 'normal', name),
    ],
    right: [part('bad', warning)],
  }
}

function warningOf({ danger, isLasting }: QuestionOption, isArmed: boolean, columns: number): SafeText {
  if (danger === null) return safe``
  const isNarrow = columns < 60
  if (isArmed) return isNarrow ? safe`! enter again ` : safe`! enter again to confirm `
  if (danger === 'changes-mode') return isNarrow ? safe`! mode ` : safe`! changes the mode `
  if (danger === 'more-than-once') return isNarrow ? safe`! always ` : safe`! allows more than once `
  if (isNarrow) return safe`! risky `
  return isLasting ? safe`! allows everything, always ` : safe`! allows everything `
}
