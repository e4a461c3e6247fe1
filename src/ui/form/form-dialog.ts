import type { ElicitationField, ElicitationRequest } from '../../app/state/elicitation.ts'
import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { bar, type Bar } from '../chrome/bar.ts'
import { waitingBar, type Dialog, type DialogFrame } from '../chrome/dialog.ts'
import { detailPlace, type DetailView } from '../chrome/dialog-detail.ts'
import { glyphs } from '../paint/glyphs.ts'
import { row, type Row, rowWidth } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { FormAction, FormState } from '../state/ui-state.ts'
import { askedLines } from './asked-lines.ts'
import { formSpans } from './form-rows.ts'
import { fieldsOf, formIn } from './form-state.ts'
import { actionsOf } from './move-in-form.ts'
import { rowsAround } from './row-span.ts'

export interface FormDialogFrame extends DialogFrame {
  /** The agent that asks, as it calls itself. Raw. */
  readonly agent: string
  /** There is room for a row that names it; else only the header does. */
  readonly isRoomy: boolean
}

/** Rows of fields that are seen at least, however long the text above them is. */
const fieldRowsKept = 4

/**
 * A form that the agent asks to be filled in, or a page that it wants opened: who asks, what for, the fields, and what can
 * be done. While the keys go elsewhere it is one row.
 */
export function formDialog(
  request: ElicitationRequest,
  last: FormState | null,
  frame: FormDialogFrame,
): Dialog {
  const { theme, columns, rows, isRoomy } = frame
  const form = formIn(request, last)
  if (!frame.hasFocus) {
    const message = safeLine(request.message.slice(0, 1000).trim())
    const what = message === '' ? own`The agent asks` : message
    return { bars: [waitingBar(what, frame)], detail: null }
  }
  const fields = fieldsOf(request)
  const said = askedLines(request, { theme, columns, isOpened: form.isOpened })
  const spans = formSpans(fields, form, { theme, columns, labelColumns: labelColumns(fields, columns) })
  const fieldRows = spans.reduce((sum, { count }) => sum + count, 0)
  const room = Math.max(2, rows - (isRoomy ? 2 : 1))
  const fieldRoom = Math.min(fieldRows, Math.max(fieldRowsKept, room - said.length))
  const visible = Math.min(said.length, Math.max(1, room - fieldRoom))
  const top = Math.max(0, Math.min(form.textTop, said.length - visible))
  const view = said.length > visible ? { top, visible, total: said.length } : null
  return {
    bars: [
      ...(isRoomy ? [headBar(request, frame)] : []),
      ...said.slice(top, top + visible).map((line) => bar(line)),
      ...rowsAround(spans, room - visible),
      actionBar(request, form, { ...frame, view }),
    ],
    detail: view,
  }
}

function headBar(request: ElicitationRequest, { theme, columns, agent, waiting }: FormDialogFrame): Bar {
  const right = waiting === 0 ? own`` : own`${waiting} more `
  const what = request.asks.type === 'url' ? own` asks you to open a page` : own` asks`
  const name = cutToWidth(safeLine(agent.slice(0, 200)), columns - what.length - right.length - 2)
  return bar(row(own` `, paint(theme, 'dim', own`${name}${what}`)), paint(theme, 'dim', right))
}

/** The widest name, as long as the values keep more than half of the row. */
function labelColumns(fields: readonly ElicitationField[], columns: number): number {
  if (lastLabels?.fields !== fields || lastLabels.columns !== columns) {
    const most = Math.floor(columns * 0.4)
    let width = 0
    for (const { title } of fields) width = Math.max(width, displayWidth(safeLine(title.slice(0, most))))
    lastLabels = { fields, columns, width: Math.min(width, most) }
  }
  return lastLabels.width
}

let lastLabels: {
  readonly fields: readonly ElicitationField[]
  readonly columns: number
  readonly width: number
} | null = null

interface ActionFrame extends FormDialogFrame {
  readonly view: DetailView | null
}

function actionBar(request: ElicitationRequest, form: FormState, frame: ActionFrame): Bar {
  const { theme, columns, view } = frame
  const selected = form.stop.at === 'action' ? form.stop.action : null
  const left = actionsOf(request).map((action): Row => {
    const isSelected = action === selected
    const sign = isSelected ? paint(theme, 'accent', glyphs(theme).prompt) : own` `
    return row(
      own` `,
      sign,
      own` `,
      paint(theme, isSelected ? 'strong' : 'normal', nameOf(action, request, columns)),
    )
  })
  const facts = [
    ...(fieldsOf(request).some(({ isRequired }) => isRequired) ? [own`* needed`] : []),
    ...(view === null ? [] : [own`${detailPlace(view, theme)}`]),
    ...(frame.isRoomy || frame.waiting === 0 ? [] : [own`${frame.waiting} more`]),
  ]
  const whole = row(...left)
  const room = columns - rowWidth(whole) - 2
  const right = facts.filter((_, at) => facts.slice(0, at + 1).join('  ').length <= room)
  return bar(whole, paint(theme, 'dim', own`${right.join('  ') as SafeText} `))
}

function nameOf(action: FormAction, { asks }: ElicitationRequest, columns: number): SafeText {
  switch (action) {
    case 'open':
      return columns < 60 ? own`Open` : own`Open it (o)`
    case 'decline':
      return own`Decline`
    case 'send':
      if (asks.type === 'url') return own`Done`
      return asks.fields.length === 0 ? own`Agree` : own`Send`
  }
}
