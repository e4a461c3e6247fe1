import { isAtWork } from '../../app/state/session-clock.ts'
import { compactionText } from '../../app/words/session.ts'
import { isCallRejected } from '../../app/state/permission.ts'
import type { Activity, Compaction, Session, SessionMessage } from '../../app/state/session.ts'
import { counted } from '../../lib/text/wording.ts'
import { isBlankText, safe, safeLine, safeText, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { glyphs } from '../paint/glyphs.ts'
import { emptyRow, row, spread, type Row } from '../../lib/cells/row.ts'
import { measuredColumns, type Look } from '../paint/look.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import { panelNote } from '../panels/panel.ts'
import type { DocumentCache } from '../plan-panes/document-cache.ts'
import type { LogItem, LogRows } from '../state/shown.ts'

export interface ConversationLook extends Look {
  readonly documentCache: DocumentCache
  /** Rows that are enough, counted from the end. */
  readonly most: number
}

/** What was said and done in a session, as far as it is kept: a rule stands between its turns. */
export interface Conversation extends LogRows {
  /** More messages are rendered when it is laid out again. */
  readonly isUnfinished: boolean
}

/** The messages of the agent are rendered as a plan is: the newest first, and each plain until its turn comes. */
export function conversationOf(session: Session | null, look: ConversationLook): Conversation {
  if (session === null || session.activity.items.length === 0)
    return { ...noConversation, rows: panelNote(safe`Nothing was said or done yet.`, look) }
  const { earlier, activity, work, answered } = session
  const { theme, columns, most } = look
  const inputs = [earlier, activity, work.calls, answered, isAtWork(session), theme, columns, most]
  if (last !== null && inputs.every((each, at) => each === last?.inputs[at])) return last.laid
  const renderer = new MessageRenderer(look)
  const laid = laidOut(session, look, renderer)
  last = laid.isUnfinished || renderer.isWaiting ? null : { inputs, laid }
  return laid
}

let last: { readonly inputs: readonly unknown[]; readonly laid: Conversation } | null = null

const noConversation: Conversation = { rows: [], places: [], isUnfinished: false }

function laidOut(session: Session, look: ConversationLook, renderer: MessageRenderer): Conversation {
  const { earlier, activity } = session
  const turns = [...earlier.items, activity]
  /** From the end on: the rows of each item, and its place, whose row is not known yet. */
  const blocks: { readonly rows: readonly Row[]; readonly place: LogItem | null }[] = []
  let count = 0
  const add = (rows: readonly Row[], place: LogItem | null = null): void => {
    if (rows.length > 0) blocks.push({ rows, place })
    count += rows.length
  }
  for (let turn = turns.length - 1; turn >= 0 && count < look.most; turn--) {
    const { items, dropped } = turns[turn] ?? activity
    const isNow = turn === turns.length - 1 && isAtWork(session)
    for (let at = items.length - 1; at >= 0 && count < look.most; at--) {
      const told = items[at]
      if (told === undefined) continue
      const isRefused =
        told.type === 'tool-call' && told.status !== 'completed' && isCallRejected(session.answered, told.id)
      const item = isRefused ? { ...told, status: 'rejected' } : told
      const rows = rowsOf(item, look, { renderer, isNow, isLast: isNow && at === items.length - 1 })
      const key = `${earlier.dropped + turn} ${dropped + at}`
      add(rows, { row: 0, key, message: messageOf(item, session), copies: copied(item) })
      const above = items[at - 1]
      // No blank row between two calls.
      if (above !== undefined && !(isCall(above.type) && isCall(item.type))) add([emptyRow])
    }
    if (dropped > 0 && count < look.most) add(panelNote(safe`${ellipsis(look)} ${dropped} earlier`, look))
    if (turn > 0) add([turnRule(look)])
  }
  if (earlier.dropped > 0 && count < look.most)
    add(panelNote(safe`${ellipsis(look)} ${counted(earlier.dropped, 'earlier turn')} not kept`, look))
  const rows: Row[] = []
  const places: LogItem[] = []
  for (const block of blocks.toReversed()) {
    if (block.place !== null) places.push({ ...block.place, row: rows.length })
    for (const each of block.rows) rows.push(each)
  }
  return { rows, places, isUnfinished: renderer.isUnfinished }
}

function ellipsis({ theme }: Look): SafeText {
  return glyphs(theme).ellipsis
}

function turnRule({ theme, columns }: Look): Row {
  const dashes = `${glyphs(theme).rule} `.repeat(Math.max(0, Math.floor((columns - 2) / 2))).trimEnd()
  return row(safe` `, paint(theme, 'dim', dashes as SafeText))
}

/** The message that a call began with; null: nothing leads to one. */
function messageOf(item: Activity, { work }: Session): LogItem['message'] {
  const frame = item.type === 'tool-call' ? (work.calls.get(item.id)?.frame ?? null) : null
  return frame === null ? null : { by: 'frame', frame }
}

/** Raw. */
function copied(item: Activity): string {
  switch (item.type) {
    case 'said':
    case 'notice':
      return item.text
    case 'session-message':
      return messageText(item)
    case 'compaction':
      return activityText(item)
    case 'tool-call':
      return item.title
    case 'file':
      return item.path
  }
}

/** Renders the messages of the agent, in a frame only so many. */
class MessageRenderer {
  readonly #look: ConversationLook
  #left: number
  /** The renderer is being loaded: a frame follows when it is. */
  isWaiting = false
  isUnfinished = false

  constructor(look: ConversationLook) {
    this.#look = look
    this.#left = look.documentCache.charactersAtOnce
  }

  get #columns(): number {
    return measuredColumns(this.#look.columns) - labelled - 1
  }

  renders(text: string): boolean {
    const hasRoom = this.#columns >= leastRendered && text.length <= mostRendered
    return hasRoom && !this.#look.documentCache.hasFailed
  }

  /** null: it stays plain for now. `isGrowing`: more of it may come. */
  rowsOf(text: string, isGrowing: boolean): readonly Row[] | null {
    const { documentCache, theme } = this.#look
    const columns = this.#columns
    if (isGrowing) {
      const growing = documentCache.get({ name: 'conversation', source: text, columns, theme, top: 0 })
      this.isWaiting ||= growing === null
      return growing === null ? null : growing.document.rows(0, growing.document.rowCount)
    }
    if (this.#left <= 0) {
      this.isUnfinished = true
      return null
    }
    this.#left -= text.length
    const rendered = documentCache.rendered(text, { theme, columns })
    this.isWaiting ||= rendered === null
    return rendered
  }
}

/** The columns before a text, with who said it. */
const labelled = 10
/** Narrower and longer texts are not rendered. */
const leastRendered = 20
const mostRendered = 8000

interface ItemAt {
  readonly renderer: MessageRenderer
  readonly isNow: boolean
  /** It is the last one of a running turn. */
  readonly isLast: boolean
}

interface KeptItem extends Look {
  readonly isNow: boolean
  readonly rows: readonly Row[]
}

const keptItems = new WeakMap<Activity, KeptItem>()

function rowsOf(item: Activity, look: ConversationLook, at: ItemAt): readonly Row[] {
  const { theme, columns } = look
  const isNow = item.type === 'tool-call' && at.isNow
  const before = keptItems.get(item)
  if (before?.theme === theme && before.columns === columns && before.isNow === isNow) return before.rows
  const isRendered = item.type === 'said' && item.who === 'agent' && at.renderer.renders(item.text)
  const rendered = isRendered ? at.renderer.rowsOf(item.text.trim(), at.isLast) : null
  const rows = rendered === null ? plainRows(item, look, isNow) : spokenRows(rendered, speakers.agent, theme)
  if (!isRendered || (rendered !== null && !at.isLast)) keptItems.set(item, { theme, columns, isNow, rows })
  return rows
}

function plainRows(item: Activity, look: Look, isWorkedOn: boolean): readonly Row[] {
  switch (item.type) {
    case 'said':
      return saidRows(item.text, speakers[item.who], look)
    case 'notice':
      return saidRows(item.text, { label: safe`notice `, role: 'warning' }, look)
    case 'session-message':
      return saidRows(messageText(item), { label: safe`message`, role: 'normal' }, look)
    case 'compaction':
      return saidRows(activityText(item), { label: safe`context`, role: 'warning' }, look)
    case 'tool-call':
      return [toolRow(item, look, isWorkedOn)]
    case 'file':
      return [fileRow(item, look)]
  }
}

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
  const lines = wrapText(safeText(text.trim()), Math.max(1, columns - labelled - 2), maxLines)
  return spokenRows(
    lines.map((line) => paint(theme, by.role, line)),
    by,
    theme,
  )
}

/** The rows of a text, with who said it before the first one. */
function spokenRows(rows: readonly Row[], { label }: Speaker, theme: Theme): readonly Row[] {
  return rows.map((each, at) =>
    row(safe` `, paint(theme, 'dim', at === 0 ? label : safe`       `), safe`  `, each),
  )
}

type ToolCall = Extract<Activity, { type: 'tool-call' }>

/** After the turn, calls that had begun and have no end are shown as unfinished. */
function toolRow(call: ToolCall, { theme, columns }: Look, isWorkedOn: boolean): Row {
  const signs = glyphs(theme)
  const state: { readonly sign: SafeText; readonly role: Role } =
    call.status === 'completed'
      ? { sign: signs.completed, role: 'good' }
      : ['failed', 'rejected', 'cancelled'].includes(call.status)
        ? { sign: signs.removed, role: 'bad' }
        : !isWorkedOn && call.status !== 'pending'
          ? { sign: signs.unfinished, role: 'warning' }
          : { sign: call.status === 'pending' ? signs.pending : signs.active, role: 'accent' }
  const kind = columns < 60 ? safe`` : cutToWidth(safeLine(call.kind), 12)
  const status =
    call.status === 'completed' || call.status === 'pending' || call.status === 'in_progress'
      ? safe``
      : cutLine(call.status, 12)
  const word = kind === '' || status === '' ? safe`${kind}${status}` : safe`${kind} ${status}`
  const title = cutLine(
    isBlankText(call.title) ? '(no title)' : call.title,
    columns - 14 - displayWidth(word),
  )
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
