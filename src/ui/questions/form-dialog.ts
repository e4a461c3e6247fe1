import { pageAddress, type PageAddress } from '../../app/forms/page-address.ts'
import type { ElicitationField, ElicitationRequest } from '../../app/state/elicitation.ts'
import { questionKey } from '../../app/state/question.ts'
import { row, type Row, wrapRuns } from '../../lib/cells/row.ts'
import { memoLast } from '../../lib/memo.ts'
import { safe, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { cutLine, displayWidth } from '../../lib/text/width.ts'
import { visibleWords, type ShownRows } from '../state/shown.ts'
import { glyphs } from '../paint/glyphs.ts'
import { isRoomy, type Look } from '../paint/look.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import { textOf, stackRows, layRows } from '../rows/lay-rows.ts'
import { blank, part, type Bar, type Part, type RowForm } from '../rows/row-form.ts'
import { reachable } from '../state/list-state.ts'
import type { UiState } from '../state/ui-state.ts'
import { formsAround, formSpans, type FormSpan } from './form-fields.ts'
import {
  actionsOf,
  fieldsOf,
  formIn,
  choiceIn,
  type FormAction,
  type FormState,
} from '../state/question-state.ts'

interface FormRoom {
  readonly look: Look
  readonly rows: number
  /** The name of the agent. Raw. */
  readonly agent: string
  /** Questions that wait behind this one. */
  readonly waiting: number
}

/** A form or a page to open, and which lines of the agent's message and which fields are visible. */
export interface SettledForm {
  readonly request: ElicitationRequest
  readonly form: FormState
  readonly room: FormRoom
  /** There is room for a row with the name of the agent. */
  readonly hasHead: boolean
  /** The visible lines of the message. */
  readonly message: readonly Row[]
  /** Which they are; null: all. */
  readonly view: ShownRows | null
  readonly fields: readonly FormSpan[]
  readonly fieldRows: number
}

/** At least this many rows of fields are visible, however long the message above them is. */
const fieldRowsKept = 4

export function settleForm(request: ElicitationRequest, ui: UiState, room: FormRoom): SettledForm {
  const { look, rows } = room
  const { theme, columns } = look
  const form = formIn(request, ui.form)
  const question = questionKey({ kind: 'elicitation', request })
  const all = fieldsOf(request)
  const fields = formSpans(all, { question, form, look, labelColumns: labelColumns(all, columns) })
  const count = rowsOf(fields)
  const hasHead = isRoomy(ui.rows)
  const message = messageRows(request, form.isOpened, theme, columns)
  const free = Math.max(2, rows - (hasHead ? 2 : 1))
  const fieldRoom = Math.min(count, Math.max(fieldRowsKept, free - message.length))
  const visible = Math.min(message.length, Math.max(1, free - fieldRoom))
  const { detailTop } = choiceIn(question, ui.choice)
  const top = reachable(detailTop, { total: message.length, visible })
  return {
    request,
    form,
    room,
    hasHead,
    message: message.slice(top, top + visible),
    view: message.length > visible ? { top, visible, total: message.length } : null,
    fields,
    fieldRows: free - visible,
  }
}

/** The name of the agent, its message, the fields, and the actions. */
export function formForms(settled: SettledForm, look: Look): readonly RowForm[] {
  const { request, room, hasHead, message, fields, fieldRows } = settled
  return [
    ...(hasHead ? [headBar(request, room, look)] : []),
    { form: 'canvas', rows: message },
    ...formsAround(fields, fieldRows),
    actionBar(settled, look),
  ]
}

function headBar({ mode }: ElicitationRequest, { agent, waiting }: FormRoom, { columns }: Look): Bar {
  const right = waiting === 0 ? safe`` : safe`${waiting} more `
  const what = mode.type === 'url' ? safe` asks you to open a page` : safe` asks`
  const name = cutLine(agent, columns - what.length - right.length - 2)
  return {
    form: 'bar',
    left: [blank, part('dim', safe`${name}${what}`)],
    right: [part('dim', right)],
  }
}

/** The width of the longest label; at most 40 % of the row. Cached, since a form may have thousands of fields. */
const labelColumns = memoLast((fields: readonly ElicitationField[], columns: number): number => {
  const most = Math.floor(columns * 0.4)
  let width = 0
  for (const { title } of fields) width = Math.max(width, displayWidth(safeLine(title.slice(0, most))))
  return Math.min(width, most)
})

function actionBar(settled: SettledForm, { theme, columns }: Look): Bar {
  const { request, form, room, hasHead, view } = settled
  const question = questionKey({ kind: 'elicitation', request })
  const selected = form.focus.at === 'action' ? form.focus.action : null
  const left = actionsOf(request).flatMap((action): readonly Part[] => {
    const isSelected = action === selected
    const target = { type: 'button', question, action } as const
    const pointer: Part = isSelected ? part('accent', glyphs(theme).prompt) : blank
    const name = nameOf(action, request, columns)
    return [
      blank,
      { ...pointer, target },
      { ...blank, target },
      part(isSelected ? 'strong' : 'normal', name, { target }),
    ]
  })
  const facts = [
    ...(fieldsOf(request).some(({ isRequired }) => isRequired) ? [safe`* needed`] : []),
    ...(view === null ? [] : [visibleWords(view)]),
    ...(rowsOf(settled.fields) > settled.fieldRows ? [fieldWords(settled)] : []),
    ...(hasHead || room.waiting === 0 ? [] : [safe`${room.waiting} more`]),
  ]
  const free = columns - displayWidth(textOf(left)) - 2
  const shown = facts.filter((_, at) => facts.slice(0, at + 1).join('  ').length <= free)
  return { form: 'bar', left, right: [part('dim', safe`${shown.join('  ') as SafeText} `)] }
}

function rowsOf(fields: readonly FormSpan[]): number {
  return fields.reduce((sum, span) => sum + span.count, 0)
}

/** Where fields are cut, how many there are: nothing else tells that there are more. */
function fieldWords({ request, form: { focus } }: SettledForm): SafeText {
  const count = fieldsOf(request).length
  return focus.at === 'field' ? safe`field ${focus.field + 1} of ${count}` : safe`${count} fields`
}

function nameOf(action: FormAction, { mode }: ElicitationRequest, columns: number): SafeText {
  switch (action) {
    case 'open':
      return columns < 60 ? safe`Open` : safe`Open it (o)`
    case 'decline':
      return safe`Decline`
    case 'send':
      if (mode.type === 'url') return safe`Done`
      return mode.fields.length === 0 ? safe`Agree` : safe`Send`
  }
}

/** Characters of the agent's message that are shown. */
const maxTextLength = 20_000

/** The agent's message and the complete address of the page, in a row at least. Cached: a long text is not wrapped for each frame. */
const messageRows = memoLast(
  (request: ElicitationRequest, isOpened: boolean, theme: Theme, columns: number): readonly Row[] => {
    const look = { theme, columns }
    return stackRows(messageForms(request, isOpened, look).map((form) => layRows(form, look))).rows
  },
)

function messageForms(
  { mode, message }: ElicitationRequest,
  isOpened: boolean,
  look: Look,
): readonly RowForm[] {
  const words = message.trim() === '' ? 'The agent asks for input without a reason.' : message
  if (mode.type === 'url') return [...sentence(words, 'strong'), ...pageForms(mode.url, isOpened, look)]
  return [
    ...sentence(mode.title ?? '', 'heading'),
    ...sentence(words, 'strong'),
    ...sentence(mode.description ?? '', 'normal'),
  ]
}

/** A text over several rows; none if it is empty. */
function sentence(text: string, role: Role): readonly RowForm[] {
  if (text.trim() === '') return []
  return [{ form: 'wrap', text: safeText(text.slice(0, maxTextLength).trim()), role }]
}

/**
 * The complete address with its host marked, and the host on its own: the user has to see both before opening a page.
 * https://agentclientprotocol.com/protocol/elicitation
 */
function pageForms(url: string, isOpened: boolean, look: Look): readonly RowForm[] {
  const page = pageAddress(url)
  if (!page.ok)
    return [
      { form: 'wrap', text: safeLine(url), role: 'normal', indent: 3 },
      ...sentence(`! It cannot be opened from here: ${page.problem}.`, 'warning'),
    ]
  const { host, isEncrypted } = page.value
  const note = isEncrypted ? safe`` : safe` (not encrypted)`
  return [
    ...(isOpened ? sentence('Opened in the browser. Done tells the agent to continue.', 'normal') : []),
    {
      form: 'wrap',
      text: safe`opens at ${safeLine(host)}${note}`,
      role: isEncrypted ? 'normal' : 'warning',
    },
    addressForm(page.value, look),
  ]
}

/** The address, broken anywhere: it is ASCII without blanks. */
function addressForm({ href, host, hostAt }: PageAddress, { theme, columns }: Look): RowForm {
  const end = hostAt + host.length
  const address = row(
    paint(theme, 'dim', safeLine(href.slice(0, hostAt))),
    paint(theme, 'strong', safeLine(href.slice(hostAt, end))),
    paint(theme, 'dim', safeLine(href.slice(end))),
  )
  const rows = wrapRuns(address, Math.max(1, columns - 4), 'anywhere')
  return { form: 'canvas', rows: rows.map((each) => row(safe`   `, each)) }
}
