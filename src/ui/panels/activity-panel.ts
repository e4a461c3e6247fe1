import type { Look } from '../paint/look.ts'
import { currentSession } from '../../app/state/app-state.ts'
import { isAtWork } from '../../app/state/session-clock.ts'
import { compactionText } from '../../app/words/session.ts'
import type { Activity, Compaction, Session, SessionMessage } from '../../app/state/session.ts'
import { safe, safeLine, safeText, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { glyphs } from '../paint/glyphs.ts'
import { emptyRow, row, spread, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Role } from '../paint/theme.ts'
import { cachedRows, type RowsPanel, panelNote } from './panel.ts'

export const activity: RowsPanel = {
  title: safe`Activity`,
  keys: ['a'],
  does: 'activity: what the agent did in this turn',
  isHinted: 'always',
  opensAt: 'end',
  rows: (state, frame) => conversationRows(currentSession(state), frame),
}

/** The messages, thoughts and tool calls of the turn. */
export function conversationRows(session: Session | null, look: Look): readonly Row[] {
  if (session === null || session.activity.items.length === 0)
    return panelNote(safe`Nothing was said or done yet.`, look)
  return (isAtWork(session) ? listRows : listRowsAtRest)(session.activity, look)
}

const listRows = cachedRows<Session['activity']>((activity, frame) => laidOut(activity, rowsOf, frame))
/** After the turn, calls that are still in progress are shown as unfinished. */
const listRowsAtRest = cachedRows<Session['activity']>((activity, frame) =>
  laidOut(
    activity,
    (item, each) => (isLeft(item) ? [toolRow(item, each, false)] : rowsOf(item, each)),
    frame,
  ),
)

function isLeft(item: Activity): item is ToolCall {
  return item.type === 'tool-call' && item.status === 'in_progress'
}

function laidOut(
  { items, dropped }: Session['activity'],
  rowsOfItem: (item: Activity, look: Look) => readonly Row[],
  look: Look,
): readonly Row[] {
  const rows: Row[] = dropped === 0 ? [] : [...panelNote(safe`… ${dropped} earlier`, look)]
  let before: Activity['type'] | null = null
  for (const item of items) {
    // No blank row between two calls.
    if (before !== null && !(isCall(before) && isCall(item.type))) rows.push(emptyRow)
    rows.push(...rowsOfItem(item, look))
    before = item.type
  }
  return rows
}

const rowsOf = cachedRows<Activity>((item, frame) => {
  switch (item.type) {
    case 'said':
      return saidRows(item.text, speakers[item.who], frame)
    case 'notice':
      return saidRows(item.text, { label: safe`notice `, role: 'warning' }, frame)
    case 'session-message':
      return saidRows(messageText(item), { label: safe`message`, role: 'normal' }, frame)
    case 'compaction':
      return saidRows(activityText(item), { label: safe`context`, role: 'warning' }, frame)
    case 'tool-call':
      return [toolRow(item, frame, true)]
    case 'file':
      return [fileRow(item, frame)]
  }
})

function isCall(type: Activity['type']): boolean {
  return type === 'tool-call' || type === 'file'
}

function activityText(compaction: Compaction): string {
  const { summary } = compaction
  return summary === '' ? compactionText(compaction) : `${compactionText(compaction)}\n${summary}`
}

function messageText({ isOwn, name, text }: SessionMessage): string {
  const whom = name === '' ? 'another session' : name.slice(0, 200)
  return `${isOwn ? 'to' : 'from'} ${whom}: ${text}`
}

interface Speaker {
  readonly label: SafeText
  readonly role: Role
}

const speakers: Readonly<Record<'agent' | 'user' | 'thought', Speaker>> = {
  agent: { label: safe`agent  `, role: 'normal' },
  user: { label: safe`you    `, role: 'strong' },
  thought: { label: safe`thought`, role: 'dim' },
}

/** Lines of one message that are laid out. */
const maxLines = 500

function saidRows(text: string, by: Speaker, { theme, columns }: Look): readonly Row[] {
  const lines = wrapText(safeText(text.trim()), Math.max(1, columns - 12), maxLines)
  return lines.map((line, index) =>
    row(
      safe` `,
      paint(theme, 'dim', index === 0 ? by.label : safe`       `),
      safe`  `,
      paint(theme, by.role, line),
    ),
  )
}

type ToolCall = Extract<Activity, { type: 'tool-call' }>

function toolRow(call: ToolCall, { theme, columns }: Look, isWorkedOn: boolean): Row {
  const signs = glyphs(theme)
  const state: { readonly sign: SafeText; readonly role: Role } =
    call.status === 'completed'
      ? { sign: signs.completed, role: 'good' }
      : call.status === 'failed'
        ? { sign: signs.removed, role: 'bad' }
        : !isWorkedOn
          ? { sign: signs.unfinished, role: 'warning' }
          : { sign: call.status === 'pending' ? signs.pending : signs.active, role: 'accent' }
  const kind = columns < 60 ? safe`` : cutToWidth(safeLine(call.kind), 12)
  const status =
    call.status === 'completed' || call.status === 'pending' || call.status === 'in_progress'
      ? safe``
      : cutLine(call.status, 12)
  const word = kind === '' || status === '' ? safe`${kind}${status}` : safe`${kind} ${status}`
  const title = cutLine(call.title, columns - 14 - displayWidth(word))
  const left = row(
    safe` `,
    paint(theme, 'dim', safe`tool   `),
    safe`  `,
    paint(theme, state.role, state.sign),
    safe` `,
    paint(theme, 'normal', title),
  )
  return spread(left, paint(theme, 'dim', word), columns - 1)
}

/** A file that the agent read or wrote through this program. */
function fileRow(file: Extract<Activity, { type: 'file' }>, { theme, columns }: Look): Row {
  const signs = glyphs(theme)
  const isDone = file.error === null
  const what = isDone
    ? safe`${file.access === 'read' ? safe`read` : safe`wrote`} `
    : safe`not ${file.access === 'read' ? safe`read` : safe`written`}: `
  const path = shownLine(file.path, 'long')
  const why = isDone ? safe`` : safe` (${safeLine((file.error ?? '').slice(0, 300))})`
  return row(
    safe` `,
    paint(theme, 'dim', safe`file   `),
    safe`  `,
    paint(theme, isDone ? 'good' : 'bad', isDone ? signs.completed : signs.removed),
    safe` `,
    paint(theme, 'normal', cutToWidth(safe`${what}${path}${why}`, columns - 13)),
  )
}
