import type { ElicitationField, ElicitationRequest } from '../../app/state/elicitation.ts'
import { displayWidth, cutLine } from '../../lib/text/width.ts'
import { barRow } from '../rows/bar-row.ts'
import { waitingDialog, type Dialog, type DialogFrame } from '../chrome/dialog.ts'
import type { ShownRows } from '../state/shown.ts'
import { visibleWords } from '../chrome/place-words.ts'
import { memoLast } from '../../lib/memo-last.ts'
import { glyphs } from '../paint/glyphs.ts'
import { row, type Row, rowWidth } from '../../lib/cells/row.ts'
import type { FormAction, FormState } from '../state/ui-state.ts'
import { formSpans, rowsAround } from './form-rows.ts'
import { fieldsOf, formIn } from './form-state.ts'
import { actionsOf } from './move-in-form.ts'
import { questionKey } from '../../app/state/question.ts'
import { pageAddress, type PageAddress } from '../../app/forms/page-address.ts'
import { safe, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import type { Look } from '../paint/look.ts'

export interface FormDialogFrame extends DialogFrame {
  /** The name of the agent. Raw. */
  readonly agent: string
  /** There is room for a row with the name of the agent. */
  readonly isRoomy: boolean
}

/** At least this many rows of fields are visible, however long the message above them is. */
const fieldRowsKept = 4

/**
 * A form or URL elicitation: the name of the agent, its message, the fields, and the actions. Without the focus it is a single
 * row.
 */
export function formDialog(
  request: ElicitationRequest,
  last: FormState | null,
  frame: FormDialogFrame,
): Dialog {
  const { theme, columns, rows, isRoomy } = frame
  const form = formIn(request, last)
  const key = questionKey({ kind: 'elicitation', request })
  if (!frame.hasFocus) {
    const message = safeLine(request.message.slice(0, 1000).trim())
    const what = message === '' ? safe`The agent asks` : message
    return waitingDialog(what, key, frame)
  }
  const fields = fieldsOf(request)
  const message = messageRows(request, form.isOpened, theme, columns)
  const spans = formSpans(fields, form, { theme, columns, labelColumns: labelColumns(fields, columns) })
  const fieldRows = spans.reduce((sum, { count }) => sum + count, 0)
  const room = Math.max(2, rows - (isRoomy ? 2 : 1))
  const fieldRoom = Math.min(fieldRows, Math.max(fieldRowsKept, room - message.length))
  const visible = Math.min(message.length, Math.max(1, room - fieldRoom))
  const top = Math.max(0, Math.min(form.textTop, message.length - visible))
  const view = message.length > visible ? { top, visible, total: message.length } : null
  const above = [...(isRoomy ? [headRow(request, frame)] : []), ...message.slice(top, top + visible)]
  const around = rowsAround(spans, room - visible)
  const lastRow = above.length + around.rows.length
  return {
    rows: [...above, ...around.rows, actionRow(request, form, { ...frame, view })],
    detail: view,
    targetIn({ row: at, column }) {
      if (at === lastRow) {
        const action = actionIn(request, columns, column)
        return action === null ? null : { type: 'button', question: key, action }
      }
      const field = around.targetIn({ row: at - above.length, column })
      return field === null ? null : { type: 'field', question: key, ...field }
    },
  }
}

function headRow(request: ElicitationRequest, { theme, columns, agent, waiting }: FormDialogFrame): Row {
  const right = waiting === 0 ? safe`` : safe`${waiting} more `
  const what = request.mode.type === 'url' ? safe` asks you to open a page` : safe` asks`
  const name = cutLine(agent, columns - what.length - right.length - 2)
  return barRow(row(safe` `, paint(theme, 'dim', safe`${name}${what}`)), paint(theme, 'dim', right), columns)
}

/** The width of the longest label; at most 40 % of the row. Cached, since a form may have thousands of fields. */
const labelColumns = memoLast((fields: readonly ElicitationField[], columns: number): number => {
  const most = Math.floor(columns * 0.4)
  let width = 0
  for (const { title } of fields) width = Math.max(width, displayWidth(safeLine(title.slice(0, most))))
  return Math.min(width, most)
})

function actionRow(
  request: ElicitationRequest,
  form: FormState,
  frame: FormDialogFrame & { readonly view: ShownRows | null },
): Row {
  const { theme, columns, view } = frame
  const selected = form.focus.at === 'action' ? form.focus.action : null
  const left = actionsOf(request).map((action): Row => {
    const isSelected = action === selected
    const pointer = isSelected ? paint(theme, 'accent', glyphs(theme).prompt) : safe` `
    const name = paint(theme, isSelected ? 'strong' : 'normal', nameOf(action, request, columns))
    return row(safe` `, pointer, safe` `, name)
  })
  const facts = [
    ...(fieldsOf(request).some(({ isRequired }) => isRequired) ? [safe`* needed`] : []),
    ...(view === null ? [] : [visibleWords(view)]),
    ...(frame.isRoomy || frame.waiting === 0 ? [] : [safe`${frame.waiting} more`]),
  ]
  const whole = row(...left)
  const room = columns - rowWidth(whole) - 2
  const right = facts.filter((_, at) => facts.slice(0, at + 1).join('  ').length <= room)
  return barRow(whole, paint(theme, 'dim', safe`${right.join('  ') as SafeText} `), columns)
}

/** The action in a column of the row of actions; null: there is none. */
function actionIn(request: ElicitationRequest, columns: number, column: number): FormAction | null {
  let from = 1
  for (const action of actionsOf(request)) {
    const to = from + displayWidth(nameOf(action, request, columns)) + 2
    if (column >= from && column < to) return action
    from = to + 1
  }
  return null
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

/**
 * The message of the agent, and the complete address of the page to open. At least one row. Cached, since a long text must not be
 * wrapped for each frame.
 */
const messageRows = memoLast(
  ({ mode, message }: ElicitationRequest, isOpened: boolean, theme: Theme, columns: number) => {
    const frame = { theme, columns }
    const words = message.trim() === '' ? 'The agent asks for input without a reason.' : message
    if (mode.type === 'url')
      return [...textLines(words, 'strong', frame), ...pageLines(mode.url, isOpened, frame)]
    return [
      ...textLines(mode.title ?? '', 'heading', frame),
      ...textLines(words, 'strong', frame),
      ...textLines(mode.description ?? '', 'normal', frame),
    ]
  },
)

function textLines(text: string, role: Role, { theme, columns }: Look): readonly Row[] {
  if (text.trim() === '') return []
  return wrapText(safeText(text.slice(0, maxTextLength).trim()), columns - 2).map((line) =>
    row(safe` `, paint(theme, role, line)),
  )
}

/**
 * The complete address with its host marked, and the host on its own: the user has to see both before opening a page.
 * https://agentclientprotocol.com/protocol/elicitation
 */
function pageLines(url: string, isOpened: boolean, look: Look): readonly Row[] {
  const { theme, columns } = look
  const page = pageAddress(url)
  const width = Math.max(1, columns - 4)
  if (!page.ok) {
    const address = wrapText(safeLine(url), width).map((line) => row(safe`   `, paint(theme, 'normal', line)))
    return [...address, ...textLines(`! It cannot be opened from here: ${page.problem}.`, 'warning', look)]
  }
  const { host, isEncrypted } = page.value
  const note = isEncrypted ? safe`` : safe` (not encrypted)`
  const at = wrapText(safe`opens at ${safeLine(host)}${note}`, columns - 2)
  const opened = isOpened
    ? textLines('Opened in the browser. Done tells the agent to continue.', 'normal', look)
    : []
  return [
    ...opened,
    ...at.map((line) => row(safe` `, paint(theme, isEncrypted ? 'normal' : 'warning', line))),
    ...addressLines(page.value, theme, width),
  ]
}

/** Breaks an address anywhere: it is ASCII without blanks. */
function addressLines({ href, host, hostAt }: PageAddress, theme: Theme, width: number): readonly Row[] {
  const count = Math.ceil(href.length / width)
  return Array.from({ length: count }, (_, line) => {
    const start = line * width
    const piece = (from: number, to: number): SafeText =>
      safeLine(href.slice(Math.max(start, from), Math.max(start, Math.min(start + width, to))))
    const end = hostAt + host.length
    return row(
      safe`   `,
      paint(theme, 'dim', piece(0, hostAt)),
      paint(theme, 'strong', piece(hostAt, end)),
      paint(theme, 'dim', piece(end, href.length)),
    )
  })
}
