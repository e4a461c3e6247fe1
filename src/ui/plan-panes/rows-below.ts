import { placeWords } from '../../app/words/prompt.ts'
import { row, spread, type Row } from '../../lib/cells/row.ts'
import { memoLast } from '../../lib/memo.ts'
import { counted } from '../../lib/text/wording.ts'
import { safe, safeLine, shownLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint } from '../paint/paint.ts'
import type { Theme, Role } from '../paint/theme.ts'
import { commentedLine, type PlanComment, type PlanSteps } from '../state/comments.ts'
import type { Look } from '../paint/look.ts'
import type { Child } from '../../app/state/children.ts'
import { childWords } from '../../app/words/session.ts'
import type { Plan } from '../../plans/plan.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import { isOver } from '../../plans/steps/tracked-entry.ts'
import { indentOf } from './items-rows.ts'
import type { ShownChild } from './pane.ts'
import type { TabId } from '../state/ui-state.ts'

export interface RowsBelow {
  /** Below a line, by its key. */
  readonly below: ReadonlyMap<number, readonly Row[]>
  /** At the end: those of lines that are gone. */
  readonly atEnd: readonly Row[]
}

const noRows: RowsBelow = { below: new Map(), atEnd: [] }

/** Comments that are shown at one place; the others are counted. */
const commentsAtPlace = 3
const maxRowsOfOne = 3

/** The rows of the comments on a plan. The last ones are cached. */
export const commentRows = memoLast((steps: PlanSteps, theme: Theme, columns: number): RowsBelow => {
  const { comments, lines } = steps
  if (comments.all.length === 0) return noRows
  const look = { theme, columns }
  const at = new Map<number, PlacedComment[]>()
  const gone: PlanComment[] = []
  for (const comment of comments.all) {
    const { key, isChanged } = commentedLine(comment, lines)
    if (key === null) gone.push(comment)
    else at.set(key, [...(at.get(key) ?? []), { comment, isChanged }])
  }
  const below = new Map([...at].map(([key, placed]) => [key, placeRows(placed, comments.areFolded, look)]))
  return { below, atEnd: goneRows(gone, look) }
})

interface PlacedComment {
  readonly comment: PlanComment
  readonly isChanged: boolean
}

function placeRows(placed: readonly PlacedComment[], areFolded: boolean, look: Look): readonly Row[] {
  const { theme } = look
  const head = safe`you ${glyphs(theme).after} `
  if (areFolded) {
    return [plainRow(safe`${head}${counted(placed.length, 'comment')}`, look)]
  }
  const shown = placed.length > commentsAtPlace ? placed.slice(0, commentsAtPlace - 1) : placed
  const rows = shown.flatMap(({ comment, isChanged }) => oneComment(head, comment, { ...look, isChanged }))
  const rest = placed.length - shown.length
  return rest === 0 ? rows : [...rows, plainRow(safe`${head}${rest} more comments`, look)]
}

function oneComment(
  head: SafeText,
  comment: PlanComment,
  look: Look & { readonly isChanged: boolean },
): readonly Row[] {
  const { theme, isChanged } = look
  const { dot } = glyphs(theme)
  const count = comment.keys.length
  const facts = [
    ...(count > 1 ? [safe`on ${count} steps`] : []),
    ...(comment.isSent ? [safe`sent`] : []),
    ...(isChanged ? [safe`changed since`] : []),
  ]
  const words = [safe`${head}“${safeLine(comment.text)}”`, ...facts].join(` ${dot} `) as SafeText
  return wrapped(words, look)
}

/** A text below a step, wrapped, its end cut. */
function wrapped(words: SafeText, look: Look): readonly Row[] {
  const room = roomOf(look)
  const lines = wrapText(words, room, maxRowsOfOne + 1)
  const last = lines[maxRowsOfOne - 1]
  if (lines.length <= maxRowsOfOne || last === undefined) return lines.map((line) => plainRow(line, look))
  const { ellipsis } = glyphs(look.theme)
  const cut = safe`${cutToWidth(last, room - 1, '')}${ellipsis}`
  return [...lines.slice(0, maxRowsOfOne - 1), cut].map((line) => plainRow(line, look))
}

function goneRows(gone: readonly PlanComment[], look: Look): readonly Row[] {
  if (gone.length === 0) return []
  const isOnSteps = gone.every((comment) => comment.isOnSteps)
  const title = isOnSteps ? safe`comments on steps that are gone` : safe`comments on lines that are gone`
  const shown = gone.length > commentsAtPlace ? gone.slice(0, commentsAtPlace - 1) : gone
  const rest = gone.length - shown.length
  return [
    plainRow(title, look),
    ...shown.flatMap(({ on, isOnSteps: isStep, text, isSent }) => {
      const sent = isSent ? safe` ${glyphs(look.theme).dot} sent` : safe``
      return wrapped(safe`on ${safeLine(placeWords(on, isStep))}: “${safeLine(text)}”${sent}`, look)
    }),
    ...(rest === 0 ? [] : [plainRow(safe`${rest} more comments`, look)]),
  ]
}

const indent = safe`     `

function roomOf({ columns }: Look): number {
  return Math.max(8, columns - indent.length - 2)
}

function plainRow(text: SafeText, look: Look): Row {
  return row(indent, paint(look.theme, 'dim', cutToWidth(text, roomOf(look))))
}

/** The rows of what the agent began in a plan; at the end what was begun in no step, or in one that is gone. */
export interface ChildRows extends RowsBelow {
  readonly tabs: ReadonlyMap<Row, TabId>
}

interface IndentedLook extends Look {
  readonly indent: SafeText
}

/** Rows at one place; the others are counted. */
const childrenAtPlace = 4

/** A row for each sub-agent and task, below the step that was in progress when it was begun. */
export function childRows(plan: Plan, children: readonly ShownChild[], look: Look): ChildRows {
  const steps = new Map(planSteps(plan.body).map(({ key, status }) => [key, isOver(status)]))
  const at = new Map<number, ShownChild[]>()
  const last: ShownChild[] = []
  for (const shown of children) {
    const { begun, doing } = shown.child
    const place = begun.plans.find(({ key }) => key === plan.key)
    // Begun before there was a plan: it belongs to no step, and is news while it runs.
    if (place === undefined && (begun.plans.length > 0 || doing.state === 'ended')) continue
    const begunIn = place?.steps.filter((key) => steps.has(key)) ?? []
    // Of several steps, one in the same state: what has ended was begun in one that is over.
    const step = begunIn.find((key) => steps.get(key) === (doing.state === 'ended')) ?? begunIn[0]
    if (step === undefined) last.push(shown)
    else at.set(step, [...(at.get(step) ?? []), shown])
  }
  const tabs = new Map<Row, TabId>()
  const own = indentOf(look.columns)
  const place = { ...look, indent: safe`${own}${own}${look.columns < 60 ? safe` ` : safe``}` }
  const below = new Map([...at].map(([key, those]) => [key, rowsAt(those, tabs, place)]))
  return { below, atEnd: rowsAt(last, tabs, { ...look, indent: own }), tabs }
}

/** The rows of what runs in a session that has no plan. */
export function runningRows(children: readonly ShownChild[], look: IndentedLook): readonly Row[] {
  return rowsAt(
    children.filter(({ child }) => child.doing.state !== 'ended'),
    new Map(),
    look,
  )
}

/** Those that run come first if they do not all fit, then the latest. */
function rowsAt(those: readonly ShownChild[], tabs: Map<Row, TabId>, look: IndentedLook): readonly Row[] {
  const isRunning = ({ child }: ShownChild): boolean => child.doing.state !== 'ended'
  const first = [...those.filter(isRunning), ...those.filter((each) => !isRunning(each)).toReversed()]
  const shown = those.length <= childrenAtPlace ? those : first.slice(0, childrenAtPlace - 1)
  const rows = shown.map((each) => {
    const drawn = childRow(each, look)
    if (each.tab !== null) tabs.set(drawn, each.tab.id)
    return drawn
  })
  const rest = those.length - shown.length
  if (rest === 0) return rows
  const more = cutToWidth(safe`${rest} more sub-agents and tasks`, look.columns - look.indent.length - 1)
  return [...rows, row(look.indent, paint(look.theme, 'dim', more))]
}

function childRow({ child, asked, tab }: ShownChild, look: IndentedLook): Row {
  const { theme, columns } = look
  const signs = glyphs(theme)
  const right = tabWords(tab, look)
  const room = columns - 1 - look.indent.length - 2 - (right === '' ? 0 : displayWidth(right) + 2)
  const state = safeLine(childWords(child, asked).slice(0, 500))
  const title = shownLine(child.title)
  // The state matters more than the whole name.
  const kept = Math.min(displayWidth(state) + 3, Math.floor(room / 2))
  const name = cutToWidth(title, Math.max(4, room - kept), signs.ellipsis)
  const words = cutToWidth(state, Math.max(4, room - displayWidth(name) - 3), signs.ellipsis)
  const left = row(
    look.indent,
    paint(theme, 'dim', signs.child),
    safe` `,
    paint(theme, child.doing.state === 'ended' ? 'dim' : 'normal', name),
    paint(theme, 'dim', safe` ${signs.dot} `),
    paint(theme, stateRole(child), words),
  )
  return spread(left, paint(theme, 'dim', right), columns - 1)
}

function stateRole({ doing }: Child): Role {
  switch (doing.state) {
    case 'running':
      return 'accent'
    case 'waiting':
      return 'warning'
    case 'ended':
      return 'dim'
  }
}

/** How far its own plan is, and the key that leads to it. */
function tabWords(tab: ShownChild['tab'], { theme, columns }: Look): SafeText {
  if (tab === null) return safe``
  const { progress, number } = tab
  const count = progress === null ? safe`plan` : safe`${progress.done}/${progress.total}`
  const isKey = number <= 9 && columns >= 60
  return isKey ? safe`${count} ${glyphs(theme).dot} ${number} shows it` : count
}
