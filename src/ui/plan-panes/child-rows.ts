import type { RowsBelow } from './comment-rows.ts'
import type { Child } from '../../app/state/children.ts'
import { childWords } from '../../app/words/session.ts'
import { row, spread, type Row } from '../../lib/cells/row.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import type { Plan } from '../../plans/plan.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import { isOver } from '../../plans/steps/tracked-entry.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint } from '../paint/paint.ts'
import type { Role } from '../paint/theme.ts'
import { indentOf } from './items-rows.ts'
import type { ShownChild } from './pane.ts'
import type { TabId } from '../state/ui-state.ts'
import type { Look } from '../paint/look.ts'

/** The rows of what the agent began in a plan; at the end what was begun in no step, or in one that is gone. */
export interface ChildRows extends RowsBelow {
  /** The tabs that they lead to. */
  readonly tabs: ReadonlyMap<Row, TabId>
}

interface IndentedLook extends Look {
  readonly indent: SafeText
}

/** Rows at one place; the others are counted. */
const maxAtPlace = 4

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

/** Those that run come first if they do not all fit, then the latest. */
function rowsAt(those: readonly ShownChild[], tabs: Map<Row, TabId>, look: IndentedLook): readonly Row[] {
  const isRunning = ({ child }: ShownChild): boolean => child.doing.state !== 'ended'
  const first = [...those.filter(isRunning), ...those.filter((each) => !isRunning(each)).toReversed()]
  const shown = those.length <= maxAtPlace ? those : first.slice(0, maxAtPlace - 1)
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
