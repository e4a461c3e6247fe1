import type { AppState } from '../../app/state/app-state.ts'
import { type WireFacts, type WireKind, readLogged, messageIn } from '../../app/wire/read-logged.ts'
import type { LoggedMessage } from '../../app/wire/wire-block.ts'
import type { WireIndex, WireRow } from '../../app/wire/wire-index.ts'
import type { WireLog } from '../../app/wire/wire-log.ts'
import { row, rowWidth, type Row } from '../../lib/cells/row.ts'
import { firstFrom } from '../../lib/sequences.ts'
import { preciseTime, shortTime, timeOfDayWithSeconds } from '../../lib/text/duration.ts'
import { grouped } from '../../lib/text/wording.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth, cutLine, padded } from '../../lib/text/width.ts'
import { planTitleIn } from '../../app/proposals/session-proposals.ts'
import { barRow } from '../rows/lay-rows.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import { revisionChangeWords, revisionOfMessage } from './revision-of-message.ts'
import type { RevisionTab, ShownWire } from '../state/shown.ts'
import type { Look } from '../paint/look.ts'
import {
  isObject,
  type Message,
  objectAt,
  rpcErrorText,
  stringAt,
  objectIn,
} from '../../protocol/wire/message.ts'
import type { FilteredRows } from '../../app/wire/wire-filter.ts'

export interface WireAt extends Look {
  readonly state: AppState
  readonly log: WireLog
  readonly index: WireIndex
  /** The requests that wait for their responses. */
  readonly waiting: ReadonlySet<number>
  readonly nowMs: number
  /** Milliseconds since the epoch. */
  readonly wallMs: number
}

/** Below this, a row has no sizes and no parts of seconds. */
const narrow = 60
/** Below this, only the direction and what a message says have room. */
const tiny = 34

const roles: Readonly<Partial<Record<WireKind, Role>>> = {
  request: 'strong',
  plan: 'accent',
  error: 'bad',
  problem: 'warning',
  malformed: 'bad',
  chunks: 'dim',
  update: 'dim',
  tool: 'dim',
  notice: 'dim',
}

/** A message or a run of pieces as a row of the list. */
export function wireRow(wire: WireRow, isSelected: boolean, at: WireAt): Row {
  const { theme, columns, log, state } = at
  const { facts, first, last } = wire
  const message = log.at(first)
  if (message === null) return row(safe` `, paint(theme, 'dim', safe`dropped`))
  const made = message.sort === 'from-agent' ? revisionOfMessage(state, message.frame) : null
  const { kind } = facts
  const words =
    kind === 'chunks' && last > first ? runWords(wire, at) : rowWords(message, { facts, made, theme, state })
  const right = factsAtRight(wire, at)
  const start = row(
    isSelected ? paint(theme, 'accent', glyphs(theme).prompt) : safe` `,
    ...startOf(message, { kind, role: roles[kind] ?? 'normal' }, at),
  )
  const shown = cutToWidth(words, columns - 1 - rowWidth(start) - displayWidth(right))
  const role = isSelected ? 'strong' : kind === 'chunks' ? 'dim' : 'normal'
  return barRow(row(start, paint(theme, role, shown)), paint(theme, 'dim', right), columns - 1)
}

/** When a message passed, in which direction, and of what kind it is. */
function startOf(
  { atMs, sort }: LoggedMessage,
  { kind, role }: { readonly kind: string; readonly role: Role },
  at: WireAt,
): readonly (Row | SafeText)[] {
  const { theme, columns } = at
  const arrow = paint(theme, 'dim', arrowOf(sort))
  if (columns < tiny) return [arrow, safe` `]
  const kindColumns = columns < narrow ? 8 : 10
  return [
    ...(atMs === null ? [] : [paint(theme, 'dim', timeOf(atMs, at)), safe` `]),
    arrow,
    safe` `,
    paint(theme, role, padded(cutToWidth(safeLine(kind), kindColumns - 1), kindColumns)),
  ]
}

interface RowFacts extends Pick<WireAt, 'state' | 'theme'> {
  readonly facts: Pick<WireFacts, 'kind' | 'method' | 'plan'> | null
  /** The revision that the message has made; null: none. */
  readonly made: RevisionTab | null
}

/** What a message says: first the revision that it has made, of an update of a plan nothing else. */
export function rowWords(message: LoggedMessage, { facts, made, state, theme }: RowFacts): SafeText {
  const isPlan = facts?.kind === 'plan'
  const { dot } = glyphs(theme)
  if (made !== null && isPlan) return madeWords(made, { state, theme })
  const words = messageWords(message, facts?.method ?? null)
  if (made !== null) return safe`${words} ${dot} ${madeWords(made, { state, theme })}`
  const plan = isPlan && facts.plan !== null ? safe`${shownLine(facts.plan, 'word')} ${dot} ` : safe``
  return safe`${plan}${words}`
}

/** A request that waits for its response, as it stands above the list. */
export function waitingRow(number: number, at: WireAt): Row {
  const { theme, columns, log, index, nowMs } = at
  const message = log.at(number)
  if (message === null) return row(safe` `, paint(theme, 'dim', safe`a request that was dropped waits`))
  const start = row(safe` `, ...startOf(message, { kind: 'request', role: 'accent' }, at))
  const time = message.atMs === null ? safe`` : safe` ${shortTime(nowMs - message.atMs)}`
  const right = columns < tiny ? safe`` : columns < narrow ? time : safe` waits${time}`
  const words = messageWords(message, index.factsOf(number)?.method ?? null)
  const shown = cutToWidth(words, columns - 1 - rowWidth(start) - displayWidth(right))
  return barRow(row(start, paint(theme, 'normal', shown)), paint(theme, 'warning', right), columns - 1)
}

/** When it passed, by the clock on the wall. */
export function timeOf(atMs: number, { columns, nowMs, wallMs }: WireAt): SafeText {
  const epochMs = wallMs - nowMs + atMs
  const time = timeOfDayWithSeconds(epochMs)
  if (columns < narrow) return time
  const milliseconds = ((Math.floor(epochMs) % 1000) + 1000) % 1000
  return safe`${time}.${String(milliseconds).padStart(3, '0') as SafeText}`
}

function arrowOf(sort: WireRow['facts']['sort']): SafeText {
  if (sort === 'to-agent') return safe`→`
  return sort === 'problem' ? safe` ` : safe`←`
}

/** The name of the plan and the number of the revision that a message has made, and what changed. */
function madeWords(made: RevisionTab, { state, theme }: Pick<WireAt, 'state' | 'theme'>): SafeText {
  const { plan, number } = made.revision
  const name = planTitleIn(state.sessions.get(made.sessionId), plan)
  // The plan of a session that has no name is called as the filter calls it.
  const shown = name === 'Plan' ? safe`main` : cutLine(name, 30)
  const changes = revisionChangeWords(state, made)
  const { dot } = glyphs(theme)
  return safe`${shown} ${dot} revision ${number}${changes === '' ? safe`` : safe` ${dot} ${changes}`}`
}

/** Of a run of pieces: of what text, how many, in how long, and their size. */
function runWords({ first, last, facts }: WireRow, { log, theme }: WireAt): SafeText {
  const { dot } = glyphs(theme)
  const what = safeLine((facts.update ?? '').replace(/_chunk$/, ''))
  const count = last - first + 1
  const [fromMs, toMs] = [log.timeAt(first), log.timeAt(last)]
  const took = fromMs === null || toMs === null ? safe`` : safe` in ${preciseTime(toMs - fromMs)}`
  return safe`${what} ${dot} ${grouped(count)}${took}`
}

/** How many messages of a run have their sizes added up; `>` says that it has more. */
const summedMessages = 10_000

function factsAtRight(
  { first, last, facts }: WireRow,
  { log, index, waiting, columns, nowMs }: WireAt,
): SafeText {
  if (columns < tiny) return safe``
  const partner = index.partnerOf(first)
  const isResponse = facts.kind === 'response' || facts.kind === 'error'
  const atMs = log.timeAt(first)
  const askedAtMs = isResponse && partner !== null ? log.timeAt(partner) : null
  const took =
    atMs === null
      ? safe``
      : askedAtMs !== null
        ? preciseTime(atMs - askedAtMs)
        : waiting.has(first)
          ? safe`waits ${shortTime(nowMs - atMs)}`
          : safe``
  if (columns < narrow) return took === '' ? took : safe` ${took}`
  let bytes = 0
  for (let number = first; number <= last && number < first + summedMessages; number++)
    bytes += log.sizeAt(number)
  const isMore = last - first >= summedMessages
  const size = safe`${isMore ? safe`>` : safe``}${sizeWords(bytes)}`
  return safe` ${took}${' '.repeat(Math.max(2, 9 - size.length)) as SafeText}${size}`
}

/** A note in the list, where it has no rows. */
export function noteRow(text: SafeText, theme: Theme, columns: number): Row {
  return row(safe` `, paint(theme, 'dim', cutToWidth(text, columns - 2)))
}

/** Longer messages are not parsed for a row. */
const parsedBytes = 64 * 1024
const longestWords = 300

/** What a message says in a few words, besides its kind: its method, what it answers, its first words. */
function messageWords(logged: LoggedMessage, method: string | null): SafeText {
  const { sort, bytes } = logged
  if (sort === 'stderr' || sort === 'problem') return shownLine(bytes.toString('utf8', 0, longestWords * 3))
  const message = bytes.length > parsedBytes ? null : messageIn(bytes.toString('utf8'))
  if (message !== null) return wordsOf(message, method)
  const { facts, id } = readLogged(logged)
  if (facts.kind === 'malformed') return shownLine(bytes.toString('utf8', 0, longestWords * 3))
  const named = facts.update ?? facts.method ?? method ?? ''
  return id === undefined ? shownLine(named) : shownLine(`${named} #${String(id)}`)
}

function wordsOf(message: Message, method: string | null): SafeText {
  switch (message.kind) {
    case 'request':
      return safe`${shownLine(methodOf(message))}  #${shownLine(String(message.id))}`
    case 'result':
      return shownLine(`#${String(message.id)}${answered(method)}${outcomeOf(message.result)}`)
    case 'error': {
      const { code } = message.error
      const text = `${rpcErrorText(message.error)}${code === 0 ? '' : ` (${code})`}`
      return shownLine(`#${String(message.id)}${answered(method)}: ${text}`)
    }
    case 'notification':
      return message.method === 'session/update' ? updateWords(message.params) : shownLine(methodOf(message))
  }
}

/** The method; of a message for or from the next in a chain of proxies also the one in it: https://agentclientprotocol.com/rfds/proxy-chains */
function methodOf({ method, params }: { readonly method: string; readonly params: unknown }): string {
  const inner = /^_?proxy\/successor$/.test(method) ? stringAt(params, 'method') : undefined
  return inner === undefined ? method : `${method} · ${inner}`
}

function answered(method: string | null): string {
  return method === null ? '' : ` · ${method}`
}

/** Of results with a fact that fits in a word. */
function outcomeOf(result: unknown): string {
  const { stopReason, outcome } = objectIn(result)
  if (typeof stopReason === 'string') return ` · ${stopReason}`
  if (!isObject(outcome)) return ''
  return ` · ${stringAt(outcome, 'optionId') ?? stringAt(outcome, 'outcome') ?? ''}`
}

function updateWords(params: unknown): SafeText {
  const update = objectAt(params, 'update')
  const name = stringAt(update, 'sessionUpdate') ?? 'session/update'
  const facts = ['title', 'status', 'currentModeId'].flatMap((key) => stringAt(update, key) ?? [])
  return shownLine([name, ...facts].join(' · '))
}

/** `640 B`, `2.1 KB`, `3.4 MB`. */
export function sizeWords(bytes: number): SafeText {
  if (bytes < 1000) return safe`${bytes} B`
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, safe`KB`] : [bytes / 1_000_000, safe`MB`]
  return safe`${size.toFixed(size < 10 ? 1 : 0) as SafeText} ${unit}`
}

/** The rows of the list: all of the index, or those that fit the filter; without those whose messages were dropped. */
export interface WireListRows extends ShownWireRows {
  rowAt(place: number): WireRow | null
}

type ShownWireRows = ShownWire['rows']

export function shownRows(index: WireIndex, log: WireLog, filtered: FilteredRows | null): WireListRows {
  const firstKept = index.endRow === index.firstRow ? index.endRow : index.rowOf(log.first)
  const fitting = filtered?.rows ?? null
  const skipped = fitting === null ? 0 : placeIn(fitting, firstKept)
  const length = fitting === null ? index.endRow - firstKept : fitting.length - skipped
  const rowOf = (place: number): number =>
    fitting === null ? firstKept + place : (fitting[skipped + place] ?? -1)
  const rowAt = (place: number): WireRow | null =>
    place < 0 || place >= length ? null : index.row(rowOf(place))
  return {
    length,
    rowAt,
    numberAt: (place) => rowAt(place)?.first ?? -1,
    placeOf(number) {
      const row = index.rowOf(number)
      return fitting === null ? Math.max(0, row - firstKept) : Math.max(0, placeIn(fitting, row) - skipped)
    },
  }
}

/** The place of the first row in an ascending list that is this one or a later one. */
function placeIn(list: readonly number[], row: number): number {
  return firstFrom(0, list.length, (place) => (list[place] ?? 0) >= row)
}
